import type { AccountSummary, staffAccount } from '#contract/staff/accounts'
import type { Reply } from '#contract/route'
import type { Ctx, StaffViewer } from '../context'
import { countRows } from '../db/count'
import type { Conn } from '../db/dialect'
import { fail } from '../fail'
import { iso } from '../iso'
import { profileContent } from '../safety/service'
import { writeAudit } from '../staff/service'
import { isConflicted } from './conflict'
import { presentDecisions } from './present'
import { accountStateAt } from './suspension'
import { readInvitationTree } from './tree'

/** Accounts that a parting of a couple separated from this one. */
const partedOf = async (db: Conn, accountId: string): Promise<AccountSummary['parted']> => {
  const rows = await db
    .selectFrom('partings')
    .where('new_account_id', 'is not', null)
    .where((eb) => eb.or([eb('account_id', '=', accountId), eb('new_account_id', '=', accountId)]))
    .select(['account_id', 'new_account_id'])
    .execute()
  const ids = rows.map((r) => (r.account_id === accountId ? r.new_account_id : r.account_id) ?? '')
  return ids.length === 0
    ? []
    : db.selectFrom('accounts').where('id', 'in', ids).select(['id', 'handle']).execute()
}
/** What staff know of an account: counts and decisions, never names, notes, albums or messages. */
export const summarizeAccount = async (
  db: Conn,
  viewer: Pick<StaffViewer, 'accountId'>,
  accountId: string,
  now: number,
): Promise<AccountSummary | null> => {
  const account = await db
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .selectAll()
    .executeTakeFirst()
  if (!account) return null
  const reports = await db
    .selectFrom('reports')
    .where('target_account_id', '=', accountId)
    .select(['account_id', 'outcome'])
    .execute()
  const sessions = db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .where('u.account_id', '=', accountId)
    .where('s.ended_at', 'is', null)
  const decisions = await db
    .selectFrom('decisions')
    .where('account_id', '=', accountId)
    .where('measure', '!=', 'dismiss')
    .selectAll()
    .orderBy('made_at', 'desc')
    .limit(50)
    .execute()
  const state = accountStateAt(account, now)
  const by = (rows: readonly { account_id: string }[]): number =>
    new Set(rows.map((r) => r.account_id)).size
  return {
    id: account.id,
    handle: account.handle,
    state,
    tree: state === 'excluded' ? await readInvitationTree(db, viewer, accountId, now) : null,
    createdAt: iso(account.created_at),
    reports: by(reports),
    founded: by(reports.filter((r) => r.outcome === 'measure')),
    sessions: await countRows(sessions),
    parted: await partedOf(db, accountId),
    decisions: await presentDecisions(db, decisions),
  }
}

/** What every member can read of an account, also while it is suspended; without photos. */
const readMemberProfile = async (
  db: Conn,
  { id, state }: Pick<AccountSummary, 'id' | 'state'>,
  now: number,
): Promise<Record<string, unknown> | null> => {
  if (state === 'deleted') return null
  const row = await db
    .selectFrom('accounts')
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow()
  return { ...(await profileContent(db, row, now)).payload }
}

/** The summary and the public profile of an account; the look is logged in the same transaction. */
export const readAccountFile = (
  ctx: Ctx,
  viewer: StaffViewer,
  id: string,
): Promise<Reply<typeof staffAccount>> =>
  ctx.db.transaction().execute(async (trx) => {
    // staff must not read cases about themselves or a relation
    if (await isConflicted(trx, viewer.accountId, id)) fail('not_found')
    const now = ctx.now()
    await writeAudit(
      trx,
      viewer,
      { act: 'account.opened', targetKind: 'account', targetId: id },
      now,
    )
    const account = (await summarizeAccount(trx, viewer, id, now)) ?? fail('not_found')
    return { account, profile: await readMemberProfile(trx, account, now) }
  })
