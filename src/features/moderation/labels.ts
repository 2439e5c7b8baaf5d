import type { OwnDecision, OwnReport, PhotoPlace } from '#contract/moderation'
import type { Restriction, SubjectKind } from '#contract/staff/measures'
import { dateLong } from '../../lib/dates'
import { joinFr, NBSP } from '../../lib/text'

export const REPORTED_KIND_LABELS = {
  profile: 'Un profil',
  message: 'Un message',
  photo: 'Une photo',
  event: 'Une sortie',
  request: 'Une demande d’album',
} as const satisfies Record<OwnReport['kind'], string>

export const REPORT_STATES = {
  received: 'Reçu, à l’étude',
  measure: `Examiné${NBSP}: l’équipe a agi`,
  dismissed: 'Examiné, sans suite',
  reconsidered: `Réexaminé${NBSP}: la mesure a été levée`,
} as const satisfies Record<OwnReport['state'], string>

export const ORIGIN_LABELS = {
  report: 'À la suite d’un signalement, examiné par une personne de l’équipe.',
  own: 'À l’initiative de l’équipe.',
  signal: 'À la suite d’une alerte de nos serveurs, examinée par une personne de l’équipe.',
} as const satisfies Record<OwnDecision['origin'], string>

const CLOSED = {
  conversations: 'commencer une discussion',
  messages: 'écrire des messages',
  events: 'publier une sortie',
  photos: 'ajouter, envoyer ou partager des photos',
} as const satisfies Record<Restriction, string>

const ABOUT = {
  profile: 'votre profil',
  message: 'un message',
  photo: 'une photo',
  event: 'une sortie',
  request: 'une demande d’album',
  decision: 'votre compte',
  application: 'votre inscription',
  comment: 'un commentaire',
  verification: 'votre photo',
} as const satisfies Record<SubjectKind, string>
const REMOVED = {
  profile: 'Textes de votre profil retirés',
  message: 'Message retiré',
  photo: 'Photo retirée',
  event: 'Sortie retirée',
  request: 'Demande retirée',
  decision: 'Contenu retiré',
  application: 'Contenu retiré',
  comment: 'Contenu retiré',
  verification: 'Contenu retiré',
} as const satisfies Record<SubjectKind, string>

/** The identity that a restriction is about. */
const toWhom = ({ identity }: OwnDecision): string =>
  identity === null ? 'pour vous' : `à ${identity.handle ?? 'la personne qui a quitté ce compte'}`

/** What was decided, in the words of the member that it concerns. */
export const decisionTitle = (decision: OwnDecision): string => {
  const { measure, subjectKind, until, scopes } = decision
  const end = until ? ` jusqu’au ${dateLong(until)}` : ''
  switch (measure) {
    case 'change':
      return `Modification demandée sur ${ABOUT[subjectKind]}`
    case 'remove':
      return REMOVED[subjectKind]
    case 'warn':
      return 'Avertissement'
    case 'restrict':
      return `Fermé ${toWhom(decision)}${end}${NBSP}: ${joinFr(scopes.map((one) => CLOSED[one]))}`
    case 'suspend':
      return `Compte suspendu${end}`
    case 'exclude':
      return 'Compte fermé'
    case 'dismiss':
    case 'uphold':
    case 'overturn':
    case 'admit':
    case 'refuse':
    case 'answer':
    case 'verify':
      return 'Dossier clos'
  }
}

const PLACES = {
  profile: ', sur votre profil',
  public_album: ', dans un album public',
  private_album: ', dans un album privé',
  other: '',
} as const satisfies Record<PhotoPlace, string>

/** What a decision is about, before its own words; null where the title says it all. */
export const aboutLabel = ({ subjectKind, about }: OwnDecision): string | null => {
  if (subjectKind === 'profile') return 'Votre profil'
  if (!about) return null
  const day = dateLong(about.at)
  if (subjectKind === 'event') return `Votre sortie du ${day}${NBSP}: `
  if (subjectKind === 'photo') return `Votre photo du ${day}${PLACES[about.place ?? 'other']}`
  if (subjectKind === 'request') return `Votre demande d’album du ${day}${NBSP}: `
  return `Votre message du ${day}${about.text ? `${NBSP}: ` : ', une photo'}`
}

/** Where what was removed by a decision that was taken back is found again. */
export const restoredPlaceText = ({ measure, subjectKind }: OwnDecision): string | null => {
  if (measure !== 'remove') return null
  if (subjectKind === 'profile')
    return 'Vos textes sont revenus sur votre profil, sauf ceux que vous avez réécrits.'
  if (subjectKind === 'photo')
    return `Votre photo est de retour${NBSP}: vous la retrouvez en ajoutant une photo, sous «${NBSP}Depuis mes photos${NBSP}».`
  return subjectKind === 'event'
    ? `Votre sortie est de retour, en brouillon, dans Sorties${NBSP}› Mon calendrier.`
    : null
}

/** The decision that closes the account now, if there is one. */
export const closingDecision = (
  decisions: readonly OwnDecision[],
  now = Date.now(),
): OwnDecision | undefined =>
  decisions.find(
    ({ measure, undoneAt, until }) =>
      undoneAt === null &&
      (measure === 'exclude' ||
        (measure === 'suspend' && until !== null && Date.parse(until) > now)),
  )
