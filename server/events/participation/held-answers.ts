import type { HeldAnswer, Participation } from '#contract/events/balance'
import type { Event } from '#contract/events/events'
import type { Together } from '#contract/messaging/held'
import { lockAccount } from '../../access/accounts'
import { immediateAgreement } from '../../access/agreements'
import { readEventForEntry, type EventRole } from '../../access/events'
import {
  approveProposal,
  nextTogetherState,
  proveIdentity,
  proveRuleChange,
  withdrawAgreements,
  type Proposal,
} from '../../agreements/service'
import type { Ctx, Viewer } from '../../context'
import { flag, lockPair, type Conn } from '../../db/dialect'
import { fail } from '../../fail'
import { newId } from '../../tokens'
import { announceParticipations, changeParticipations } from '../editing/changes'
import { presentAfterLeaving } from '../present'
import { participationOf } from '../queries'
import { accessByCode, enterByCode } from './by-code'
import { attendeeOfHeld, findHeldAnswer, presentHeld, type AnswerRow } from './held-answer-state'
import { acceptToParticipate } from './house-rules'
import { deleteRepliesOf, saveReplies } from './questions'
import {
  participate,
  participateIn,
  requireJoinable,
  stopParticipating,
  stopParticipatingIn,
} from './participation'

type Answer = AnswerRow['answer']

/** `attendeeId`: the identity that participates, a part of what is agreed to. */
const proposalOf = (row: AnswerRow, attendeeId: string | null): Proposal => ({
  id: row.id,
  accountId: row.account_id,
  revision: row.revision,
  wanted: row.wanted,
  content: JSON.stringify([row.event_id, row.answer, attendeeId]),
})
const lockAnswer = (trx: Conn, accountId: string, eventId: string) =>
  findHeldAnswer(trx, accountId, eventId).forUpdate().executeTakeFirst()
const drop = async (trx: Conn, row: AnswerRow): Promise<unknown> => {
  await trx.deleteFrom('held_comings').where('held_id', '=', row.id).execute()
  return trx.deleteFrom('held_answers').where('id', '=', row.id).execute()
}
const setAttendee = async (
  trx: Conn,
  held_id: string,
  attendeeId: string | null,
): Promise<void> => {
  await trx.deleteFrom('held_comings').where('held_id', '=', held_id).execute()
  if (attendeeId !== null)
    await trx.insertInto('held_comings').values({ held_id, identity_id: attendeeId }).execute()
}
const publish = (ctx: Ctx, { accountId }: Viewer, eventId: string): void =>
  ctx.realtime.publish(
    'account.held.updated',
    { accountId, id: eventId },
    { accounts: [accountId] },
  )

export const readTogether = async (db: Conn, accountId: string): Promise<Together> => {
  const row = await db
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .select(['answers_together', 'answers_together_ending'])
    .executeTakeFirst()
  return { on: row?.answers_together === 1, ending_by: row?.answers_together_ending ?? null }
}
const answersTogether = async (db: Conn, { accountId, identityIds }: Viewer): Promise<boolean> =>
  identityIds.length > 1 && (await readTogether(db, accountId)).on
export const changeTogether = async (
  ctx: Ctx,
  viewer: Viewer,
  { on, code }: { readonly on: boolean; readonly code?: string | undefined },
): Promise<Together> => {
  await proveRuleChange(ctx, viewer, on, code)
  return ctx.db.transaction().execute(async (trx) => {
    await lockAccount(trx, viewer.accountId)
    const next = nextTogetherState(viewer, await readTogether(trx, viewer.accountId), on)
    await trx
      .updateTable('accounts')
      .set({ answers_together: flag(next.on), answers_together_ending: next.ending_by })
      .where('id', '=', viewer.accountId)
      .execute()
    return next
  })
}

/**
 * Holds an answer of an account that answers together. Places belong to accounts, so this applies
 * in single mode too; the acting identity's answer counts as its yes, and as the second yes of the
 * same held answer, unless its yes needs a code. Returns null when the answer need not wait.
 */
const hold = async (
  ctx: Ctx,
  viewer: Viewer,
  ref: string,
  answer: Answer,
  said: Participation = {},
): Promise<EventRole['event'] | null> => {
  if (!(await answersTogether(ctx.db, viewer))) return null
  const { event, closed } = await readEventForEntry(ctx.db, viewer, ref)
  const participation = await participationOf(ctx.db, event.id, viewer.accountId)
  const status = participation?.status
  // leaving needs no agreement, and a repeat changes nothing
  if (answer === 'decline' && status !== 'invited') return null
  // an omitted identity stays as it was; only both together can change the identities that
  // participate
  const before = participation?.identity_id ?? null
  const attendeeId = said.identity_id === undefined ? before : said.identity_id
  const isIn = status === 'accepted' || status === 'pending_approval'
  if (answer === 'participate' && isIn && attendeeId === before) return null
  if (event.creator_account_id === viewer.accountId || participation?.is_co_organizer === 1)
    return null
  const now = ctx.now()
  const byCode = closed === 'event_waits'
  if (byCode && !accessByCode(event, now)) fail('not_found')
  if (answer === 'participate' && !byCode)
    await requireJoinable(ctx.db, event, participation, viewer.accountId, now)
  if (attendeeId !== null && !viewer.identityIds.includes(attendeeId)) fail('foreign_identity')
  return store(ctx, viewer, event, { answer, attendeeId, byCode }, async (trx) => {
    // a code opens neither the rules nor the questions yet
    if (byCode) return
    if (answer === 'participate' && status !== 'declined')
      await acceptToParticipate(trx, viewer, event, attendeeId, said, now)
    await saveReplies(trx, event, viewer.accountId, said.answers ?? [], now)
  })
}

interface Held {
  readonly answer: Answer
  /** The identity that participates; null: both. */
  readonly attendeeId: string | null
  readonly byCode: boolean
}
/** Stores an answer that waits, or a change of it; the acting identity's own yes counts at once. */
const store = async (
  ctx: Ctx,
  viewer: Viewer,
  event: EventRole['event'],
  { answer, attendeeId, byCode }: Held,
  alongside?: (trx: Conn) => Promise<void>,
): Promise<EventRole['event']> => {
  const now = ctx.now()
  const row = await ctx.db.transaction().execute(async (trx) => {
    // two first answers at once: the later one changes the earlier one
    await lockPair(trx, viewer.accountId, event.id, 'alone')
    await alongside?.(trx)
    const known = await lockAnswer(trx, viewer.accountId, event.id)
    if (known?.answer === answer && (await attendeeOfHeld(trx, known.id)) === attendeeId)
      return known
    const next = {
      answer,
      user_id: viewer.userId,
      revision: known ? known.revision + 1 : 1,
      updated_at: now,
      by_code: flag(byCode),
    }
    if (known) {
      await withdrawAgreements(trx, known.id, now)
      await trx.updateTable('held_answers').set(next).where('id', '=', known.id).execute()
      await setAttendee(trx, known.id, attendeeId)
      return { ...known, ...next }
    }
    const row = {
      id: newId(),
      account_id: viewer.accountId,
      event_id: event.id,
      wanted: JSON.stringify(viewer.identityIds),
      ...next,
    }
    await trx.insertInto('held_answers').values(row).execute()
    await setAttendee(trx, row.id, attendeeId)
    return row
  })
  const identity = viewer.identityId
  const isYes = identity !== null && (await immediateAgreement(ctx.db, viewer, identity)) !== null
  if (isYes && row.answer === answer) {
    const { answer: left } = await agree(ctx, viewer, event, row.revision)
    if (left === null) return event
  }
  publish(ctx, viewer, event.id)
  ctx.bus.emit('agreement.asked', { accountId: viewer.accountId, subjectId: row.id })
  return event
}

/**
 * Holds the request of a couple that answers together and has the code of an event by invitation
 * only: organizers hear of it once both agree. Returns whether it waits.
 */
export const holdCoupleRequest = async (
  ctx: Ctx,
  viewer: Viewer,
  event: EventRole['event'],
): Promise<boolean> => {
  if (!(await answersTogether(ctx.db, viewer))) return false
  const known = await findHeldAnswer(ctx.db, viewer.accountId, event.id).executeTakeFirst()
  const attendeeId = known?.by_code ? await attendeeOfHeld(ctx.db, known.id) : null
  await store(ctx, viewer, event, { answer: 'participate', attendeeId, byCode: true })
  return isHeld(ctx, viewer, event.id)
}

/** Records a yes; the last one gives the answer in the same transaction. */
const agree = async (
  ctx: Ctx,
  viewer: Viewer,
  event: EventRole['event'],
  revision: number,
): Promise<{ answer: HeldAnswer | null }> => {
  const { row, isGiven, ...done } = await changeParticipations(ctx, event.id, async (trx) => {
    const row = (await lockAnswer(trx, viewer.accountId, event.id)) ?? fail('not_found')
    if (row.revision !== revision) fail('held_changed')
    const attendeeId = await attendeeOfHeld(trx, row.id)
    if (!(await approveProposal(trx, viewer, proposalOf(row, attendeeId), ctx.now())))
      return { row, isGiven: false, changes: [], news: [] }
    await drop(trx, row)
    const entered = row.by_code
      ? await enterByCode(trx, viewer.accountId, event, ctx.now(), attendeeId)
      : { changes: [], news: [] }
    const given =
      row.answer === 'participate'
        ? await participateIn(
            ctx,
            trx,
            viewer,
            event,
            { identity_id: attendeeId },
            { isAgreed: true },
          )
        : await stopParticipatingIn(ctx, trx, viewer, event.id)
    return {
      row,
      isGiven: true,
      changes: [...entered.changes, ...given.changes],
      news: [...entered.news, ...given.news],
    }
  })
  await announceParticipations(ctx, event.id, done)
  publish(ctx, viewer, event.id)
  return { answer: isGiven ? null : await presentHeld(ctx.db, row) }
}

export const approveAnswer = async (
  ctx: Ctx,
  viewer: Viewer,
  ref: string,
  { revision, code }: { readonly revision: number; readonly code?: string | undefined },
): Promise<{ answer: HeldAnswer | null; event: Event | null }> => {
  // in both mode `approveProposal` fails
  if (viewer.identityId !== null) await proveIdentity(ctx, viewer, viewer.identityId, code)
  const { event } = await readEventForEntry(ctx.db, viewer, ref)
  const { answer } = await agree(ctx, viewer, event, revision)
  return { answer, event: await presentAfterLeaving(ctx, viewer, event) }
}

/**
 * Either may take it back, and with it what was replied to the questions, unless the account takes
 * part already. Idempotent.
 */
export const takeBackAnswer = async (ctx: Ctx, viewer: Viewer, ref: string): Promise<void> => {
  const { event } = await readEventForEntry(ctx.db, viewer, ref)
  await ctx.db.transaction().execute(async (trx) => {
    const row = await lockAnswer(trx, viewer.accountId, event.id)
    if (!row) return
    await withdrawAgreements(trx, row.id, ctx.now())
    await drop(trx, row)
    const { status } = (await participationOf(trx, event.id, viewer.accountId)) ?? {}
    if (status !== 'accepted' && status !== 'pending_approval' && status !== 'waitlist')
      await deleteRepliesOf(trx, event.id, viewer.accountId)
  })
  publish(ctx, viewer, event.id)
}

interface Answered {
  readonly event: EventRole['event']
  readonly isHeld: boolean
}
/** «Je participe», at once or once both agree. */
export const participateOrHold = async (
  ctx: Ctx,
  viewer: Viewer,
  ref: string,
  said: Participation = {},
): Promise<Answered> => {
  const held = await hold(ctx, viewer, ref, 'participate', said)
  return held
    ? { event: held, isHeld: await isHeld(ctx, viewer, held.id) }
    : { event: await participate(ctx, viewer, ref, said), isHeld: false }
}
/** «Non merci», at once or once both agree; leaving is always at once. */
export const declineOrHold = async (ctx: Ctx, viewer: Viewer, ref: string): Promise<Answered> => {
  const held = await hold(ctx, viewer, ref, 'decline')
  if (held) return { event: held, isHeld: await isHeld(ctx, viewer, held.id) }
  const event = await stopParticipating(ctx, viewer, ref)
  if (await isHeld(ctx, viewer, event.id)) await takeBackAnswer(ctx, viewer, event.id)
  return { event, isHeld: false }
}
const isHeld = async (ctx: Ctx, viewer: Viewer, eventId: string): Promise<boolean> =>
  (await findHeldAnswer(ctx.db, viewer.accountId, eventId).executeTakeFirst()) !== undefined
