import type { Ctx } from '../context'

/** A proof that a session has started. */
export interface AgeCheck {
  readonly id: string
  readonly nonce: string
}
export type AgeAnswer = 'passed' | 'refused'

/** A way to prove the age. An answer that is not genuine is refused with an error, not with `refused`. */
export interface AgeProof {
  /** The address that the member opens, in the browser or with a wallet. */
  start(ctx: Ctx, check: AgeCheck): string
  /** Reads an answer. Fails with `age_answer_invalid`. */
  finish(ctx: Ctx, check: AgeCheck, answer: unknown): Promise<AgeAnswer>
}
