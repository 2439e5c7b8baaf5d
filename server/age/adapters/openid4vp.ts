import type { DeviceResponse as Response } from '@owf/mdoc'
import type { Ctx } from '../../context'
import { fail } from '../../fail'
import type { AgeAnswer, AgeCheck, AgeProof } from '../port'
import { trustedIssuerCerts } from '../trust-list'
import { mdocContext } from './mdoc-crypto'

/** Document type and namespace of the European age attestation. */
export const AGE_DOC = 'eu.europa.ec.av.1'
const QUERY = {
  credentials: [
    {
      id: 'age',
      format: 'mso_mdoc',
      meta: { doctype_value: AGE_DOC },
      claims: [{ path: [AGE_DOC, 'age_over_18'] }],
    },
  ],
}
/** Clocks of wallets and issuers that are slightly off. */
const SKEW_S = 30

const responseUriOf = (ctx: Pick<Ctx, 'env'>, id: string): string =>
  `${ctx.env.publicUrl}/api/auth/age/${id}/wallet`
/** The client is named by where it receives the answer: nothing is signed. */
const clientIdOf = (responseUri: string): string => `redirect_uri:${responseUri}`

/** The one presentation of a `vp_token`: `{"age":["<base64url>"]}`. */
const presentationOf = (vpToken: unknown): Buffer => {
  try {
    const given = JSON.parse(String(vpToken)) as { age?: unknown }
    const list: unknown = given.age
    if (Array.isArray(list) && list.length === 1 && typeof list[0] === 'string')
      return Buffer.from(list[0], 'base64url')
  } catch {
    // not JSON
  }
  return fail('age_answer_invalid')
}

/** The claim of exactly one attestation with exactly one namespace; null for anything else. */
const claimOf = (response: Response): boolean | null => {
  const [document, ...others] = response.documents ?? []
  if (!document || others.length > 0 || document.docType !== AGE_DOC) return null
  const { issuerNamespaces, issuerAuth } = document.issuerSigned
  if (issuerAuth.mobileSecurityObject.docType !== AGE_DOC) return null
  const namespaces = [...issuerNamespaces.issuerNamespaces.keys()]
  if (namespaces.length !== 1 || namespaces[0] !== AGE_DOC) return null
  const items = document.getIssuerNamespace(AGE_DOC) ?? []
  const claim = items.find((item) => item.elementIdentifier === 'age_over_18')
  return typeof claim?.elementValue === 'boolean' ? claim.elementValue : null
}

/** The response of a wallet, posted directly or through the browser. */
interface WalletAnswer {
  readonly vpToken: string
  readonly by: 'wallet' | 'browser'
}

const verify = async (ctx: Ctx, check: AgeCheck, answer: unknown): Promise<AgeAnswer> => {
  const { vpToken, by } = answer as WalletAnswer
  const { CoseKey, DeviceResponse, SessionTranscript, Verifier } = await import('@owf/mdoc')
  const context = mdocContext((jwk) => CoseKey.fromJwk(jwk))
  const bytes = presentationOf(vpToken)
  const responseUri = responseUriOf(ctx, check.id)
  const trustedCertificates = await trustedIssuerCerts(ctx)
  try {
    const { nonce } = check
    const sessionTranscript =
      by === 'browser'
        ? await SessionTranscript.forOid4VpDcApi(
            { origin: new URL(ctx.env.publicUrl).origin, nonce },
            context,
          )
        : await SessionTranscript.forOid4Vp(
            { clientId: clientIdOf(responseUri), nonce, responseUri },
            context,
          )
    await Verifier.verifyDeviceResponse(
      {
        deviceResponse: bytes,
        sessionTranscript,
        trustedCertificates,
        now: new Date(ctx.now()),
        skewSeconds: SKEW_S,
        onCheck: ({ status, check: name }) => {
          if (status === 'FAILED') throw new Error(name)
        },
      },
      context,
    )
    const isAdult = claimOf(DeviceResponse.decode(bytes))
    if (isAdult !== null) return isAdult ? 'passed' : 'refused'
  } catch (error) {
    // which check failed, never what was presented
    ctx.log.warn({ reason: (error as Error).message }, 'an age attestation was refused')
  }
  return fail('age_answer_invalid')
}

/**
 * OpenID4VP with the European age profile (annex A of the AV technical specification): an unsigned
 * request by value, response by `direct_post`, or through the browser where it has the Digital
 * Credentials API (`openid4vp-v1-unsigned`). The other protocol of that API, `org-iso-mdoc`, is not
 * offered.
 */
export const walletProof: AgeProof = {
  start: (ctx, { id, nonce }) => {
    const responseUri = responseUriOf(ctx, id)
    return `av://?${new URLSearchParams({
      response_type: 'vp_token',
      response_mode: 'direct_post',
      client_id: clientIdOf(responseUri),
      response_uri: responseUri,
      nonce,
      state: id,
      dcql_query: JSON.stringify(QUERY),
    })}`
  },
  finish: verify,
}
