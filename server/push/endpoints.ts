import type { Env } from '../env'
import { allStorable } from '../plugins/serve'

/** Push services of browsers. The client supplies the URL: no other host is ever called. */
const HOSTS: readonly RegExp[] = [
  // Chrome, Edge (Android), Opera, Samsung
  /^fcm\.googleapis\.com$/,
  // Firefox
  /^(?:[a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  // Safari, iOS
  /^(?:[a-z0-9-]+\.)*push\.apple\.com$/,
  // Edge (Windows)
  /^(?:[a-z0-9-]+\.)*notify\.windows\.com$/,
]
const ENDPOINT_MAX = 2048

/**
 * Whether an endpoint may be called: https, a known push service, its default port, no user part.
 */
export const mayCallEndpoint = (env: Pick<Env, 'PUSH_TEST_ORIGIN'>, endpoint: string): boolean => {
  if (endpoint.length > ENDPOINT_MAX || !URL.canParse(endpoint)) return false
  const url = new URL(endpoint)
  if (env.PUSH_TEST_ORIGIN && url.origin === env.PUSH_TEST_ORIGIN) return true
  return (
    url.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    HOSTS.some((h) => h.test(url.hostname))
  )
}

export interface Subscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}
const bytes = (text: unknown, length: number): Buffer | null => {
  if (typeof text !== 'string' || !/^[\w+/=-]{1,200}$/.test(text)) return null
  const found = Buffer.from(text.replace(/\+/g, '-').replace(/\//g, '_'), 'base64url')
  return found.length === length ? found : null
}

/**
 * A subscription as PushSubscription.toJSON() writes it: endpoint, an uncompressed P-256 point, 16
 * bytes. Returns the name of an invalid part.
 */
export const readSubscription = (value: unknown): Subscription | 'endpoint' | 'p256dh' | 'auth' => {
  const { endpoint, keys } = (typeof value === 'object' && value !== null ? value : {}) as {
    endpoint?: unknown
    keys?: { p256dh?: unknown; auth?: unknown } | null
  }
  if (typeof endpoint !== 'string' || endpoint === '') return 'endpoint'
  const p256dh = bytes(keys?.p256dh, 65)
  if (p256dh?.[0] !== 4) return 'p256dh'
  const auth = bytes(keys?.auth, 16)
  return auth
    ? { endpoint, p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') }
    : 'auth'
}

/** The `token` of the SDK: base64 of the subscription's JSON. */
export const readDeviceSubscription = (token: string): Subscription | string => {
  try {
    return readSubscription(allStorable(JSON.parse(Buffer.from(token, 'base64').toString('utf8'))))
  } catch {
    return 'token'
  }
}
