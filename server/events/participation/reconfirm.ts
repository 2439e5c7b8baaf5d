import { lockUnseparated } from '../../access/blocks'
import { isEnded, readEvent, type EventRole } from '../../access/events'
import type { Ctx, Viewer } from '../../context'
import { fail } from '../../fail'
import {
  announceParticipations,
  changeParticipations,
  type ParticipationChanges,
  publishEventChanged,
} from '../editing/changes'
import { lockEvent, organizerIds, participationOf } from '../queries'
import { participateIn } from './participation'
import { reconfirmAskedOf } from './reconfirm-state'
import { withdrawReconfirm } from './status'

const NOTHING: ParticipationChanges = { changes: [], news: [] }

/**
 * «Oui, je viens»: one answer for everyone of the account who comes. When the place is lost, takes
 * a free one, or waits for the next. Idempotent. Fails with `conflict` for an account that is no
 * guest, and before the question.
 */
export const reconfirmParticipation = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
): Promise<EventRole['event']> => {
  const { event: known } = await readEvent(ctx.db, viewer, id)
  const now = ctx.now()
  const me = viewer.accountId
  const done = await changeParticipations(ctx, known.id, async (trx) => {
    // before the event's lock, in the order of `participate`
    if (!(await lockUnseparated(trx, me, known.creator_account_id))) fail('not_found')
    const event = (await lockEvent(trx, known.id, now)) ?? fail('not_found')
    const row = (await participationOf(trx, event.id, me)) ?? fail('conflict')
    if (event.creator_account_id === me || row.is_co_organizer === 1) fail('own_event')
    if (event.status !== 'published') fail('event_not_open')
    if (isEnded(event, now)) fail('event_ended')
    const isLapsed = row.status === 'waitlist' && row.lapsed_at !== null
    const isRepeat = row.status === 'waitlist' && row.reconfirmed_for === event.start_at
    if (row.status !== 'accepted' && !isLapsed && !isRepeat) fail('conflict')
    // before the question it would be no answer
    if (row.status === 'accepted' && (await reconfirmAskedOf(trx, event)).at === null)
      fail('conflict')
    const taken = isLapsed
      ? await participateIn(ctx, trx, viewer, event, {}, { isAgreed: true })
      : NOTHING
    await trx
      .updateTable('event_participants')
      .set({ reconfirmed_for: event.start_at })
      .where('id', '=', row.id)
      .execute()
    const isNew = row.reconfirmed_for !== event.start_at
    return { ...taken, isNew, news: [...taken.news, ...(await withdrawReconfirm(trx, row, now))] }
  })
  await announceParticipations(ctx, known.id, done)
  if (done.changes.length === 0 && done.isNew)
    publishEventChanged(ctx, known.id, [me, ...(await organizerIds(ctx.db, known))])
  return known
}
