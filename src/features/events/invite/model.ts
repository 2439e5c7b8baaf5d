import type { Event } from '#contract/events/events'
import { NO_SUCH_MEMBER, type ParticipantRow } from '#contract/events/participants'
import { isFull } from '../../../lib/places'
import { foldAccents } from '../../../lib/text'

type Invitable = Pick<
  Event,
  'is_ended' | 'status' | 'participant_count' | 'max_participants' | 'has_unlimited_participants'
>
/** Reason why invitations are impossible now, or null. */
export const inviteObstacle = (event: Invitable): string | null => {
  if (event.is_ended) return 'Événement terminé'
  if (event.status !== 'published') return 'Événement non publié – publiez-le pour pouvoir inviter'
  if (isFull(event)) return `Capacité maximale atteinte (${event.max_participants})`
  return null
}

/** Accounts that are already invited. Those who declined or were cancelled can be invited again. */
export const invitedIds = (people: readonly ParticipantRow[]): ReadonlySet<string> =>
  new Set(
    people.flatMap((p) =>
      p.account_id && p.status !== 'declined' && p.status !== 'cancelled' ? [p.account_id] : [],
    ),
  )

/** Without «@» and surrounding spaces. */
export const cleanHandle = (typed: string): string => typed.trim().replace(/^@/, '')
/** Validation error of a handle before sending, or null. */
export const handleError = (
  typed: string,
  own: string,
  people: readonly ParticipantRow[],
): string | null => {
  const key = foldAccents(cleanHandle(typed))
  if (!/^[a-z0-9_]{4,}$/.test(key))
    return 'Le pseudo doit contenir au moins 4 caractères alphanumériques'
  if (key === foldAccents(own)) return 'Vous ne pouvez pas vous inviter vous‑même'
  const known = people.find((p) => p.account_id !== null && foldAccents(p.account_handle) === key)
  return known && known.status !== 'declined' && known.status !== 'cancelled' ? 'Déjà invité' : null
}

interface GroupMember {
  readonly account_id: string
  readonly account_handle: string
}
/**
 * Members of a group whom an invitation would reach: excludes the caller, masked members and those
 * already invited.
 */
export const invitableMembers = <M extends GroupMember>(
  members: readonly M[],
  ownId: string | null,
  invited: ReadonlySet<string>,
): readonly M[] =>
  members.filter(
    (m) =>
      m.account_id !== ownId &&
      m.account_handle.trim() !== '' &&
      m.account_handle !== 'Pseudo caché' &&
      !invited.has(m.account_id),
  )

export const invitationsSentText = (count: number): string =>
  count === 1 ? 'Invitation envoyée' : `${count} invitations envoyées`

/**
 * What to say of the refusals of a group's invitations, undefined where there are none. Members of a
 * group have their handles: one that the server does not want to know may not be invited, and why
 * stays unsaid.
 */
export const groupRefusalText = (refusals: readonly string[]): string | undefined => {
  const [other] = refusals.filter((r) => r !== NO_SUCH_MEMBER)
  if (other !== undefined || refusals.length === 0) return other
  return refusals.length === 1
    ? 'Un membre du groupe ne peut pas être invité.'
    : `${refusals.length} membres du groupe ne peuvent pas être invités.`
}
