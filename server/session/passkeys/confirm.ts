import type { Ctx } from '../../context'
import { fail } from '../../fail'
import {
  consumeChallenge,
  advanceCounter,
  findPasskey,
  insertChallenge,
  passkeysOf,
} from './queries'
import { challengeIn, readSigned, requestOptions, type SignedPasskey } from './webauthn'

/** A challenge for this user's passkeys: after the password, or for a staff member's desk. */
export const challengeUser = async (ctx: Ctx, userId: string): Promise<Record<string, unknown>> => {
  const options = await requestOptions(ctx, await passkeysOf(ctx.db, userId))
  await insertChallenge(ctx.db, options.challenge, 'second', userId, ctx.now())
  return options
}

export const hasPasskey = async (ctx: Pick<Ctx, 'db'>, userId: string): Promise<boolean> =>
  (await passkeysOf(ctx.db, userId)).length > 0

/** Checks the response to `challengeUser` for a signed-in user; fails with `passkey_refused`. */
export const confirmByPasskey = async (
  ctx: Ctx,
  userId: string,
  signed: SignedPasskey,
): Promise<void> => {
  const challenge = challengeIn(signed)
  const asked = await consumeChallenge(ctx.db, challenge, ctx.now())
  const passkey = await findPasskey(ctx.db, signed.id)
  if (asked?.kind !== 'second' || asked.user_id !== userId || passkey?.user_id !== userId)
    return fail('passkey_refused')
  const counter = await readSigned(ctx, signed, challenge, passkey)
  if (counter === null || !(await advanceCounter(ctx.db, passkey, counter, ctx.now())))
    fail('passkey_refused')
}
