import * as z from 'zod/mini'
import { isoDate } from './common'

const GIVEN_FROM_MS = Date.UTC(1900, 0, 1)
const GIVEN_TO_MS = Date.UTC(2200, 0, 1)
/** An instant that a member chooses. In UTC, or moved by a copy, one at the end of all years has five digits: no answer could say it any more. */
export const givenDate = isoDate.check(
  z.refine((text) => {
    const at = Date.parse(text)
    return at >= GIVEN_FROM_MS && at < GIVEN_TO_MS
  }, 'Cette date est trop éloignée.'),
)
