import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const b64 = (bytes: Buffer): string => bytes.toString('base64url')
const sha = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()
const head = (major: number, n: number): Buffer =>
  n < 24
    ? Buffer.from([major * 32 + n])
    : n < 256
      ? Buffer.from([major * 32 + 24, n])
      : Buffer.from([major * 32 + 25, n >> 8, n & 255])
const bytes = (b: Buffer): Buffer => Buffer.concat([head(2, b.length), b])
const text = (s: string): Buffer => Buffer.concat([head(3, s.length), Buffer.from(s)])
const int = (n: number): Buffer => (n >= 0 ? head(0, n) : head(1, -1 - n))
const map = (...pairs: Buffer[]): Buffer => Buffer.concat([head(5, pairs.length / 2), ...pairs])

export interface Wrong {
  readonly origin?: string
  readonly rpId?: string
  readonly counter?: number
  readonly verified?: boolean
  readonly challenge?: string
  readonly key?: boolean
}
type Question = { challenge: string } & Record<string, unknown>

/** A device that makes and uses one passkey (ES256, no attestation), written apart from the library that checks it. */
export const authenticator = (origin: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const jwk = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let count = 0
  const client = (type: string, question: Question, wrong: Wrong): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: wrong.challenge ?? question.challenge,
        origin: wrong.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const data = (flags: number, wrong: Wrong): Buffer => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(wrong.counter ?? ++count)
    return Buffer.concat([
      sha(wrong.rpId ?? new URL(origin).hostname),
      Buffer.from([wrong.verified === false ? flags & ~4 : flags]),
      counter,
    ])
  }
  return {
    id: b64(id),
    create: (question: Question, wrong: Wrong = {}) => {
      const cose = map(
        int(1),
        int(2),
        int(3),
        int(-7),
        int(-1),
        int(1),
        int(-2),
        bytes(Buffer.from(jwk.x ?? '', 'base64url')),
        int(-3),
        bytes(Buffer.from(jwk.y ?? '', 'base64url')),
      )
      const authData = Buffer.concat([
        data(0x45, wrong),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        cose,
      ])
      const attestation = map(
        text('fmt'),
        text('none'),
        text('attStmt'),
        map(),
        text('authData'),
        bytes(authData),
      )
      return {
        id: b64(id),
        rawId: b64(id),
        type: 'public-key' as const,
        response: {
          clientDataJSON: b64(client('webauthn.create', question, wrong)),
          attestationObject: b64(attestation),
          transports: ['internal'],
        },
      }
    },
    use: (question: Question, wrong: Wrong = {}) => {
      const clientData = client('webauthn.get', question, wrong)
      const authData = data(0x05, wrong)
      const signature = sign(
        'sha256',
        Buffer.concat([authData, sha(clientData)]),
        wrong.key ? other : privateKey,
      )
      return {
        id: b64(id),
        rawId: b64(id),
        type: 'public-key' as const,
        response: {
          clientDataJSON: b64(clientData),
          authenticatorData: b64(authData),
          signature: b64(signature),
        },
      }
    },
  }
}
export type Authenticator = ReturnType<typeof authenticator>
