import type { ReportReason } from '#contract/safety'

/** Reasons of a report, as members choose them. */
export const REASONS: readonly { readonly value: ReportReason; readonly label: string }[] = [
  { value: 'harassment', label: 'Harcèlement ou insistance' },
  { value: 'minor', label: 'Personne mineure' },
  { value: 'non_consensual', label: 'Photo ou propos diffusés sans accord' },
  { value: 'impersonation', label: 'Faux profil ou usurpation d’identité' },
  { value: 'spam', label: 'Publicité ou arnaque' },
  { value: 'illegal', label: 'Contenu illégal' },
  { value: 'other', label: 'Autre raison' },
]

/** Of a photo: the first hides it at once. */
export const PHOTO_REASONS: typeof REASONS = [
  { value: 'pictured', label: 'Je suis sur cette photo' },
  ...REASONS,
]

const labels = new Map(PHOTO_REASONS.map(({ value, label }) => [value, label]))
export const reasonLabel = (reason: ReportReason): string => labels.get(reason) ?? reason
