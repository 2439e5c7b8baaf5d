import { createHash, createHmac } from 'node:crypto'
import { HOUR_MS } from '#contract/limits'
import { PUZZLE_BITS } from '#contract/moderation'
import type { Ctx } from '../context'
import { fail } from '../fail'
import { equalsTimingSafe, newId } from '../tokens'

const VALID_MS = HOUR_MS

const signOf = (secret: Uint8Array, text: string): string =>
  createHmac('sha256', secret).update(`notice-puzzle:${text}`).digest('base64url')

/** Stateless: `id.end.signature`. The id becomes that of the notice, so that it serves once. */
export const createPuzzle = ({ secret, now }: Pick<Ctx, 'secret' | 'now'>): string => {
  const text = `${newId()}.${now() + VALID_MS}`
  return `${text}.${signOf(secret, text)}`
}

/** Whether the first `PUZZLE_BITS` bits are zero. */
const isSolved = (proof: string): boolean =>
  createHash('sha256').update(proof).digest().readUInt32BE(0) >>> (32 - PUZZLE_BITS) === 0

export const refuseProof = (): never =>
  fail(
    'conflict',
    undefined,
    undefined,
    'Ce formulaire est resté ouvert trop longtemps. Envoyez-le de nouveau.',
  )

/** The id of a solved puzzle of this server. Fails with `conflict` for every other text. */
export const verifyProof = (
  { secret, now }: Pick<Ctx, 'secret' | 'now'>,
  proof: string,
): string => {
  const [id = '', end = '', sign = '', nonce] = proof.split('.')
  const isValid =
    nonce !== undefined &&
    equalsTimingSafe(sign, signOf(secret, `${id}.${end}`)) &&
    Number(end) > now() &&
    isSolved(proof)
  return isValid ? id : refuseProof()
}
