import * as z from 'zod/mini'
import { HANDLE_MAX, HANDLE_MIN, PERSON_HANDLE_MIN } from './limits'

export const uuid = z.uuid()
/**
 * Chosen by the client for one creation: a request repeated with the same key, after a lost reply,
 * returns what the first one created.
 */
export const idempotencyKey = z.optional(uuid)
/** ISO 8601 instant with offset or Z. */
export const isoDate = z.iso.datetime({ offset: true, error: 'Doit être une date ISO valide' })
export const idParams = z.object({ id: uuid })
export const ok = z.object({ success: z.literal(true) })
export const gender = z.enum(['man', 'woman', 'other'])
export type Gender = z.infer<typeof gender>

/** Letters, digits and underscore; unique without regard to case. */
export const handle = z
  .string()
  .check(
    z.trim(),
    z.minLength(HANDLE_MIN, `Le pseudo compte au moins ${HANDLE_MIN} caractères.`),
    z.maxLength(HANDLE_MAX, `Le pseudo compte au plus ${HANDLE_MAX} caractères.`),
    z.regex(
      /^[a-zA-Z0-9_]+$/,
      'Le pseudo ne contient que des lettres sans accent, des chiffres et «\u00a0_\u00a0».',
    ),
  )

/**
 * Of one person: shorter, and with the accents of western European names; unique without regard to
 * case and accents. Other Latin letters look too much like these.
 */
export const personHandle = z
  .string()
  .check(
    z.trim(),
    z.normalize(),
    z.minLength(PERSON_HANDLE_MIN, `Le pseudo compte au moins ${PERSON_HANDLE_MIN} caractères.`),
    z.maxLength(HANDLE_MAX, `Le pseudo compte au plus ${HANDLE_MAX} caractères.`),
    z.regex(
      /^[A-Za-zÀ-ÖØ-öø-ÿŒœŸ0-9_]+$/,
      'Le pseudo ne contient que des lettres, des chiffres et «\u00a0_\u00a0».',
    ),
  )

/** Body of every failure: `error` is a French sentence ready to show. */
export const failure = z.object({
  error: z.string(),
  code: z.optional(z.string()),
  details: z.optional(z.unknown()),
  description: z.optional(z.string()),
})
