import type { Options } from 'pusher-js/worker'
import type { HubConfig } from '#contract/workers/tabs'

/** The library's defaults, explicit because MSG-187 names them. */
const TIMEOUTS = {
  activityTimeout: 120_000,
  pongTimeout: 30_000,
  unavailableTimeout: 10_000,
} as const

const isLocal = (host: string): boolean =>
  /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host)

/**
 * Options of the library: four transports over TLS; on localhost only the plain WebSocket
 * (MSG-186).
 */
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
    // the library's default is the hosted service
    httpHost: host,
    httpPort: port,
    httpsPort: port,
    forceTLS: tls,
    enabledTransports: isLocal(host)
      ? ['ws', 'wss']
      : ['ws', 'wss', 'xhr_streaming', 'xhr_polling'],
  }
}

interface ServerError {
  readonly code?: number | null
  readonly message?: string
}
/**
 * One line for an error of the library: {type, error} from a transport, {type, data} from the
 * server.
 */
export const describeError = (
  report: unknown,
): { text: string; code: number | null | undefined } => {
  const { type, data, error } = (report ?? {}) as {
    type?: string
    data?: ServerError
    error?: { message?: string; data?: ServerError }
  }
  const serverError = data ?? error?.data
  const text = serverError?.message ?? error?.message ?? type ?? 'WebSocketError'
  const code = serverError?.code
  return { text: code ? `${text} (${code})` : text, code }
}
