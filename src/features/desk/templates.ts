import type { CommunityRule } from '#contract/moderation'
import type { ReportReason } from '#contract/safety'
import type { Measure, Restriction, SubjectKind } from '#contract/staff/measures'
import { frenchTypography } from '../../lib/text'

const SUBJECT = {
  profile: 'votre profil',
  message: 'un de vos messages',
  photo: 'une de vos photos',
  event: 'une de vos sorties',
  request: 'une de vos demandes d’album',
  decision: 'votre compte',
  application: 'votre inscription',
  comment: 'votre commentaire',
  verification: 'votre photo',
} as const satisfies Record<SubjectKind, string>

/** What was seen, without anything that would point at whoever reported it. */
const SEEN = {
  harassment: 'Nous y avons lu une insistance ou des mots qui blessent.',
  minor: 'Nous y avons vu, ou lu, ce qui laisse penser à une personne mineure.',
  pictured: 'Une personne y apparaît sans avoir donné son accord.',
  non_consensual: 'Une personne y apparaît, ou y est nommée, sans avoir donné son accord.',
  impersonation: 'Ce qui s’y trouve laisse croire que vous êtes quelqu’un d’autre.',
  spam: 'Nous y avons trouvé de la publicité ou une offre commerciale.',
  illegal: 'Ce qui s’y trouve est interdit par la loi.',
  other: 'Ce qui s’y trouve ne respecte pas les règles que nous partageons ici.',
} as const satisfies Record<ReportReason, string>

const THEN = {
  change:
    'Merci de modifier ce passage dans les prochains jours. Tout le reste est en ordre, et rien d’autre ne change pour vous.',
  remove:
    'Nous avons donc retiré ce contenu. Le reste de votre compte n’est pas touché, et nous comptons sur vous pour la suite.',
  warn: 'Nous vous demandons d’y prendre garde. C’est un avertissement\u00a0: rien n’est fermé pour vous, mais si cela recommence nous devrons aller plus loin.',
  restrict:
    'Certaines actions vous sont donc fermées pour quelques jours. Rien n’est effacé, et le reste de votre compte n’est pas touché.',
  suspend:
    'Nous avons donc suspendu votre compte pour quelques jours. Rien n’est effacé\u00a0: vous le retrouverez tel qu’il était.',
  exclude:
    'C’est assez grave pour que votre place ne soit plus parmi nous\u00a0: votre compte est fermé. Vous pouvez télécharger vos données et contester cette décision.',
} as const

const TEXTS_REMOVED =
  'Nous avons donc retiré les textes de votre profil. Vous pouvez en écrire d’autres quand vous voulez. Le reste de votre compte n’est pas touché.'

/** Why a photo with a gesture is not enough; the first is proposed. */
export const PHOTO_REFUSALS = [
  'Le geste demandé ne se voit pas, ou ce n’est pas le bon.',
  'La photo est trop sombre ou trop floue pour être comparée.',
  'Le visage n’est pas entier sur la photo.',
  'Il manque une personne\u00a0: un couple montre ses deux visages.',
  'Nous ne reconnaissons pas la personne des photos du profil.',
  'Les photos du profil ne permettent pas de comparer\u00a0: ajoutez-en une où l’on vous devine mieux.',
] as const
const PHOTO_REFUSED = 'Vous pouvez reprendre une photo quand vous voulez.'
/** Text for the member whose photo was refused for this reason. */
export const photoRefusal = (reason: string): string =>
  frenchTypography(`${reason} ${PHOTO_REFUSED}`)

const ANSWERS = {
  uphold:
    'Nous avons relu tout le dossier et ce que vous nous avez écrit. Les faits sont établis et la mesure nous paraît juste\u00a0: nous la maintenons. Merci d’avoir pris le temps de nous répondre.',
  overturn:
    'Nous avons relu tout le dossier et ce que vous nous avez écrit. Vous aviez raison de contester\u00a0: cette décision est annulée, et nous vous présentons nos excuses.',
  refuse:
    'Merci pour votre présentation. Nous ne pouvons pas vous accueillir pour le moment\u00a0: nous connaissons trop peu les personnes qui demandent à entrer.',
  answer:
    'Merci de nous avoir écrit\u00a0: vos remarques nous aident à rendre cet endroit plus agréable pour chacun.',
} as const

/** The text that a decision starts with; staff may change every word. Empty for a dismissed case. */
export const templateFor = (
  measure: Measure,
  subject: SubjectKind,
  reason: ReportReason | null,
): string => {
  if (measure === 'dismiss' || measure === 'admit' || measure === 'verify') return ''
  if (measure === 'refuse' && subject === 'verification') return photoRefusal(PHOTO_REFUSALS[0])
  if (
    measure === 'uphold' ||
    measure === 'overturn' ||
    measure === 'refuse' ||
    measure === 'answer'
  )
    return frenchTypography(ANSWERS[measure])
  const then = measure === 'remove' && subject === 'profile' ? TEXTS_REMOVED : THEN[measure]
  return frenchTypography(
    `L’équipe a examiné ${SUBJECT[subject]}. ${SEEN[reason ?? 'other']} ${then}`,
  )
}

/** Rules that the software brings; operators may have written others. */
const RULE_OF: Readonly<Partial<Record<ReportReason, string>>> = {
  harassment: 'respect',
  minor: 'majeurs',
  pictured: 'photos',
  non_consensual: 'photos',
  impersonation: 'verite',
  spam: 'commerce',
  illegal: 'consentement',
}
export const ruleFor = (reason: ReportReason | null, rules: readonly CommunityRule[]): string => {
  const wanted = reason ? RULE_OF[reason] : undefined
  return (rules.find((rule) => rule.key === wanted) ?? rules[0])?.key ?? ''
}

/** The reason that most reports give. */
export const mainReason = (
  reports: readonly { readonly reason: ReportReason }[],
): ReportReason | null => {
  const counts = new Map<ReportReason, number>()
  for (const { reason } of reports) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null
}

export const scopesFor = (subject: SubjectKind): readonly Restriction[] => {
  if (subject === 'event') return ['events']
  return subject === 'photo' ? ['photos'] : ['conversations']
}

export const RESTRICTION_DAYS = [7, 14, 30] as const
