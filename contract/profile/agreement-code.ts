import * as z from 'zod/mini'

export const CODE_MIN = 6
export const CODE_MAX = 12
/** Wrong codes before a wait, and how long it lasts. */
export const CODE_TRIES = 5
export const CODE_WAIT_S = 15 * 60
/** Passkeys of one person. */
export const IDENTITY_PASSKEYS_MAX = 5
/** A ticket for the use of a passkey begins so, and is taken that long. */
export const TICKET_PREFIX = 'key'
export const TICKET_S = 120
/** Time in which the other can object before a forgotten code is removed. */
export const CODE_FORGOTTEN_DAYS = 7

/** The code of a person of a couple. */
export const code = z
  .string()
  .check(
    z.trim(),
    z.regex(/^\d+$/, 'Un code ne compte que des chiffres.'),
    z.minLength(CODE_MIN, `Un code compte au moins ${CODE_MIN} chiffres.`),
    z.maxLength(CODE_MAX, `Un code compte au plus ${CODE_MAX} chiffres.`),
  )
/** What proves a person of a couple: their code, or the ticket for the use of their passkey. */
export const proof = z
  .string()
  .check(
    z.trim(),
    z.regex(/^(?:\d{6,12}|key\.[\w.-]{20,200})$/, `Un code compte au moins ${CODE_MIN} chiffres.`),
  )
