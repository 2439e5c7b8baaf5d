import { noticePuzzle, PUZZLE_BITS } from '#contract/moderation'
import { call } from '../../data/http/api'

/** Hashes that are under way at once. */
const BATCH = 512

const isSolution = async (proof: string): Promise<boolean> => {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(proof))
  return new DataView(hash).getUint32(0) >>> (32 - PUZZLE_BITS) === 0
}

/**
 * Finds the number whose hash with the puzzle begins with `PUZZLE_BITS` zero bits: some 33,000
 * hashes on average, about a second, which a flood of notices would have to pay each time.
 */
export const solvePuzzle = async (puzzle: string): Promise<string> => {
  for (let from = 0; ; from += BATCH) {
    const proofs = Array.from({ length: BATCH }, (_, n) => `${puzzle}.${from + n}`)
    const hits = await Promise.all(proofs.map(isSolution))
    const found = proofs[hits.indexOf(true)]
    if (found !== undefined) return found
  }
}

/** A solved puzzle of the server. */
export const makeProof = async (): Promise<string> =>
  solvePuzzle((await call(noticePuzzle, {})).puzzle)
