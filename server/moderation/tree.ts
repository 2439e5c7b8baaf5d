import { sql } from 'kysely'
import type { AccountSummary } from '#contract/staff/accounts'
import { invitersOf } from '../access/inviters'
import type { StaffViewer } from '../context'
import { idsOrNone, type Conn } from '../db/dialect'
import { isParty } from './conflict'
import { accountStateAt } from './suspension'

type Tree = NonNullable<AccountSummary['tree']>
const UP_MAX = 10
const DOWN_LEVELS = 3
const DOWN_MAX = 100
const MET_MAX = 100

const accountsOf = async (
  db: Conn,
  viewer: Pick<StaffViewer, 'accountId'>,
  ids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, Tree['up'][number]>> => {
  let query = db.selectFrom('accounts').where('id', 'in', idsOrNone(ids))
  // who is close to the staff member is left out, as their cases are
  if (viewer.accountId !== null) {
    const own = viewer.accountId
    query = query.where((eb) => eb.not(isParty(own, sql.ref('accounts.id'))))
  }
  const rows = await query.selectAll().execute()
  return new Map(
    rows.map((row) => [
      row.id,
      { id: row.id, handle: row.handle, state: accountStateAt(row, now) },
    ]),
  )
}

/** The accounts on the other side of a reported meeting. */
const metOf = async (
  db: Conn,
  accountId: string,
  own: 'account_id' | 'with_account_id',
  other: 'account_id' | 'with_account_id',
): Promise<string[]> => {
  const rows = await db
    .selectFrom('meetings')
    .where(own, '=', accountId)
    .select(`${other} as id`)
    .orderBy('said_at')
    .limit(MET_MAX)
    .execute()
  return rows.map((r) => r.id)
}

/**
 * The accounts through whose links an account came in, nearest first, and those that came in
 * through its own; the meetings that it confirmed, and those that others confirmed of it. A hint
 * where to look: nothing follows from it automatically.
 */
export const readInvitationTree = async (
  db: Conn,
  viewer: Pick<StaffViewer, 'accountId'>,
  accountId: string,
  now: number,
): Promise<Tree> => {
  const up: string[] = []
  for (let at: string | null = accountId; at !== null && up.length < UP_MAX;) {
    at = (await invitersOf(db, [at])).get(at) ?? null
    if (at !== null && (at === accountId || up.includes(at))) break
    if (at !== null) up.push(at)
  }
  const by = new Map<string, string>()
  let level: readonly string[] = [accountId]
  for (let n = 0; n < DOWN_LEVELS && level.length > 0 && by.size < DOWN_MAX; n += 1) {
    const rows = await db
      .selectFrom('users')
      .where('invited_by', 'in', [...level])
      .where('account_id', 'is not', null)
      .select(['account_id', 'invited_by'])
      .orderBy('created_at')
      .limit(DOWN_MAX)
      .execute()
    const fresh = rows.flatMap(({ account_id: id, invited_by: inviter }) =>
      id !== null && inviter !== null && id !== accountId && !by.has(id) ? [{ id, inviter }] : [],
    )
    for (const { id, inviter } of fresh) by.set(id, inviter)
    level = fresh.map((f) => f.id)
  }
  const met = await metOf(db, accountId, 'account_id', 'with_account_id')
  const metBy = await metOf(db, accountId, 'with_account_id', 'account_id')
  const accounts = await accountsOf(db, viewer, [...up, ...by.keys(), ...met, ...metBy], now)
  const shownOf = (ids: readonly string[]) => ids.flatMap((id) => accounts.get(id) ?? [])
  return {
    up: shownOf(up),
    met: shownOf(met),
    metBy: shownOf(metBy),
    down: [...by].flatMap(([id, inviter]) => {
      const account = accounts.get(id)
      // below the nearest one that is shown
      let shown = inviter
      while (shown !== accountId && !accounts.has(shown)) shown = by.get(shown) ?? accountId
      return account ? [{ ...account, by: shown }] : []
    }),
  }
}
