import { DAY_MS } from '#contract/limits'
import { REPLY_DAYS, type listReplies, type Participation } from '#contract/events/balance'
import type { Reply } from '#contract/route'
import { notSeparated } from '../../access/blocks'
import { requireOrganizer } from '../../access/events'
import type { Ctx, Viewer } from '../../context'
import type { Conn } from '../../db/dialect'
import { fail } from '../../fail'
import { groupBy } from '../../group-by'
import { presentAccounts } from '../../profile/service'
import { newId } from '../../tokens'
import { eventsEndedBefore, type EventRow } from '../queries'

interface Question {
  readonly id: string
  readonly text: string
}

export const questionsOf = (event: Pick<EventRow, 'questions'>): Question[] =>
  event.questions ? (JSON.parse(event.questions) as Question[]) : []

/** The column of an event's questions: an unchanged question keeps its id, and so its answers. */
export const serializeQuestions = (
  texts: readonly string[],
  known: EventRow | null,
): string | null => {
  const before = known ? questionsOf(known) : []
  return texts.length === 0
    ? null
    : JSON.stringify(
        texts.map((text) => ({ id: before.find((q) => q.text === text)?.id ?? newId(), text })),
      )
}

/** Deletes replies to questions that the event no longer has. */
export const deleteStaleReplies = async (trx: Conn, event: EventRow): Promise<void> => {
  const ids = questionsOf(event).map((q) => q.id)
  await trx
    .deleteFrom('event_answers')
    .where('event_id', '=', event.id)
    .$if(ids.length > 0, (q) => q.where('question_id', 'not in', ids))
    .execute()
}

export const deleteRepliesOf = (trx: Conn, eventId: string, accountId: string): Promise<unknown> =>
  trx
    .deleteFrom('event_answers')
    .where('event_id', '=', eventId)
    .where('account_id', '=', accountId)
    .execute()

/** Stores the answers of a guest; an empty text deletes one. Fails with `conflict` for another question. */
export const saveReplies = async (
  trx: Conn,
  event: EventRow,
  accountId: string,
  answers: NonNullable<Participation['answers']>,
  now: number,
): Promise<void> => {
  const asked = new Map(questionsOf(event).map((q) => [q.id, q.text]))
  for (const { question_id, text } of answers) {
    const question = asked.get(question_id) ?? fail('conflict')
    await trx
      .deleteFrom('event_answers')
      .where('event_id', '=', event.id)
      .where('account_id', '=', accountId)
      .where('question_id', '=', question_id)
      .execute()
    if (text !== '')
      await trx
        .insertInto('event_answers')
        .values({
          event_id: event.id,
          account_id: accountId,
          question_id,
          question,
          answer: text,
          answered_at: now,
        })
        .execute()
  }
}

export const ownReplies = async (
  db: Conn,
  eventId: string,
  accountId: string,
): Promise<{ question_id: string; text: string }[]> =>
  db
    .selectFrom('event_answers')
    .where('event_id', '=', eventId)
    .where('account_id', '=', accountId)
    .select(['question_id', 'answer as text'])
    .execute()

/** Replies to events that ended before are no longer shown; a daily job deletes them. */
const replyLimit = ({ now }: Pick<Ctx, 'now'>): number => now() - REPLY_DAYS * DAY_MS

/** Answers of participants whom the organizer may see, the newest participant first. */
export const listGuestReplies = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
): Promise<Reply<typeof listReplies>> => {
  const { event } = await requireOrganizer(ctx.db, viewer, id)
  if ((event.end_at ?? event.start_at) < replyLimit(ctx)) return { guests: [] }
  const rows = await ctx.db
    .selectFrom('event_answers as w')
    .innerJoin('event_participants as p', (j) =>
      j.onRef('p.event_id', '=', 'w.event_id').onRef('p.account_id', '=', 'w.account_id'),
    )
    .innerJoin('accounts as a', 'a.id', 'w.account_id')
    .where('w.event_id', '=', event.id)
    .where('a.deleted_at', 'is', null)
    // an answer that waits for both identities is not shown to others yet
    .where('p.status', 'in', ['accepted', 'pending_approval', 'waitlist'])
    .where(notSeparated('w.account_id', viewer.accountId))
    .select(['p.id', 'w.account_id', 'w.question_id', 'w.answer'])
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .execute()
  const accounts = await presentAccounts(ctx, viewer, [...new Set(rows.map((r) => r.account_id))])
  const questions = questionsOf(event)
  return {
    guests: [...groupBy(rows, (r) => r.id)].map(([participant_id, own]) => ({
      participant_id,
      account_handle: accounts.get(own[0]?.account_id ?? '')?.account_handle ?? '',
      // in the order of the questions
      answers: questions.flatMap(({ id: question_id, text: question }) => {
        const found = own.find((r) => r.question_id === question_id)
        return found ? [{ question, text: found.answer }] : []
      }),
    })),
  }
}

/** Deletes what guests replied, a week after the end of the event. */
export const deleteExpiredReplies = async (ctx: Ctx): Promise<void> => {
  await ctx.db
    .deleteFrom('event_answers')
    .where('event_id', 'in', eventsEndedBefore(ctx.db, replyLimit(ctx)))
    .execute()
}
