import type { Conversation } from '#contract/messaging/messages'
import { dateShort } from '../../../lib/dates'

type Titled = Pick<
  Conversation,
  'type' | 'title' | 'event_title' | 'event_start_date' | 'is_event_organizer' | 'participants'
>

/**
 * The other member of a direct conversation; for organizers of an event-direct, the participant.
 */
export const counterpart = (
  c: Pick<Titled, 'type' | 'participants'>,
  own: string | null,
): Conversation['participants'][number] | undefined =>
  c.participants.find((p) => p.account_id !== own && (c.type !== 'event-direct' || !p.is_admin))

export const isOrganizer = (
  c: Pick<Titled, 'is_event_organizer' | 'participants'>,
  own: string | null,
): boolean => c.is_event_organizer || c.participants.some((p) => p.account_id === own && p.is_admin)

/** Name of an identity for this viewer: first name where shared, else handle (MSG-072). */
export const shownName = (identity: {
  readonly firstname: string | null
  readonly identity_handle: string
}): string => identity.firstname ?? identity.identity_handle

/** Handle of a member, or a replacement for a deleted account. */
const handleOf = (p: Conversation['participants'][number] | undefined): string | undefined =>
  p?.account.deleted ? 'Compte supprimé' : p?.account.account_handle

/** Conversation titles (MSG-042 to MSG-046). */
export const conversationTitle = (c: Titled, own: string | null): string => {
  switch (c.type) {
    case 'group':
      return c.title?.trim() || 'Groupe'
    case 'event':
      return c.event_title && c.event_start_date
        ? `[${dateShort(c.event_start_date)}] ${c.event_title}`
        : 'Discussion événement'
    case 'event-direct':
      return (
        (isOrganizer(c, own) ? handleOf(counterpart(c, own)) : undefined) ??
        (c.title?.trim() || 'Événement')
      )
    case 'direct':
      return handleOf(counterpart(c, own)) ?? 'Conversation'
  }
}

/** Said when a conversation goes while it is open, or when another member removed this one. */
export const goneText = (c: Titled, own: string | null): string =>
  c.type === 'event'
    ? 'Vous avez quitté la discussion de la sortie.'
    : `Vous ne faites plus partie de «\u00a0${conversationTitle(c, own)}\u00a0».`

/** Type badge of the header (MSG-039, MSG-040). */
export const conversationBadge = (c: Titled, own: string | null): string => {
  switch (c.type) {
    case 'direct':
      return 'Direct'
    case 'group':
      return 'Groupe'
    case 'event':
      return 'Événement'
    case 'event-direct':
      return isOrganizer(c, own) ? 'Participant' : 'Organisateurs'
  }
}
