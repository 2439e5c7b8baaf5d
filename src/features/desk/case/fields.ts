/** Names of frozen data as staff read them. */
export const FIELD_LABELS: Readonly<Record<string, string>> = {
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
  place: 'Lieu',
  location: 'Commune',
  person1: 'Première personne',
  person2: 'Seconde personne',
  age: 'Âge',
  smoker: 'Tabac',
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
  path: 'Écrit depuis la page',
  words: 'Présentation',
  vouchers: 'Membres cités',
  invitedBy: 'Entrée par le lien de',
}
/** A name without a label of its own: «orientation_femme» as «Orientation femme». */
export const spelled = (name: string): string =>
  (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ')

export const EVENT_STATES: Readonly<Record<string, string>> = {
  draft: 'Brouillon',
  published: 'Publiée',
  cancelled: 'Annulée',
}
