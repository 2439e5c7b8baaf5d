import type { Restriction } from '#contract/staff/measures'
import { NOTHING, type AfterCommit, type Ctx } from '../../context'
import type { Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { setRequestWords } from '../../albums/service'
import { removeEventByStaff } from '../../events/service'
import { removeFiles, destroyPhoto } from '../../media/service'
import { republishMessages, removeMessage, restoreMessage } from '../../messaging/service'
import { clearProfileTexts } from '../../profile/service'
import { newId } from '../../tokens'
import { runAfterCommits } from './after'
import { restoreContent, isErased } from './give-back'
import { insertAddressBanMarks, insertPhotoBanMark } from '../marks'
import { withEndedMeetingNotice } from '../met'
import { announceSuspension, EXCLUSION_END_MS, liftSuspension, suspendAccount } from '../suspension'

type Decision = Row<'decisions'>

const removeSubject = async (ctx: Ctx, trx: Conn, decision: Decision): Promise<AfterCommit> => {
  const id = decision.subject_id
  if (decision.subject_kind === 'message') return removeMessage(ctx, trx, id)
  if (decision.subject_kind === 'event') return removeEventByStaff(ctx, trx, id)
  if (decision.subject_kind === 'request')
    return (await setRequestWords(ctx, trx, id, '')) ?? NOTHING
  if (decision.subject_kind === 'profile') {
    await clearProfileTexts(trx, id)
    return NOTHING
  }
  if (decision.subject_kind !== 'photo') return NOTHING
  await insertPhotoBanMark(ctx, trx, decision)
  const { messageIds, rows } = await destroyPhoto(trx, id, ctx.now())
  return async () => {
    if (messageIds.length > 0) ctx.bus.emit('photo.destroyed', { messageIds })
    await removeFiles(ctx, rows)
  }
}

const exclude = async (
  ctx: Ctx,
  trx: Conn,
  decision: Decision,
  accountId: string,
): Promise<AfterCommit> => {
  await insertAddressBanMarks(ctx, trx, decision)
  const told = await withEndedMeetingNotice(ctx, trx, accountId, () =>
    suspendAccount(trx, accountId, EXCLUSION_END_MS, ctx.now()),
  )
  return () =>
    runAfterCommits(ctx, [() => announceSuspension(ctx, accountId, EXCLUSION_END_MS), told])
}

/** The effects of a decision, in its transaction: all of them or none. */
export const applyDecision = async (
  ctx: Ctx,
  trx: Conn,
  decision: Decision,
): Promise<AfterCommit> => {
  const { account_id: accountId, measure, until } = decision
  if (measure === 'remove') return removeSubject(ctx, trx, decision)
  if (accountId === null) return NOTHING
  if (measure === 'restrict') {
    for (const kind of JSON.parse(decision.scopes) as Restriction[])
      await trx
        .insertInto('sanctions')
        .values({
          id: newId(),
          account_id: accountId,
          identity_id: decision.identity_id,
          kind,
          until: until ?? ctx.now(),
          decision_id: decision.id,
        })
        .execute()
    return NOTHING
  }
  if (measure !== 'suspend' && measure !== 'exclude') return NOTHING
  if (measure === 'exclude') return exclude(ctx, trx, decision, accountId)
  const end = until ?? ctx.now()
  await suspendAccount(trx, accountId, end, ctx.now())
  return () => announceSuspension(ctx, accountId, end)
}

/** The frozen text of a removed message or request; null once it is destroyed. */
const frozenText = async (trx: Conn, decision: Decision): Promise<string | null> => {
  const rows = await trx
    .selectFrom('evidence')
    .where('case_id', '=', decision.case_id)
    .where('kind', '=', decision.subject_kind === 'request' ? 'request' : 'message')
    .select('payload')
    .orderBy('captured_at', 'desc')
    .execute()
  const payload = rows[0]?.payload
  const text = payload ? (JSON.parse(payload) as { text?: unknown }).text : null
  return typeof text === 'string' ? text : null
}

/**
 * Ends the suspension of the account and of those that left it since (a parting copies it), unless
 * another decision about them still holds.
 */
const liftAll = async (ctx: Ctx, trx: Conn, decision: Decision): Promise<AfterCommit> => {
  if (decision.account_id === null) return NOTHING
  const left = await trx
    .selectFrom('partings')
    .where('account_id', '=', decision.account_id)
    .where('new_account_id', 'is not', null)
    .select(['new_account_id', 'done_at'])
    .execute()
  const accounts = [
    { id: decision.account_id, leftAt: EXCLUSION_END_MS },
    ...left.map((p) => ({ id: p.new_account_id ?? '', leftAt: p.done_at ?? EXCLUSION_END_MS })),
  ]
  for (const { id, leftAt } of accounts) {
    const others = await trx
      .selectFrom('decisions')
      .where((eb) =>
        eb.or([
          eb('account_id', '=', id),
          eb.and([eb('account_id', '=', decision.account_id), eb('made_at', '<', leftAt)]),
        ]),
      )
      .where('id', '!=', decision.id)
      .where('undone_at', 'is', null)
      .where((eb) =>
        eb.or([
          eb('measure', '=', 'exclude'),
          eb.and([eb('measure', '=', 'suspend'), eb('until', '>', ctx.now())]),
        ]),
      )
      .select(['measure', 'until'])
      .orderBy('until', 'desc')
      .execute()
    await liftSuspension(trx, id)
    const until = others.some((o) => o.measure === 'exclude') ? EXCLUSION_END_MS : others[0]?.until
    if (until) await suspendAccount(trx, id, until, ctx.now())
  }
  return () => {
    for (const { id } of accounts) ctx.bus.emit('account.shown', { accountId: id })
    return Promise.resolve()
  }
}

/**
 * Takes a decision back as far as that is possible: sanctions end, a suspended account is shown
 * again, a removed message, request or profile gets its texts back, a photo and an event go back to
 * their owner, unless their account was deleted meanwhile.
 */
export const undoDecisionEffects = async (
  ctx: Ctx,
  trx: Conn,
  decision: Decision,
): Promise<AfterCommit> => {
  await trx.deleteFrom('ban_marks').where('decision_id', '=', decision.id).execute()
  await trx
    .updateTable('sanctions')
    .set({ lifted_at: ctx.now() })
    .where('decision_id', '=', decision.id)
    .where('lifted_at', 'is', null)
    .execute()
  if (decision.measure === 'suspend' || decision.measure === 'exclude')
    return liftAll(ctx, trx, decision)
  if (decision.measure !== 'remove' || (await isErased(trx, decision.account_id, ctx.now())))
    return NOTHING
  if (decision.subject_kind !== 'message' && decision.subject_kind !== 'request')
    return restoreContent(ctx, trx, decision)
  const text = await frozenText(trx, decision)
  if (decision.subject_kind === 'request')
    return text === null
      ? NOTHING
      : ((await setRequestWords(ctx, trx, decision.subject_id, text)) ?? NOTHING)
  const isBack =
    text !== null && (await restoreMessage(ctx, trx, decision.subject_id, text, decision.made_at))
  if (!isBack) return NOTHING
  return () => republishMessages(ctx, [decision.subject_id])
}
