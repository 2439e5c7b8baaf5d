import * as z from 'zod/mini'
import { isoDate } from './common'

const GIVEN_FROM_MS = Date.UTC(1900, 0, 1)
const GIVEN_TO_MS = Date.UTC(2200, 0, 1)
/**
 * An instant that a member chooses, from 1900 to 2199. Near the year 9999, conversion to UTC or the
 * shift of a copied event would give years of five digits, which replies could not express.
 */
export const givenDate = isoDate.check(
  z.refine((text) => {
    const at = Date.parse(text)
    return at >= GIVEN_FROM_MS && at < GIVEN_TO_MS
  }, 'Cette date est trop éloignée.'),
)
