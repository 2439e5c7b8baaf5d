import type { CaseKind, CaseLine, CommentTag } from '#contract/staff/cases'
import type { AccountSummary } from '#contract/staff/accounts'
import type { Measure, Restriction, SubjectKind } from '#contract/staff/measures'
import { NBSP } from '../../lib/text'
import type { Tone } from '../../ui/feedback/tone'

export const MEASURE_LABELS = {
  dismiss: 'Classer sans suite',
  change: 'Demander une modification',
  remove: 'Retirer le contenu',
  warn: 'Avertir',
  restrict: 'Restreindre',
  suspend: 'Suspendre',
  exclude: 'Exclure',
  uphold: 'Maintenir la décision',
  overturn: 'Annuler la décision',
  admit: 'Accueillir',
  refuse: 'Ne pas accueillir',
  answer: 'Répondre',
  verify: 'C’est bien cette personne',
} as const satisfies Record<Measure, string>

/** The digit of each measure: the same in every kind of case. 8 is a yes, 9 a no. */
export const MEASURE_KEYS = {
  dismiss: '1',
  change: '2',
  remove: '3',
  warn: '4',
  restrict: '5',
  suspend: '6',
  exclude: '7',
  uphold: '8',
  admit: '8',
  answer: '8',
  verify: '8',
  overturn: '9',
  refuse: '9',
} as const satisfies Record<Measure, string>

/** What a decision was, in lists. */
export const DECIDED_LABELS = {
  dismiss: 'Classé sans suite',
  change: 'Modification demandée',
  remove: 'Contenu retiré',
  warn: 'Avertissement',
  restrict: 'Restriction',
  suspend: 'Suspension',
  exclude: 'Exclusion',
  uphold: 'Décision maintenue',
  overturn: 'Décision annulée',
  admit: 'Inscription acceptée',
  // of a newcomer, or of a photo of verification
  refuse: 'Refus',
  answer: 'Réponse envoyée',
  verify: 'Membre vérifié',
} as const satisfies Record<Measure, string>

export const SCOPE_LABELS = {
  conversations: 'Commencer une discussion',
  messages: 'Écrire des messages',
  events: 'Publier une sortie',
  photos: 'Ajouter, envoyer, partager des photos',
} as const satisfies Record<Restriction, string>

const SUBJECT_LABELS = {
  profile: 'Profil',
  message: 'Message',
  photo: 'Photo',
  event: 'Sortie',
  request: 'Demande d’album',
  decision: 'Décision',
  application: 'Inscription',
  comment: 'Commentaire',
  verification: 'Vérification',
} as const satisfies Record<SubjectKind, string>

export const KIND_LABELS = {
  report: 'Signalement',
  appeal: 'Contestation',
  own: 'Initiative de l’équipe',
  notice: 'Avis extérieur',
  signal: 'Alerte du serveur',
  newcomer: 'Nouvelle inscription',
  comment: 'Commentaire',
  verification: 'Photo de vérification',
} as const satisfies Record<CaseKind, string>

/** Kinds whose name includes their subject. */
const NAMED: ReadonlySet<CaseKind> = new Set(['appeal', 'newcomer', 'comment', 'verification'])
type Nature = Pick<CaseLine, 'kind' | 'subjectKind'>
/** What a case is about, where its kind does not say it. */
export const subjectOf = ({ kind, subjectKind }: Nature): string | null =>
  NAMED.has(kind) ? null : SUBJECT_LABELS[subjectKind]
/** «Profil · Signalement», «Commentaire» */
export const natureOf = (line: Nature): string =>
  [subjectOf(line), KIND_LABELS[line.kind]].filter(Boolean).join(' · ')

/** What a comment is about. */
export const TAG_LABELS = {
  problem: 'Problème',
  idea: 'Idée',
  question: 'Question',
  thanks: 'Merci',
} as const satisfies Record<CommentTag, string>

export const ACCOUNT_STATES = {
  active: 'Compte actif',
  suspended: 'Compte suspendu',
  excluded: 'Compte exclu',
  deleting: 'Suppression demandée',
  deleted: 'Compte supprimé',
} as const satisfies Record<AccountSummary['state'], string>

/** The subject of a case. */
export const caseTitle = (line: Pick<CaseLine, 'account' | 'subjectKind'>): string =>
  line.account?.handle ??
  (line.subjectKind === 'application' ? 'Une personne demande à entrer' : 'Compte inconnu')

export const severityOf = (priority: number): { readonly label: string; readonly tone: Tone } =>
  priority === 0
    ? { label: 'Urgent', tone: 'bad' }
    : { label: `P${priority}`, tone: priority === 1 ? 'warn' : 'neutral' }

const MINUTE_MS = 60_000
/** How long ago: «12 min», «5 h», «3 j». */
export const ageText = (at: string): string => {
  const minutes = Math.max(1, Math.floor((Date.now() - Date.parse(at)) / MINUTE_MS))
  if (minutes < 60) return `${minutes}${NBSP}min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours}${NBSP}h` : `${Math.floor(hours / 24)}${NBSP}j`
}
