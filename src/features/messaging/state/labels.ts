import type { Conversation, Message } from '#contract/messaging/messages'
import { ApiError, serverMessageOf } from '../../../data/http/api-error'
import { dateLong, daysAgo, timeLong } from '../../../lib/dates'

const SEND_DEFAULT = 'Erreur envoi message'
const PHOTO_FAILED = 'Envoi de la photo impossible. Merci de réessayer.'
const PHOTO_LIMIT =
  'Vous avez atteint la limite de photos. Supprimez-en certaines ou passez à l’offre supérieure.'
export const BLUR_FAILED = 'Erreur traitement flou'
const AUTHOR_LEFT =
  'Ce message ne peut plus partir\u00a0: la personne qui l’a écrit a quitté ce compte.'
const PERSON_LEFT =
  'Ce message ne peut plus partir\u00a0: la personne qui l’a écrit, ou que l’on voit sur une photo, a quitté ce compte.'
export const NO_IDENTITY = 'Aucune identité active. Veuillez en sélectionner une.'
export const DELETED_MESSAGE = 'Message supprimé'
export const EMPTY_THREAD_TEXT = 'Aucun message. Lancez-vous et écrivez le premier\u00a0!'
export const ORGANIZERS_ONLY = 'Seuls les organisateurs peuvent écrire'
export const TALK_CLOSED =
  'Cette discussion est fermée depuis la fin de la sortie, et ses photos sont effacées.'
export const READ_ONLY = 'Vous ne pouvez plus écrire dans cette discussion.'

/** A photo that must not leave the device, with the reason for the member. */
export class PhotoRefusedError extends Error {}

/** Text of the red box above the composer (MSG-189 to MSG-191, MSG-196). */
export const sendError = (error: unknown, withPhotos: boolean): string => {
  if (error instanceof PhotoRefusedError) return error.message
  if (error instanceof ApiError && error.code === 'foreign_identity')
    return withPhotos ? PERSON_LEFT : AUTHOR_LEFT
  const text = serverMessageOf(error) ?? ''
  if (/limite de/i.test(text) && /médias/i.test(text)) return PHOTO_LIMIT
  if (withPhotos) return PHOTO_FAILED
  return text || SEND_DEFAULT
}

const SYSTEM = {
  participant_joined: 'a rejoint la discussion',
  participant_left: 'a quitté la discussion',
  info: '',
  event_paused: 'La sortie est en pause',
  event_resumed: 'La sortie a repris',
  co_organizer_added: 'co-organise maintenant la sortie',
  co_organizer_removed: 'ne co-organise plus la sortie',
  event_direct_opened: 'Discussion ouverte avec les organisateurs',
} as const satisfies Record<NonNullable<Message['systemType']>, string>

/**
 * Text of a system message: its content, else a text for its type, else «Notification système»
 * (MSG-065).
 */
export const systemText = (m: {
  readonly content: string
  readonly systemType: Message['systemType']
}): string =>
  m.content.trim() ||
  (m.systemType ? SYSTEM[m.systemType].replace(/^./, (c) => c.toUpperCase()) : '') ||
  'Notification système'

const wordsOf = (content: string, photos: number): string =>
  content.replace(/\s+/g, ' ').trim() || (photos > 1 ? `${photos} photos` : 'Photo')
/** Preview of the last own message that the server has not confirmed. */
export const outgoingPreview = (content: string, photos: number): string =>
  `Vous\u00a0: ${wordsOf(content, photos)}`

/** The second line of a row in the list. */
export const previewOf = (
  last: Conversation['last_message'],
  own: string | null,
  type: Conversation['type'],
): string => {
  if (!last) return 'Nouvelle discussion'
  if (last.deletedAt) return DELETED_MESSAGE
  if (last.senderAccountId === 'system') return systemText(last)
  const text = wordsOf(last.content, last.mediaCount)
  if (last.senderAccountId === own) return `Vous\u00a0: ${text}`
  return type === 'direct' ? text : `${last.senderHandle}\u00a0: ${text}`
}

/**
 * Last-seen text of the header: to the minute for two days, then the day only. Empty when unknown.
 */
export const seenLabel = (
  { online, at }: { online: boolean; at: string | null },
  now = Date.now(),
): string => {
  if (online) return 'En ligne maintenant'
  if (!at) return ''
  const days = daysAgo(at, now)
  return days <= 0
    ? `Vu à ${timeLong(at)}`
    : days === 1
      ? `Vu hier à ${timeLong(at)}`
      : `Vu le ${dateLong(at)}`
}
