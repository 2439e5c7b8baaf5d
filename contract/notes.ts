import * as z from 'zod/mini'
import { idParams, uuid } from './common'
import { NOTE_MAX, RATING_MAX } from './limits'
import { route } from './route'

const feeling = z.nullable(
  z
    .number()
    .check(
      z.int('Une note est un nombre entier de 0 à 100.'),
      z.gte(0, 'Une note est un nombre entier de 0 à 100.'),
      z.lte(RATING_MAX, 'Une note est un nombre entier de 0 à 100.'),
    ),
)
const comment = z.nullable(
  z
    .string()
    .check(z.trim(), z.maxLength(NOTE_MAX, `Une note compte au plus ${NOTE_MAX} caractères.`)),
)

/**
 * Private notes of an account on another: visible only to that account. Keys of identity_feelings:
 * identities of the account that notes.
 */
export const feelings = z.object({
  /**
   * Rounded mean of the rated identities; null until both of a couple have rated. Computed by the
   * server.
   */
  global_feeling: feeling,
  global_comment: comment,
  identity_feelings: z.record(z.string(), z.object({ feeling, comment })),
})
export type Feelings = z.infer<typeof feelings>
export const getFeelings = route({
  id: 'getFeelings',
  method: 'GET',
  path: '/accounts/:id/feelings',
  auth: 'account',
  summary: 'The caller’s notes on a member; empty when there are none',
  params: idParams,
  reply: feelings,
})
export const saveFeelings = route({
  id: 'saveFeelings',
  method: 'POST',
  path: '/accounts/:id/feelings',
  auth: 'account',
  summary: 'Replaces the caller’s notes on a member',
  params: idParams,
  body: z.object({
    global_comment: comment,
    identity_feelings: z.record(uuid, z.object({ feeling, comment })),
  }),
  reply: feelings,
})
