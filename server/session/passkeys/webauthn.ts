import { PASSKEY_QUESTION_S } from '#contract/limits'
import type { addPasskey, passkeyLogin } from '#contract/session/passkeys'
import type { ParsedInput } from '#contract/route'
import type { Ctx } from '../../context'
import type { Row } from '../../db/tables'
import type { Env } from '../../env'

export type CreatedPasskey = ParsedInput<typeof addPasskey>['body']['credential']
export type SignedPasskey = ParsedInput<typeof passkeyLogin>['body']['credential']
type Options = Record<string, unknown> & { challenge: string }
type Transports = NonNullable<
  Parameters<
    typeof import('@simplewebauthn/server').verifyAuthenticationResponse
  >[0]['credential']['transports']
>

/** Reads certificates of every vendor: 40 modules, loaded at the first use of a passkey. */
const library = () => import('@simplewebauthn/server')
/** The relying party id and the allowed origins: from the configuration, never from a request. */
const site = (env: Env): { id: string; origins: string[] } => ({
  id: new URL(env.publicUrl).hostname,
  origins: [
    new URL(env.publicUrl).origin,
    ...env.ALLOWED_ORIGINS.split(',')
      .map((o) => o.trim())
      .filter(Boolean),
  ],
})
const timeout = PASSKEY_QUESTION_S * 1000
const transportsOf = (text: string): Transports => JSON.parse(text) as Transports

/** What is stored of a passkey of a login or of a person. */
type Known = Pick<Row<'passkeys'>, 'credential_id' | 'public_key' | 'counter' | 'transports'>

/**
 * Options for creating a passkey. It verifies its user, and to sign in with it must be discoverable
 * (no user name needed).
 */
export const creationOptions = async (
  ctx: Pick<Ctx, 'env'>,
  user: Pick<Row<'users'>, 'id' | 'email' | 'name'>,
  known: readonly Known[],
  residentKey: 'required' | 'discouraged' = 'required',
): Promise<Options> => {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: ctx.env.APP_NAME,
    rpID: site(ctx.env).id,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    timeout,
    attestationType: 'none',
    excludeCredentials: known.map((k) => ({
      id: k.credential_id,
      transports: transportsOf(k.transports),
    })),
    authenticatorSelection: { residentKey, userVerification: 'required' },
  })
  return { ...options }
}
/**
 * `known`: passkeys of the user whose password was correct; without it, any passkey of this site
 * may respond.
 */
export const requestOptions = async (
  ctx: Pick<Ctx, 'env'>,
  known?: readonly Known[],
): Promise<Options> => {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: site(ctx.env).id,
    userVerification: 'required',
    timeout,
    ...(known
      ? {
          allowCredentials: known.map((k) => ({
            id: k.credential_id,
            transports: transportsOf(k.transports),
          })),
        }
      : {}),
  })
  return { ...options }
}

/** The challenge that a response claims to sign; untrusted until the signature is verified. */
export const challengeIn = (answer: { response: { clientDataJSON: string } }): string => {
  try {
    const { challenge } = JSON.parse(
      Buffer.from(answer.response.clientDataJSON, 'base64url').toString(),
    ) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

interface PasskeyProof {
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
}
/**
 * Null for every invalid response: wrong site, wrong challenge, no user verification, bad
 * signature, malformed.
 */
export const readCreated = async (
  ctx: Pick<Ctx, 'env' | 'log'>,
  made: CreatedPasskey,
  challenge: string,
): Promise<PasskeyProof | null> => {
  const { verifyRegistrationResponse } = await library()
  const { id, origins } = site(ctx.env)
  const response = {
    id: made.id,
    rawId: made.rawId,
    type: made.type,
    clientExtensionResults: {},
    response: {
      clientDataJSON: made.response.clientDataJSON,
      attestationObject: made.response.attestationObject,
    },
  }
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: id,
      requireUserVerification: true,
    })
    if (!verified || !registrationInfo) return null
    const { credential } = registrationInfo
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
    }
  } catch (error) {
    ctx.log.warn({ reason: (error as Error).name }, 'passkey creation refused')
    return null
  }
}
/**
 * The new signature count, or null. A count that does not grow is refused: the key has been cloned.
 */
export const readSigned = async (
  ctx: Pick<Ctx, 'env' | 'log'>,
  signed: SignedPasskey,
  challenge: string,
  passkey: Known,
): Promise<number | null> => {
  const { verifyAuthenticationResponse } = await library()
  const { id, origins } = site(ctx.env)
  const { clientDataJSON, authenticatorData, signature } = signed.response
  const response = {
    id: signed.id,
    rawId: signed.rawId,
    type: signed.type,
    clientExtensionResults: {},
    response: { clientDataJSON, authenticatorData, signature },
  }
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
        transports: transportsOf(passkey.transports),
      },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch (error) {
    ctx.log.warn({ reason: (error as Error).name }, 'passkey login refused')
    return null
  }
}
