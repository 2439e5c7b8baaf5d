import type { EventItem } from '#contract/events/events'

const KNOWN: readonly string[] = [
  'organizer',
  'accepted',
  'pending_approval',
  'invited',
  'waitlist',
]

/**
 * Selecting a shared event: a notice when it is by invitation and the member is not invited, else
 * it is loaded.
 */
export const chooseSharedEvent = (
  event: Pick<EventItem, 'viewer_participant_status' | 'access_type' | 'is_ended'>,
): 'fetch' | 'ended' | 'contact' => {
  const known =
    event.viewer_participant_status !== null && KNOWN.includes(event.viewer_participant_status)
  if (known || event.access_type !== 'invitation_only') return 'fetch'
  return event.is_ended ? 'ended' : 'contact'
}
