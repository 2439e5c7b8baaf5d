import { createHash } from 'node:crypto'
import { noticePuzzle, PUZZLE_BITS, sendNotice } from '#contract/moderation'
import type { TestApp } from '../server/server'

/** A solved puzzle, as the form sends it; the first solution from `from` on. */
export const solved = (puzzle: string, from = 0): string => {
  for (let nonce = from; ; nonce += 1) {
    const proof = `${puzzle}.${nonce}`
    const hash = createHash('sha256').update(proof).digest()
    if (hash.readUInt32BE(0) >>> (32 - PUZZLE_BITS) === 0) return proof
  }
}

/** A notice from outside the community. */
export const notice = async (
  t: TestApp,
  body: {
    readonly target: string
    readonly reason: 'impersonation' | 'non_consensual' | 'spam'
    readonly text: string
    readonly email?: string
  },
) => {
  const client = t.client()
  const { puzzle } = (await client.call(noticePuzzle, {})).body
  return client.call(sendNotice, { body: { ...body, goodFaith: true, proof: solved(puzzle) } })
}
