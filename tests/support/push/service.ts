import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  randomBytes,
  verify,
  type ECDH,
} from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that the push service received, and its content as the browser would read it. */
interface Pushed {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly payload: {
    notification: { title: string; body: string; icon: string; deep_link: string }
    data: { url: string; tag: string; pusher?: Record<string, unknown> }
  }
  /** Claims of the VAPID token, whose signature was verified with the key in the header. */
  readonly vapid: { aud: string; exp: number; sub: string; key: string }
}
export interface Browser {
  readonly endpoint: string
  readonly keys: { p256dh: string; auth: string }
  readonly token: string
}

const hmac = (key: Buffer, ...data: Buffer[]): Buffer =>
  createHmac('sha256', key).update(Buffer.concat(data)).digest()

/** RFC 8188 and 8291: aes128gcm, one record. Written independently of the library that encrypts. */
const decrypt = (body: Buffer, pair: ECDH, auth: Buffer): string => {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  const ikm = hmac(
    hmac(auth, pair.computeSecret(sender)),
    Buffer.from('WebPush: info\0'),
    pair.getPublicKey(),
    sender,
    Buffer.from([1]),
  )
  const prk = hmac(salt, ikm)
  const cek = hmac(prk, Buffer.from('Content-Encoding: aes128gcm\0\x01')).subarray(0, 16)
  const nonce = hmac(prk, Buffer.from('Content-Encoding: nonce\0\x01')).subarray(0, 12)
  const open = createDecipheriv('aes-128-gcm', cek, nonce)
  open.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([open.update(record.subarray(0, -16)), open.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

const part = (text: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>
/** RFC 8292: verifies the token's ES256 signature, audience and lifetime. Throws the reason. */
const checkVapid = (authorization: string | undefined, origin: string): Pushed['vapid'] => {
  const m = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(authorization ?? '')
  if (!m) throw new Error(`no VAPID: ${authorization}`)
  const [, head = '', body = '', signature = '', key = ''] = m
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const good = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const claims = part(body) as { aud: string; exp: number; sub: string }
  if (!good) throw new Error('VAPID: wrong signature')
  if (claims.aud !== origin) throw new Error(`VAPID: wrong audience ${claims.aud}`)
  if (claims.exp * 1000 < Date.now() || claims.exp * 1000 > Date.now() + 25 * 3_600_000)
    throw new Error('VAPID: wrong life')
  return { ...claims, key }
}

export interface PushService {
  readonly origin: string
  readonly pushed: Pushed[]
  readonly faults: string[]
  /** A browser with a real key pair, subscribed to this service. */
  browser(given?: { p256dh: string; auth: string; privateKey: string; path: string }): Browser
  /** The next responses; 201 when the list is empty. */
  answers: { status: number; headers?: Record<string, string> }[]
  of(browser: { endpoint: string }): Pushed[]
  close(): Promise<void>
}

/** A browser vendor's push service on loopback: verifies VAPID, decrypts with the browser's key. */
export const pushService = async (port = 0): Promise<PushService> => {
  const browsers = new Map<string, { pair: ECDH; auth: Buffer }>()
  const self = {
    pushed: [] as Pushed[],
    faults: [] as string[],
    answers: [] as PushService['answers'],
  }
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request
      .on('data', (c: Buffer) => chunks.push(c))
      .on('end', () => {
        const { status, headers } = self.answers.shift() ?? { status: 201 }
        try {
          const browser = browsers.get(request.url ?? '')
          if (!browser) throw new Error(`nobody at ${request.url}`)
          const vapid = checkVapid(request.headers.authorization, origin)
          if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error('not aes128gcm')
          const payload = JSON.parse(
            decrypt(Buffer.concat(chunks), browser.pair, browser.auth),
          ) as Pushed['payload']
          self.pushed.push({ path: request.url ?? '', headers: request.headers, payload, vapid })
        } catch (error) {
          self.faults.push(String(error))
        }
        response.writeHead(status, headers ?? {}).end()
      })
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(self, {
    origin,
    browser: (given?: {
      p256dh: string
      auth: string
      privateKey: string
      path: string
    }): Browser => {
      const pair = createECDH('prime256v1')
      if (given) pair.setPrivateKey(Buffer.from(given.privateKey, 'base64url'))
      else pair.generateKeys()
      const auth = given ? Buffer.from(given.auth, 'base64url') : randomBytes(16)
      const path = given?.path ?? `/send/${randomBytes(12).toString('base64url')}`
      browsers.set(path, { pair, auth })
      const sub = {
        endpoint: `${origin}${path}`,
        expirationTime: null,
        keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
      }
      return {
        endpoint: sub.endpoint,
        keys: sub.keys,
        token: Buffer.from(JSON.stringify(sub)).toString('base64'),
      }
    },
    of: ({ endpoint }: { endpoint: string }) =>
      self.pushed.filter((p) => `${origin}${p.path}` === endpoint),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  })
}
