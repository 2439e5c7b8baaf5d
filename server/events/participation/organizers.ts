import type { Event } from '#contract/events/events'
import { areRelations } from '../../access/accounts'
import { lockUnseparated } from '../../access/blocks'
import { isEnded, readEvent, requireCreator, requireOrganizer } from '../../access/events'
import type { Ctx, Viewer } from '../../context'
import { fail } from '../../fail'
import { addNews } from '../../news/service'
import { announceParticipations, changeParticipations } from '../editing/changes'
import { mayPassGate } from './gate'
import { newsFor } from './organizer-news'
import { setParticipationStatus } from './status'
import { lockEvent, participationOf, type EventRow } from '../queries'
import { organizersOf } from '../present'

type Organizer = Event['organizers'][number]

const present = async (ctx: Ctx, viewer: Viewer, event: EventRow): Promise<Organizer[]> =>
  (await organizersOf(ctx, viewer, event)).filter((one) => !one.is_creator)

export const coOrganizers = async (ctx: Ctx, viewer: Viewer, id: string): Promise<Organizer[]> =>
  present(ctx, viewer, (await readEvent(ctx.db, viewer, id)).event)

/**
 * Makes a relation of the creator a co-organizer and a confirmed participant, even beyond the
 * capacity. Idempotent. Fails with `own_event`, `not_your_relation`, `organizer_unverified`,
 * `event_ended`, and `guest_hidden`, as organizers are seen.
 */
export const addOrganizer = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  accountId: string,
): Promise<Organizer[]> => {
  const { event: known } = await requireCreator(ctx.db, viewer, id)
  if (accountId === viewer.accountId) fail('own_event')
  const now = ctx.now()
  const done = await changeParticipations(ctx, known.id, async (trx) => {
    // before the event's lock, which all participants contend for
    if (
      !(await lockUnseparated(trx, viewer.accountId, accountId)) ||
      !(await areRelations(trx, viewer.accountId, accountId))
    )
      fail('not_your_relation')
    const event = (await lockEvent(trx, known.id, now)) ?? fail('not_found')
    if (isEnded(event, now)) fail('event_ended')
    const before = await participationOf(trx, event.id, accountId)
    if (before?.is_co_organizer === 1) return { changes: [], news: [] }
    if (before?.is_hidden === 1) fail('guest_hidden')
    // a role is no way past the gate: the others come because all are verified
    if (!(await mayPassGate(trx, event, before, accountId, now))) fail('organizer_unverified')
    const change = await setParticipationStatus(trx, event, accountId, 'accepted', now, {
      invitedBy: viewer.accountId,
    })
    await trx
      .updateTable('event_participants')
      .set({ is_co_organizer: 1, is_hidden: 0 })
      .where('id', '=', change.row.id)
      .execute()
    await lockEvent(trx, event.id, now)
    return {
      changes: [
        { ...change, row: { ...change.row, is_co_organizer: 1 as const }, isRole: true as const },
      ],
      news: await addNews(
        trx,
        [newsFor(event, 'co_organizer_added', accountId, viewer.accountId)],
        now,
      ),
    }
  })
  await announceParticipations(ctx, known.id, done)
  return present(ctx, viewer, known)
}

/**
 * The creator removes a co-organizer, or a co-organizer resigns, which the creator is notified of. The
 * account stays a confirmed participant.
 */
export const removeOrganizer = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  accountId: string,
): Promise<void> => {
  const resigns = accountId === viewer.accountId
  const { event: known } = await (resigns ? requireOrganizer : requireCreator)(ctx.db, viewer, id)
  const now = ctx.now()
  const done = await changeParticipations(ctx, known.id, async (trx) => {
    const event = (await lockEvent(trx, known.id, now)) ?? fail('not_found')
    const row = await participationOf(trx, event.id, accountId)
    if (!row || row.is_co_organizer === 0) return fail('not_found')
    await trx
      .updateTable('event_participants')
      .set({ is_co_organizer: 0 })
      .where('id', '=', row.id)
      .execute()
    return {
      changes: [
        {
          event,
          row: { ...row, is_co_organizer: 0 as const },
          previous: row.status,
          isRole: true as const,
        },
      ],
      news: resigns
        ? await addNews(
            trx,
            [newsFor(event, 'co_organizer_left', event.creator_account_id, accountId)],
            now,
          )
        : [],
    }
  })
  await announceParticipations(ctx, known.id, done)
}
