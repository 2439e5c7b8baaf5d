import { isDeepStrictEqual } from 'node:util'
import type { apply, VouchRequest } from '#contract/session/admission'
import { VOUCHES_NEEDED } from '#contract/session/admission'
import type { ParsedInput } from '#contract/route'
import { readCommunitySettings } from '../community'
import { NOTHING, type AfterCommit, type Ctx, type UserViewer, type Viewer } from '../context'
import { foldText, isUniqueViolation, retryOnDeadlock, idsOrNone, type Conn } from '../db/dialect'
import { fail } from '../fail'
import { iso } from '../iso'
import { queueLetters, sendLettersLater } from '../mail/queue'
import { freezeContent, openCase } from '../safety/service'
import { admitUser } from '../session/service'
import type { DecisionBody } from './decisions/check-measure'
import { closeCase } from './decisions/close'
import type { CaseRow } from './queries'
import { storeStaffMessage } from './tell'

const NEWCOMER = 2

const insertVouch = (
  trx: Conn,
  userId: string,
  accountId: string,
  answer: 'yes' | null,
  now: number,
) =>
  trx
    .insertInto('vouches')
    .values({
      user_id: userId,
      account_id: accountId,
      asked_at: now,
      answer,
      answered_at: answer && now,
    })
    .onConflict((c) => c.doNothing())
    .execute()

const accountsNamed = (trx: Conn, handles: readonly string[]) =>
  trx
    .selectFrom('accounts')
    .where('handle_key', 'in', idsOrNone(handles.map((h) => foldText(h.replace(/^@/, '')))))
    .where('deleted_at', 'is', null)
    .select('id')
    .execute()

const handleOf = async (trx: Conn, accountId: string | null): Promise<string | null> =>
  accountId === null
    ? null
    : ((
        await trx
          .selectFrom('accounts')
          .where('id', '=', accountId)
          .select('handle')
          .executeTakeFirst()
      )?.handle ?? null)

type Application = ParsedInput<typeof apply>['body']
/**
 * Whether the same was sent before: the call is tried again after a lost reply. Handles are compared
 * as typed, or the reply would tell which of them exist.
 */
const isSent = async (db: Conn, userId: string, sent: Application): Promise<boolean> => {
  const copy = await db
    .selectFrom('cases as c')
    .innerJoin('evidence as e', 'e.case_id', 'c.id')
    .where('c.subject_kind', '=', 'application')
    .where('c.subject_id', '=', userId)
    .where('c.state', '<>', 'decided')
    .where('e.kind', '=', 'application')
    .select('e.payload')
    .executeTakeFirst()
  const known = JSON.parse(copy?.payload ?? 'null') as Application | null
  return known?.words === sent.words && isDeepStrictEqual(known.vouchers, sent.vouchers)
}

/**
 * Stores a newcomer's application, opens its case and notifies the members that it names; a link that
 * the newcomer came with counts as a vouch. Fails with `account_exists`, `conflict` (another one
 * was sent before, or none is asked for).
 */
export const storeApplication = async (
  ctx: Ctx,
  viewer: UserViewer,
  { words, vouchers }: Application,
): Promise<void> => {
  if (viewer.accountId) fail('account_exists')
  if ((await readCommunitySettings(ctx.env, ctx.db)).registration !== 'approval') fail('conflict')
  const now = ctx.now()
  const done = await ctx.db
    .transaction()
    .execute(async (trx) => {
      const user = await trx
        .selectFrom('users')
        .where('id', '=', viewer.userId)
        .select('invited_by')
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('applications')
        .values({
          user_id: viewer.userId,
          words,
          state: 'waiting',
          created_at: now,
        })
        .execute()
      if (user.invited_by) await insertVouch(trx, viewer.userId, user.invited_by, 'yes', now)
      const named = (await accountsNamed(trx, vouchers))
        .map((a) => a.id)
        .filter((id) => id !== user.invited_by)
      for (const id of named) await insertVouch(trx, viewer.userId, id, null, now)
      const opened = await openCase(
        trx,
        {
          kind: 'newcomer',
          subject_kind: 'application',
          subject_id: viewer.userId,
          account_id: null,
          priority: NEWCOMER,
        },
        now,
      )
      const payload = { words, vouchers, invitedBy: await handleOf(trx, user.invited_by) }
      await freezeContent(
        trx,
        opened.id,
        { kind: 'application', subjectId: viewer.userId, payload, mediaIds: [] },
        [],
        now,
      )
      return {
        caseId: opened.id,
        after: await storeStaffMessage(ctx, trx, named, 'vouch', { byMail: false }),
      }
    })
    .catch(async (error: unknown) => {
      if (!isUniqueViolation(error)) throw error
      return (await isSent(ctx.db, viewer.userId, { words, vouchers })) ? null : fail('conflict')
    })
  if (!done) return
  await done.after()
  ctx.bus.emit('case.changed', { caseId: done.caseId })
}

/** Closes a waiting application and writes to the newcomer after the commit. */
const closeApplication = async (
  ctx: Ctx,
  trx: Conn,
  userId: string,
  state: 'admitted' | 'refused',
  answer: string | null,
): Promise<AfterCommit> => {
  const closed = await trx
    .updateTable('applications')
    .set({ state, answer, closed_at: ctx.now() })
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .returning('user_id')
    .executeTakeFirst()
  // left meanwhile: no account is left to notify
  if (!closed) return NOTHING
  if (state === 'admitted') await admitUser(ctx, trx, userId, null)
  await queueLetters(trx, [{ to: { userId }, what: 'application' }], ctx.now())
  return () => {
    sendLettersLater(ctx)
    return Promise.resolve()
  }
}

/** The team's reply to a newcomer. */
export const answerApplication = (
  ctx: Ctx,
  trx: Conn,
  row: CaseRow,
  body: Pick<DecisionBody, 'measure' | 'facts'>,
): Promise<AfterCommit> =>
  body.measure === 'admit'
    ? closeApplication(ctx, trx, row.subject_id, 'admitted', null)
    : closeApplication(ctx, trx, row.subject_id, 'refused', body.facts || null)

export const listVouchRequests = async (ctx: Ctx, viewer: Viewer): Promise<VouchRequest[]> => {
  const rows = await ctx.db
    .selectFrom('vouches as v')
    .innerJoin('applications as a', 'a.user_id', 'v.user_id')
    .where('v.account_id', '=', viewer.accountId)
    .where('v.answer', 'is', null)
    .where('a.state', '=', 'waiting')
    .select(['v.user_id', 'v.asked_at', 'a.words'])
    .orderBy('v.asked_at')
    .limit(100)
    .execute()
  return rows.map((r) => ({
    id: r.user_id,
    words: r.words,
    askedAt: iso(r.asked_at),
  }))
}

/**
 * Stores what a named member says; the second yes lets the newcomer in. The same answer again, after
 * a lost reply, changes nothing. Fails with `not_found` when the member was not asked, has answered
 * otherwise, or the application is closed.
 */
export const vouchFor = async (
  ctx: Ctx,
  viewer: Viewer,
  userId: string,
  vouch: boolean,
): Promise<void> => {
  const now = ctx.now()
  const answer = vouch ? 'yes' : 'no'
  const store = async (trx: Conn) => {
    // one answer at a time: of two members who answer together, the second one counts both
    const waiting = await trx
      .selectFrom('applications')
      .where('user_id', '=', userId)
      .where('state', '=', 'waiting')
      .select('user_id')
      .forUpdate()
      .executeTakeFirst()
    const said = await trx
      .selectFrom('vouches')
      .where('user_id', '=', userId)
      .where('account_id', '=', viewer.accountId)
      .select('answer')
      .executeTakeFirst()
    if (said?.answer === answer) return null
    if (!waiting) fail('not_found')
    const answered = await trx
      .updateTable('vouches')
      .set({ answer, answered_at: now })
      .where('user_id', '=', userId)
      .where('account_id', '=', viewer.accountId)
      .where('answer', 'is', null)
      .returning('user_id')
      .executeTakeFirst()
    if (!answered) fail('not_found')
    const yes = await trx
      .selectFrom('vouches')
      .where('user_id', '=', userId)
      .where('answer', '=', 'yes')
      .select('account_id')
      .execute()
    if (yes.length < VOUCHES_NEEDED) return null
    const after = await closeApplication(ctx, trx, userId, 'admitted', null)
    const row = await trx
      .selectFrom('cases')
      .where('subject_kind', '=', 'application')
      .where('subject_id', '=', userId)
      .where('state', '!=', 'decided')
      .selectAll()
      .executeTakeFirst()
    if (row) await closeCase(trx, row, 'admit', now)
    return { after, caseId: row?.id ?? null }
  }
  const done = await retryOnDeadlock(() => ctx.db.transaction().execute(store))
  if (!done) return
  await done.after()
  if (done.caseId) ctx.bus.emit('case.changed', { caseId: done.caseId })
}
