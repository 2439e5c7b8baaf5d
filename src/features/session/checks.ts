import { HANDLE_MAX, HANDLE_MIN, PERSON_HANDLE_MIN } from '#contract/limits'
import type { FieldErrors } from '../../parts/form/use-form'

/**
 * The contract's rules that can be checked before sending, in the server's words: the page has no
 * schemas.
 */
export const emailError = (email: string): string | undefined =>
  /^\S+@\S+\.\S+$/.test(email.trim())
    ? undefined
    : 'Cette adresse e-mail n’est pas valide. Exemple\u00a0: nom@exemple.fr'
export const accountHandleError = (handle: string): string | undefined => {
  const text = handle.trim()
  if (text.length < HANDLE_MIN) return `Le pseudo compte au moins ${HANDLE_MIN} caractères.`
  if (text.length > HANDLE_MAX) return `Le pseudo compte au plus ${HANDLE_MAX} caractères.`
  return /^\w+$/.test(text)
    ? undefined
    : 'Le pseudo ne contient que des lettres sans accent, des chiffres et «\u00a0_\u00a0».'
}

/** Of one person of a couple: shorter, and with accents. The contract has the same rule (`personHandle`). */
export const personHandleError = (handle: string): string | undefined => {
  const text = handle.trim().normalize()
  if (text.length < PERSON_HANDLE_MIN)
    return `Le pseudo compte au moins ${PERSON_HANDLE_MIN} caractères.`
  if (text.length > HANDLE_MAX) return `Le pseudo compte au plus ${HANDLE_MAX} caractères.`
  return /^[A-Za-zÀ-ÖØ-öø-ÿŒœŸ0-9_]+$/.test(text)
    ? undefined
    : 'Le pseudo ne contient que des lettres, des chiffres et «\u00a0_\u00a0».'
}

/** One person of the onboarding: its own handle only in a couple, where `other` is the first one's. */
export const personErrors = (
  at: 0 | 1,
  { handle, gender }: { readonly handle: string; readonly gender: string },
  couple: boolean,
  other?: string,
): FieldErrors => {
  const same =
    other !== undefined && other.trim().toLowerCase() === handle.trim().toLowerCase()
      ? 'Choisissez deux pseudos différents.'
      : undefined
  return {
    ...(couple ? { [`identities.${at}.identity_handle`]: personHandleError(handle) ?? same } : {}),
    [`identities.${at}.gender`]: gender === '' ? 'Choisissez un genre.' : undefined,
  }
}
