import type { NewsItem, NewsType } from '#contract/news'
import { eventWhen } from '../../lib/event-dates'
import { withDe, joinFr, NBSP } from '../../lib/text'

/** A part of a sentence; `b` is emphasised: a name or a title. */
export type SentencePart = string | { readonly b: string }
/** The actor, as far as a sentence needs it. */
interface SentenceActor {
  readonly account_handle: string
  readonly deleted?: boolean
}
/** The own identities, as far as a sentence names them. */
type OwnPeople = readonly {
  readonly identity_handle: string
  readonly firstname: string | null
}[]
type Item = Pick<NewsItem, 'newsType' | 'payload' | 'event' | 'createdAt'>
interface SentenceInput {
  readonly who: SentencePart | null
  readonly title: SentencePart
  /** At the beginning of a sentence. */
  readonly subject: readonly SentencePart[]
  readonly item: Item
  readonly people: OwnPeople
}

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null
const FIELDS: Readonly<Record<string, string>> = {
  date: 'la date',
  place: 'le lieu',
  address: 'l’adresse exacte',
  price: 'la participation aux frais',
  rules: 'les règles de la maison',
  entry: 'qui peut participer',
}
const changes = (fields: unknown): string => {
  const words = Array.isArray(fields) ? fields.flatMap((f: unknown) => FIELDS[String(f)] ?? []) : []
  return words.length > 0 ? joinFr(words) : 'des informations'
}
/** «lea et 2 autres», with the verb for one and for several. */
const gathered =
  (one: string, several: string) =>
  ({ who, title, item }: SentenceInput): readonly SentencePart[] => {
    const others = Number(item.payload['others'] ?? 0)
    if (others <= 0) return [who ?? 'Un membre', ` ${one} `, title, '.']
    return [
      who ?? 'Un membre',
      others === 1 ? ' et une autre personne' : ` et ${others} autres personnes`,
      ` ${several} `,
      title,
      '.',
    ]
  }
const freePlace = ({ item, title }: SentenceInput): readonly SentencePart[] => {
  const { waiting } = item.payload
  const some = typeof waiting === 'number' ? waiting : 0
  return [
    'Une place est libre pour ',
    title,
    some === 1 ? `${NBSP}: 1 membre attend.` : `${NBSP}: ${some || 'des'} membres attendent.`,
  ]
}
/** A reminder that was sent later than this before the start names no hours, ms. */
const TWO_HOURS_MS = 105 * 60_000
/** The event's date is shown below the sentence. */
const reminder = ({ item, title }: SentenceInput): readonly SentencePart[] => {
  const { kind, startDate } = item.payload
  const start = text(startDate) ?? item.event?.startDate ?? ''
  const isSoon = Date.parse(start) - Date.parse(item.createdAt) < TWO_HOURS_MS
  const begins = isSoon ? ' commence bientôt.' : ' commence dans deux heures.'
  return [`Rappel${NBSP}: `, title, kind === 'hours' ? begins : ' approche.']
}

/**
 * Sentence of each kind of item. `who` is null when it has no actor, or the actor is no longer
 * known.
 */
const SENTENCES: Readonly<Record<NewsType, (input: SentenceInput) => readonly SentencePart[]>> = {
  event_invited: ({ who, title }) =>
    who ? [who, ' vous invite à ', title, '.'] : ['Une invitation pour ', title, ' vous attend.'],
  participation_requested: ({ who, title }) =>
    who
      ? [who, ' demande à participer à ', title, '.']
      : ['Une demande de participation à ', title, ' attend votre réponse.'],
  participation_accepted: ({ title }) => ['Votre participation à ', title, ' est confirmée.'],
  participation_declined: ({ title }) => ['Votre participation à ', title, ' n’a pas été retenue.'],
  participant_joined: gathered('participe à', 'participent à'),
  participant_waits: gathered('est en liste d’attente pour', 'sont en liste d’attente pour'),
  participant_left: gathered('ne participe plus à', 'ne participent plus à'),
  co_organizer_added: ({ who, title }) =>
    who
      ? [who, ' vous confie la co-organisation de ', title, '.']
      : ['Vous co-organisez désormais ', title, '.'],
  co_organizer_left: ({ who, title }) => [who ?? 'Un membre', ' ne co-organise plus ', title, '.'],
  event_published: ({ subject }) => [...subject, ' est publiée.'],
  event_unpublished: ({ subject }) => [...subject, ' est mise en pause.'],
  location_revealed: ({ title }) => ['L’adresse exacte de ', title, ' vous est révélée.'],
  event_changed: ({ item, title }) => [
    title,
    ` change${NBSP}: ${changes(item.payload['fields'])}.`,
  ],
  event_cancelled: ({ subject }) => [...subject, ' est annulée.'],
  event_deleted: ({ subject }) => [...subject, ' a été supprimée.'],
  waitlist_offer: ({ title }) => [
    'Une place s’est libérée pour vous à ',
    title,
    '. Elle vous est gardée quelque temps.',
  ],
  waitlist_free: freePlace,
  invitation_reminder: ({ title }) => ['Votre réponse est attendue pour ', title, '.'],
  reconfirm_asked: ({ item, title }) => [
    `Toujours partants pour `,
    title,
    `${NBSP}? `,
    item.payload['again'] === true ? 'Votre réponse manque encore.' : 'Dites-le d’un geste.',
  ],
  reconfirm_lapsed: ({ title }) => [
    'Sans réponse de votre part, votre place pour ',
    title,
    ' est proposée à quelqu’un qui attend.',
  ],
  event_after: ({ title }) => [`Bien rentrés${NBSP}? Un mot sur `, title, ' vous attend.'],
  met_again: ({ who, title }) => [
    'L’envie de se revoir après ',
    title,
    ...(who ? [' est partagée avec ', who] : [' est partagée']),
    `${NBSP}: vous êtes en relation.`,
  ],
  relation_joined: ({ who }) => [who ?? 'Un membre', ' a suivi votre lien d’invitation.'],
  event_reminder: reminder,
  album_requested: ({ who, item }) => {
    const album = text(item.payload['album'])
    return album
      ? [who ?? 'Un membre', ' demande à voir votre album ', { b: album }, '.']
      : [who ?? 'Un membre', ' a demandé à voir un de vos albums privés.']
  },
  album_shared: ({ who, item }) => {
    const albums = Number(item.payload['albums'])
    return [
      who ?? 'Un membre',
      ` partage ${albums > 1 ? `${albums} albums privés` : 'un album privé'} avec vous.`,
    ]
  },
  album_share_ends: ({ who, item }) => [
    'Le partage de ',
    ...(text(item.payload['album'])
      ? ['votre album ', { b: text(item.payload['album']) ?? '' }]
      : ['votre album']),
    ...(who ? [' avec ', who] : []),
    ' se termine dans moins d’un jour.',
  ],
  agreement_asked: ({ item, people }) => {
    const handle = text(item.payload['person'])
    if (!handle) return ['Une photo attend un accord.']
    const name = people.find((p) => p.identity_handle === handle)?.firstname ?? handle
    return ['Une photo attend l’accord ', withDe(name).slice(0, -name.length), { b: name }, '.']
  },
  photo_hidden: ({ item }) => {
    const why = item.payload['why']
    if (why === 'freed') return ['Une de vos photos est de nouveau montrée.']
    return why === 'claimed'
      ? ['Une de vos photos n’est plus montrée\u00a0: un membre dit y être. L’équipe va regarder.']
      : ['Une de vos photos n’est plus montrée.']
  },
  parting_asked: () => ['L’une des deux personnes de votre compte demande à en partir.'],
  parting_cancelled: () => ['La demande de partir de votre compte est annulée.'],
  moderation_decision: () => ['L’équipe a pris une décision concernant votre compte.'],
  moderation_lifted: () => ['L’équipe a levé une décision concernant votre compte.'],
  moderation_report: () => ['L’équipe a examiné votre signalement.'],
  moderation_reconsidered: () => ['L’équipe est revenue sur sa réponse à votre signalement.'],
  private_photo_looked: () => [
    'L’équipe a ouvert une photo d’un de vos albums privés, pour un dossier clos depuis.',
  ],
  moderation_reports_warned: () => [
    'Plusieurs de vos signalements étaient sans fondement. Si cela continue, les prochains seront lus en dernier, sauf danger.',
  ],
  moderation_appeal: () => ['L’équipe a répondu à votre contestation.'],
  comment_answered: () => ['L’équipe a répondu à votre commentaire.'],
  verification_answered: () => ['L’équipe a regardé votre demande de vérification.'],
  met_badge_lost: () => [
    `Une rencontre dite de vous ne compte plus${NBSP}: votre profil ne montre plus «${NBSP}Rencontrés en vrai${NBSP}».`,
  ],
  vouch_asked: () => ['Quelqu’un qui vous connaît souhaite entrer, et vous demande votre parole.'],
  announcement: ({ item }) => [
    { b: 'Message de l’équipe' },
    `${NBSP}: ${text(item.payload['text']) ?? ''}`,
  ],
}
const isKnown = (type: string): type is NewsType => Object.hasOwn(SENTENCES, type)

/** The sentence of an item. A kind that this version does not know gets a generic one. */
export const sentenceOf = (
  item: Item,
  actor: SentenceActor | undefined,
  people: OwnPeople,
): readonly SentencePart[] => {
  const handle = actor
    ? actor.deleted
      ? null
      : actor.account_handle
    : text(item.payload['handle'])
  const name = item.event?.title ?? text(item.payload['title'])
  const input: SentenceInput = {
    item,
    people,
    who: handle ? { b: handle } : null,
    title: name ? { b: name } : 'une sortie',
    subject: name ? ['La sortie ', { b: name }] : ['Une sortie'],
  }
  return isKnown(item.newsType)
    ? SENTENCES[item.newsType](input)
    : ['Du nouveau pour ', input.title, '.']
}

/** Date of the event, below the sentence. */
export const newsDateText = (
  item: Pick<NewsItem, 'event'>,
  now: number = Date.now(),
): string | null => (item.event?.startDate ? eventWhen(item.event.startDate, now) : null)

const TO_PARTICIPANTS: ReadonlySet<string> = new Set<NewsType>([
  'participation_requested',
  'participant_joined',
  'participant_waits',
  'participant_left',
  'waitlist_free',
])
/**
 * Target of an item: the participants when an organizer has to decide, else the event; null once
 * the event is deleted. What the staff did is read in one place.
 */
export const newsPath = (
  item: Pick<NewsItem, 'newsType' | 'eventId' | 'actorAccountId'>,
): string | null => {
  if (['met_again', 'relation_joined', 'album_shared'].includes(item.newsType))
    return item.actorAccountId && `/profile/${item.actorAccountId}`
  if (item.newsType.startsWith('moderation_') || item.newsType === 'comment_answered')
    return '/account/moderation'
  if (item.newsType === 'verification_answered' || item.newsType === 'met_badge_lost')
    return '/account/verification'
  if (item.newsType === 'vouch_asked') return '/account/vouches'
  if (item.newsType === 'album_requested' || item.newsType === 'album_share_ends') return '/albums'
  if (item.newsType === 'agreement_asked' || item.newsType === 'photo_hidden')
    return '/account/agreements'
  if (item.newsType.startsWith('parting_')) return '/account/parting'
  if (item.eventId === null) return null
  if (item.newsType === 'event_after') return `/events/${item.eventId}/after`
  return TO_PARTICIPANTS.has(item.newsType)
    ? `/events/${item.eventId}/subscribers`
    : `/events/${item.eventId}`
}
