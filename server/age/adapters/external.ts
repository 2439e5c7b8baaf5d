import { createHmac } from 'node:crypto'
import { AGE_CHECK_S } from '#contract/session/age'
import { fail } from '../../fail'
import { equalsTimingSafe } from '../../tokens'
import type { AgeAnswer, AgeProof } from '../port'

interface SignedAnswer {
  readonly over18: '1' | '0'
  readonly at: string
  readonly signature: string
}

/** HMAC-SHA256 of `id.over18.at`, hexadecimal. */
export const signAnswer = (secret: string, id: string, over18: '1' | '0', at: string): string =>
  createHmac('sha256', secret).update(`${id}.${over18}.${at}`).digest('hex')

/**
 * A provider with a page of its own: it gets the id of the check and the address to return to, and
 * leads the browser back with a signed answer.
 */
export const externalProof = (url: string, secret: string): AgeProof => ({
  start: (ctx, { id }) => {
    const address = new URL(url)
    address.searchParams.set('state', id)
    address.searchParams.set('return', `${ctx.env.publicUrl}/age`)
    return address.href
  },
  finish: async (ctx, { id }, given): Promise<AgeAnswer> => {
    const { over18, at, signature } = given as SignedAnswer
    const isSigned = equalsTimingSafe(signature, signAnswer(secret, id, over18, at))
    const ageS = Math.abs(ctx.now() / 1000 - Number(at))
    if (!isSigned || ageS > AGE_CHECK_S) fail('age_answer_invalid')
    return over18 === '1' ? 'passed' : 'refused'
  },
})
