import type { Options } from 'pusher-js/worker'
import type { HubConfig } from '#contract/workers/tabs'

/** Activity 120 s, pong 30 s, unavailable 10 s: the library's own figures, said here because the documents name them (MSG-187). */
const TIMEOUTS = {
  activityTimeout: 120_000,
  pongTimeout: 30_000,
  unavailableTimeout: 10_000,
} as const

const isLocal = (host: string): boolean =>
  /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host)

/** Options of the library: the four transports over TLS, except on this machine itself, where the plain WebSocket does (MSG-186). */
export const pusherOptions = (
  config: HubConfig,
  location: Pick<WorkerLocation, 'hostname' | 'port' | 'protocol'>,
): Options => {
  const host = config.host || location.hostname
  const own = config.host === ''
  const tls = config.forceTLS ?? !(isLocal(host) && location.protocol !== 'https:')
  const port = config.port ?? (own && location.port ? Number(location.port) : tls ? 443 : 80)
  return {
    ...TIMEOUTS,
    cluster: config.cluster,
    wsHost: host,
    wsPort: port,
    wssPort: port,
    // without it the library would fall back to the hosted service
    httpHost: host,
    httpPort: port,
    httpsPort: port,
    forceTLS: tls,
    enableStats: false,
    enabledTransports: isLocal(host)
      ? ['ws', 'wss']
      : ['ws', 'wss', 'xhr_streaming', 'xhr_polling'],
  }
}

interface ServerError {
  readonly code?: number | null
  readonly message?: string
}
/** What the library reports: {type, error} of a transport, {type, data} of the server. */
export const sentence = (report: unknown): string => {
  const { type, data, error } = (report ?? {}) as {
    type?: string
    data?: ServerError
    error?: { message?: string; data?: ServerError }
  }
  const said = data ?? error?.data
  return [
    said?.message ?? error?.message ?? type ?? 'WebSocketError',
    said?.code ? `(${said.code})` : '',
  ]
    .join(' ')
    .trim()
}
