import { ratingLabel } from '../../../lib/bands'
import { NBSP } from '../../../lib/text'
import {
  contextLabels,
  COUPLE_LABEL,
  ORIENTATION_LABEL,
  ORIGINE_LABEL,
  practiceLabels,
  SILHOUETTE_LABEL,
  SMOKER_LABEL,
  TASTE_WORDS,
} from '../../../parts/member/trait-labels'

/** Names of frozen data as staff read them. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  newConversations: 'Discussions commencées en une heure',
  sameMessage: 'Discussions qui ont reçu le même texte en un jour',
  blocks: 'Membres qui ont bloqué ce compte en une semaine',
  refusals: 'Demandes d’albums refusées à ce compte en une semaine',
  excludedAddress: 'Adresse e-mail d’un compte exclu',
  removedPhoto: 'Photo déjà retirée',
  handle: 'Pseudo',
  identities: 'Identités',
  gender: 'Genre',
  description: 'Description',
  title: 'Titre',
  rules: 'Règles de la maison',
  questions: 'Questions',
  place: 'Lieu',
  location: 'Commune',
  person1: 'Première personne',
  person2: 'Seconde personne',
  age: 'Âge',
  smoker: 'Tabac',
  silhouette: 'Silhouette',
  taille: 'Taille',
  origine: 'Origine',
  practices: 'Pratiques',
  comments: 'Commentaires',
  couplePractices: 'Pratiques du couple',
  coupleComments: 'Commentaires du couple',
  contextPractices: 'Contextes',
  contextComments: 'Commentaires des contextes',
  startAt: 'Début',
  endAt: 'Fin',
  price: 'Prix',
  paymentUrl: 'Lien de paiement',
  status: 'État',
  target: 'Ce qui est visé',
  reason: 'Raison',
  text: 'Texte',
  at: 'Envoyé',
  path: 'Écrit depuis la page',
  words: 'Présentation',
  vouchers: 'Membres cités',
  invitedBy: 'Entrée par le lien de',
}
/** Names of the answers of a profile; some are worded otherwise for a single person. */
const answerLabels = (couple: boolean): Readonly<Record<string, string>> => ({
  ...ORIENTATION_LABEL,
  ...COUPLE_LABEL,
  ...practiceLabels(couple),
  ...contextLabels(couple),
})
/** The name of a field as staff read it. One that is not known yet: «nouvelle_donnee» as «Nouvelle donnee». */
export const fieldName = (name: string, couple: boolean): string =>
  FIELD_LABELS[name] ??
  answerLabels(couple)[name] ??
  (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ')

const CHOICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: { draft: 'Brouillon', published: 'Publiée', cancelled: 'Annulée' },
  smoker: SMOKER_LABEL,
  silhouette: SILHOUETTE_LABEL,
  origine: ORIGINE_LABEL,
}
/** A value of a closed list by its label; free text is never replaced. */
export const choiceLabel = (name: string, value: string): string | undefined =>
  CHOICES[name]?.[value]

const RATED = answerLabels(true)
/** A rating with its word: «Volontiers (70)». */
export const ratingText = (name: string, value: number): string =>
  name in RATED ? `${ratingLabel(value, TASTE_WORDS)}${NBSP}(${value})` : String(value)
