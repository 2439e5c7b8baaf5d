import type { NewsType } from '#contract/news'

export interface Words {
  readonly title: string
  readonly body: string
}
/** Text of the lock screen by default: names no person, place or subject. */
export const DISCREET: Words = { title: 'Nouvelle activité', body: '' }

const BODY_MAX = 140
const short = (text: string): string =>
  text.length > BODY_MAX ? `${text.slice(0, BODY_MAX - 1).trimEnd()}…` : text

/**
 * `name`: the sender as this reader may know it. `place`: title of the group or event, null in a
 * direct conversation.
 */
export const messageWords = (
  name: string,
  place: string | null,
  content: string,
  photos: number,
): Words => ({
  title: place ? `${name} · ${place}` : name,
  body: content ? short(content.replace(/\s+/g, ' ')) : photos > 1 ? `${photos} photos` : 'Photo',
})

/** Also for those who want details: neither the text nor its recipient. */
export const heldWords = (kind: 'message' | 'answer'): Words => ({
  title: kind === 'message' ? 'Un message attend votre accord' : 'Une réponse attend votre accord',
  body: '',
})

const SENTENCES = {
  event_invited: ['Invitation', (t) => `Une invitation vous attend\u00a0: ${t}.`],
  participation_requested: [
    'Demande de participation',
    (t, who) => `${who} demande à participer à ${t}.`,
  ],
  participation_accepted: [
    'Participation confirmée',
    (t) => `Votre place est confirmée\u00a0: ${t}.`,
  ],
  participation_declined: [
    'Participation',
    (t) => `Votre participation n’a pas été retenue\u00a0: ${t}.`,
  ],
  participant_joined: ['Participation', (t, who) => `${who} participe à ${t}.`],
  participant_waits: ['Liste d’attente', (t, who) => `${who} attend une place pour ${t}.`],
  participant_left: ['Participation', (t, who) => `${who} ne participe plus à ${t}.`],
  co_organizer_added: ['Organisation', (t) => `Vous co-organisez ${t}.`],
  co_organizer_left: ['Organisation', (t) => `L’équipe qui organise ${t} change.`],
  event_published: ['Sortie publiée', (t) => `${t} est publiée.`],
  event_unpublished: ['Sortie en pause', (t) => `${t} est de nouveau en préparation.`],
  location_revealed: [
    'Adresse diffusée',
    (t) => `L’adresse de ${t} vous attend dans l’application.`,
  ],
  event_changed: ['Sortie modifiée', (t) => `${t} a changé.`],
  event_cancelled: ['Sortie annulée', (t) => `${t} est annulée.`],
  event_deleted: ['Sortie supprimée', (t) => `${t} n’existe plus.`],
  waitlist_offer: ['Une place pour vous', (t) => `Une place s’est libérée\u00a0: ${t}.`],
  waitlist_free: ['Une place est libre', (t) => `Des membres attendent une place pour ${t}.`],
  invitation_reminder: ['Invitation', (t) => `Votre réponse est attendue\u00a0: ${t}.`],
  reconfirm_asked: ['Toujours partants\u00a0?', (t) => `${t} approche\u00a0: dites si vous venez.`],
  reconfirm_lapsed: [
    'Votre place',
    (t) => `Votre place pour ${t} est proposée à quelqu’un qui attend.`,
  ],
  event_after: ['Bien rentrés\u00a0?', (t) => `Comment s’est passée ${t}\u00a0?`],
  met_again: ['Du nouveau', () => 'Du nouveau vous attend dans l’application.'],
  relation_joined: ['Du nouveau', () => 'Du nouveau vous attend dans l’application.'],
  event_reminder: ['Rappel', (t) => `${t} approche.`],
  // names neither the asker nor the album, also for those who want details
  album_requested: ['Demande', () => 'Une demande vous attend dans l’application.'],
  album_shared: ['Du nouveau', () => 'Du nouveau vous attend dans l’application.'],
  album_share_ends: ['Du nouveau', () => 'Du nouveau vous attend dans l’application.'],
  agreement_asked: ['Demande', () => 'Une demande vous attend dans l’application.'],
  photo_hidden: ['Du nouveau', () => 'Du nouveau vous attend dans l’application.'],
  parting_asked: ['Du nouveau', () => 'Du nouveau vous attend dans l’application.'],
  parting_cancelled: ['Du nouveau', () => 'Du nouveau vous attend dans l’application.'],
  moderation_decision: ['Message de l’équipe', () => 'Un message vous attend dans l’application.'],
  moderation_lifted: ['Message de l’équipe', () => 'Un message vous attend dans l’application.'],
  moderation_report: ['Message de l’équipe', () => 'Un message vous attend dans l’application.'],
  moderation_reconsidered: [
    'Message de l’équipe',
    () => 'Un message vous attend dans l’application.',
  ],
  private_photo_looked: ['Du nouveau', () => 'Du nouveau vous attend dans l’application.'],
  moderation_reports_warned: [
    'Message de l’équipe',
    () => 'Un message vous attend dans l’application.',
  ],
  moderation_appeal: ['Message de l’équipe', () => 'Un message vous attend dans l’application.'],
  comment_answered: ['Message de l’équipe', () => 'Un message vous attend dans l’application.'],
  verification_answered: [
    'Message de l’équipe',
    () => 'Un message vous attend dans l’application.',
  ],
  met_badge_lost: ['Du nouveau', () => 'Du nouveau vous attend dans l’application.'],
  vouch_asked: ['Une demande', () => 'Une demande vous attend dans l’application.'],
  announcement: ['Message de l’équipe', () => 'Un message vous attend dans l’application.'],
} as const satisfies Record<
  NewsType,
  readonly [title: string, body: (event: string, who: string) => string]
>

/** Never includes a location or an address. */
export const newsWords = (type: NewsType, payload: Readonly<Record<string, unknown>>): Words => {
  const [title, body] = SENTENCES[type]
  const of = (value: unknown, otherwise: string): string =>
    typeof value === 'string' && value ? value : otherwise
  return {
    title,
    body: short(
      body(
        `«\u00a0${of(payload['title'], 'une sortie')}\u00a0»`,
        of(payload['handle'], 'Un membre'),
      ),
    ),
  }
}
