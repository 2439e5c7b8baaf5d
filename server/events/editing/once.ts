import type { Event } from '#contract/events/events'
import type { Ctx, Viewer } from '../../context'
import { maskedIdOf, newId } from '../../tokens'
import { eventConversationId } from '../../messaging/service'
import { presentCurrent } from '../present'
import type { EventRow } from '../queries'

const eventOf = (ctx: Ctx, id: string): Promise<EventRow | undefined> =>
  ctx.db.selectFrom('events').where('id', '=', id).selectAll().executeTakeFirst()

/**
 * Creates an event of the caller once per `idempotency_key`, which decides its id. A repetition returns
 * the first event, whatever its body says. Once that event is deleted, each repetition creates another.
 */
export const createEventOnce = async (
  ctx: Ctx,
  viewer: Viewer,
  key: string | undefined,
  make: (id: string) => Promise<EventRow>,
): Promise<Event> => {
  if (!key) return presentCurrent(ctx, viewer, await make(newId()))
  const id = maskedIdOf(ctx.secret, 'made-event', viewer.accountId, key)
  const made = async (): Promise<EventRow | undefined> => {
    const event = await eventOf(ctx, id)
    return event?.creator_account_id === viewer.accountId ? event : undefined
  }
  // a deleted event leaves its conversation, which is not for another one; read before the event,
  // which another call may make in between
  const isUsed = (await eventConversationId(ctx.db, id)) !== null
  const first = await made()
  if (first) return presentCurrent(ctx, viewer, first)
  const event = await make(isUsed ? newId() : id).catch(async (error: unknown) => {
    // of two at the same moment the second finds the first
    const other = await made()
    if (other) return other
    throw error
  })
  return presentCurrent(ctx, viewer, event)
}
