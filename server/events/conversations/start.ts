import type { startEventConversation } from '#contract/events/participants'
import type { Reply } from '#contract/route'
import { areSeparated } from '../../access/blocks'
import { requireMayStartDirect } from '../../access/contact'
import { findDirect } from '../../access/direct'
import { eventIsVisible } from '../../access/predicates'
import {
  readEventForEntry,
  findEvent,
  isPendingCodeRequest,
  requireReadable,
  eventRoleOf,
  type EventEntryRole,
  type EventRole,
} from '../../access/events'
import type { Ctx, Viewer } from '../../context'
import { Fail, fail } from '../../fail'
import { ensureDirect, eventDirectId } from '../../messaging/service'
import { ensureEventDirect } from './conversations'
import { hasRequestedPlace, participationById, type ParticipationRow } from '../queries'

type Opened = Reply<typeof startEventConversation>

/**
 * Members who may write to the organizers without being able to read the event: those who see it
 * among the shared events of a member (an organizer or a confirmed participant).
 */
const reached = async (ctx: Ctx, viewer: Viewer, eventId: string): Promise<EventEntryRole> => {
  try {
    const approach = await readEventForEntry(ctx.db, viewer, eventId)
    // organizers hear of a request once both agree to it
    return approach.closed === 'event_waits' ? fail('forbidden') : approach
  } catch (error) {
    if (!(error instanceof Fail) || error.code !== 'forbidden') throw error
    const event = (await findEvent(ctx.db, eventId)) ?? fail('not_found')
    const isShown = await ctx.db
      .selectFrom('events as e')
      .where('e.id', '=', event.id)
      .where(eventIsVisible(viewer.accountId))
      .select('e.id')
      .executeTakeFirst()
    if (isShown) return { ...(await eventRoleOf(ctx.db, viewer.accountId, event)), closed: null }
    throw error
  }
}

/**
 * The other participant, for viewers who may write to it: organizers to all, participants to
 * confirmed ones that are not hidden.
 */
const partner = async (
  ctx: Ctx,
  viewer: Viewer,
  role: EventRole,
  participantId: string,
): Promise<ParticipationRow> => {
  const row = (await participationById(ctx.db, role.event.id, participantId)) ?? fail('not_found')
  if (row.account_id === viewer.accountId) fail('own_conversation')
  // before the block check: an error that changed with a block would reveal who is hidden
  if (isPendingCodeRequest(role)) fail('forbidden')
  if (!role.isOrganizer && (row.status !== 'accepted' || row.is_hidden === 1)) fail('forbidden')
  if (await areSeparated(ctx.db, viewer.accountId, row.account_id)) fail('not_found')
  return row
}

export const startConversation = async (
  ctx: Ctx,
  viewer: Viewer,
  eventId: string,
  participantId: string | undefined,
): Promise<Opened> => {
  const role = await reached(ctx, viewer, eventId)
  const row = participantId
    ? await partner(ctx, viewer, requireReadable(role), participantId)
    : null
  if (row && !role.isOrganizer) {
    await requireMayStartDirect(ctx.db, viewer.accountId, row.account_id, ctx.now())
    return {
      success: true,
      conversation_id: await ensureDirect(
        ctx.db,
        viewer.accountId,
        row.account_id,
        viewer,
        ctx.now(),
      ),
    }
  }
  if (!row && role.isOrganizer)
    return { success: false, conversation_id: null, error: 'Vous organisez cette sortie.' }
  // an invitation takes only a handle: it must not open a conversation with a member who accepts no new
  // ones
  if (
    row &&
    !hasRequestedPlace(row) &&
    (await eventDirectId(ctx.db, role.event.id, row.account_id)) === null
  )
    await requireMayStartDirect(ctx.db, viewer.accountId, row.account_id, ctx.now())
  return {
    success: true,
    conversation_id: await ensureEventDirect(
      ctx,
      role.event,
      row?.account_id ?? viewer.accountId,
      viewer,
    ),
  }
}

/** Whether that conversation already exists. */
export const findConversation = async (
  ctx: Ctx,
  viewer: Viewer,
  eventId: string,
  participantId: string | null,
): Promise<{ exists: boolean; conversation_id: string | null }> => {
  const role = await reached(ctx, viewer, eventId)
  const row = participantId
    ? await partner(ctx, viewer, requireReadable(role), participantId)
    : null
  const id =
    row && !role.isOrganizer
      ? await findDirect(ctx.db, viewer.accountId, row.account_id)
      : await eventDirectId(ctx.db, role.event.id, row?.account_id ?? viewer.accountId)
  return { exists: id !== null, conversation_id: id }
}
