import { createHash, createHmac } from 'node:crypto'
import { equalsTimingSafe } from '../tokens'

export const hmac = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex')

const textToSign = (socketId: string, channel: string, channelData: string | undefined): string =>
  channelData === undefined ? `${socketId}:${channel}` : `${socketId}:${channel}:${channelData}`

/**
 * `key:HMAC_SHA256(secret, socket_id:channel[:channel_data])`, as the `pusher` library signs it.
 */
export const signChannel = (
  key: string,
  secret: string,
  socketId: string,
  channel: string,
  channelData?: string,
): string => `${key}:${hmac(secret, textToSign(socketId, channel, channelData))}`

/** Whether `auth` is the signature of this channel for this socket. */
export const isChannelSigned = (
  key: string,
  secret: string,
  auth: string,
  socketId: string,
  channel: string,
  channelData?: string,
): boolean => equalsTimingSafe(auth, signChannel(key, secret, socketId, channel, channelData))

/** A signed request is valid this long before and after its timestamp, seconds. */
const REQUEST_AGE_S = 600

export interface SignedRequest {
  readonly method: string
  readonly path: string
  /** Decoded values. */
  readonly query: Readonly<Record<string, string>>
  readonly rawBody: Buffer
}

/**
 * Why a REST request is refused, or null when its signature is valid: HMAC_SHA256(secret, method,
 * path and sorted query without auth_signature, one per line), body_md5, auth_timestamp.
 */
export const requestRefusal = (
  request: SignedRequest,
  key: string,
  secret: string,
  nowMs: number,
): string | null => {
  const { auth_key, auth_timestamp, auth_version, auth_signature, body_md5 } = request.query
  if (auth_version !== '1.0') return 'auth_version must be 1.0'
  if (!auth_key || !equalsTimingSafe(auth_key, key)) return 'Unknown auth_key'
  if (!auth_signature || !auth_timestamp || !/^\d{1,15}$/.test(auth_timestamp))
    return 'auth_signature and auth_timestamp are required'
  const text = Object.keys(request.query)
    .filter((name) => name !== 'auth_signature')
    .map((name) => [name.toLowerCase(), request.query[name] ?? ''] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  if (
    !equalsTimingSafe(
      auth_signature,
      hmac(secret, `${request.method.toUpperCase()}\n${request.path}\n${text}`),
    )
  )
    return 'Invalid signature'
  if (Math.abs(nowMs / 1000 - Number(auth_timestamp)) > REQUEST_AGE_S)
    return `Timestamp expired: not within ${REQUEST_AGE_S} s of the server's time`
  if (request.rawBody.length > 0 || request.method.toUpperCase() === 'POST') {
    const md5 = createHash('md5').update(request.rawBody).digest('hex')
    if (!body_md5 || !equalsTimingSafe(body_md5, md5)) return 'body_md5 does not match the body'
  }
  return null
}
