import { createPrivateKey, createSign, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  CoseKey,
  DeviceKey,
  DeviceRequest,
  DocRequest,
  Holder,
  Issuer,
  ItemsRequest,
  SessionTranscript,
  SignatureAlgorithm,
  type MdocContext,
} from '@owf/mdoc'
import { mdocContext } from '../../../server/age/adapters/mdoc-crypto'
import { AGE_DOC } from '../../../server/age/adapters/openid4vp'

const here = import.meta.dirname
const read = (name: string): string => readFileSync(join(here, name), 'utf8')
/** The root that the test server trusts. */
export const TRUST = join(here, 'root.pem')

const verifying = mdocContext((jwk) => CoseKey.fromJwk(jwk))
/** As on the server, and able to sign. */
const context: MdocContext = {
  ...verifying,
  cose: {
    ...verifying.cose,
    sign1: {
      ...verifying.cose.sign1,
      sign: ({ toBeSigned, key }) =>
        createSign('sha256')
          .update(toBeSigned)
          .sign({
            key: createPrivateKey({ key: key.jwk as never, format: 'jwk' }),
            dsaEncoding: 'ieee-p1363',
          }),
    },
  },
}

const DAY_MS = 86_400_000
export interface Attestation {
  readonly over18?: boolean
  readonly issuer?: 'issuer' | 'stranger'
  readonly docType?: string
  readonly namespace?: string
  readonly claim?: string
  /** Further namespaces beside the one asked for. */
  readonly extra?: boolean
  /** Of the validity, relative to now. */
  readonly fromDays?: number
  readonly untilDays?: number
}

/** Responds to an `av://` request as a wallet does; returns the `vp_token`. */
export const present = async (
  address: string,
  attestation: Attestation = {},
  change: { nonce?: string; responseUri?: string; origin?: string } = {},
): Promise<string> => {
  const {
    over18 = true,
    issuer = 'issuer',
    docType = AGE_DOC,
    namespace = AGE_DOC,
    claim = 'age_over_18',
    extra = false,
    fromDays = 0,
    untilDays = 30,
  } = attestation
  const asked = new URL(address).searchParams
  const now = Date.now()
  const device = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signingKey = CoseKey.fromJwk({
    ...device.privateKey.export({ format: 'jwk' }),
    alg: 'ES256',
  })
  const deviceKey = DeviceKey.fromJwk(device.publicKey.export({ format: 'jwk' }))
  const made = new Issuer(docType, context).addIssuerNamespace(namespace, { [claim]: over18 })
  if (extra) made.addIssuerNamespace('org.iso.18013.5.1', { family_name: 'Durand' })
  const issuerSigned = await made.sign({
    signingKey: CoseKey.fromJwk({
      ...createPrivateKey(read(`${issuer}.key`)).export({ format: 'jwk' }),
      alg: 'ES256',
    }),
    algorithm: SignatureAlgorithm.ES256,
    digestAlgorithm: 'SHA-256',
    validityInfo: {
      signed: new Date(now),
      validFrom: new Date(now + fromDays * DAY_MS),
      validUntil: new Date(now + untilDays * DAY_MS),
    },
    deviceKeyInfo: { deviceKey },
    certificates: [new X509Certificate(read(`${issuer}.pem`)).raw],
  })
  const responseUri = change.responseUri ?? asked.get('response_uri') ?? ''
  const nonce = change.nonce ?? asked.get('nonce') ?? ''
  // through the browser, which names its page
  const sessionTranscript = change.origin
    ? await SessionTranscript.forOid4VpDcApi({ origin: change.origin, nonce }, context)
    : await SessionTranscript.forOid4Vp(
        { clientId: `redirect_uri:${responseUri}`, nonce, responseUri },
        context,
      )
  const namespaces: Record<string, Record<string, boolean>> = { [namespace]: { [claim]: false } }
  if (extra) namespaces['org.iso.18013.5.1'] = { family_name: false }
  const response = await Holder.createDeviceResponseForDeviceRequest(
    {
      deviceRequest: DeviceRequest.create({
        docRequests: [
          DocRequest.create({ itemsRequest: ItemsRequest.create({ docType, namespaces }) }),
        ],
      }),
      sessionTranscript,
      issuerSigned: [issuerSigned],
      signature: { signingKey },
    },
    context,
  )
  return JSON.stringify({ age: [response.encodedForOid4Vp] })
}
