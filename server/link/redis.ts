import { Redis } from 'ioredis'
import { SettingError } from '../env'

/** Two connections: one for commands, the other subscribes (and can do nothing else). */
export interface RedisPair {
  /** Commands fail at once during an outage; none is queued. */
  readonly commands: Redis
  up(): boolean
  listen(channel: string, handler: (text: string) => void): void
  onChange(handler: (up: boolean) => void): void
  close(): Promise<void>
}

const FIRST_MS = 3_000
/** Detects a connection that accepts commands without replying (a cut cable) and reconnects. */
const PING_MS = 2_000
const ANSWER_MS = 1_000
const RETRY_MAX_MS = 1_000

const COMMON = {
  lazyConnect: true,
  connectTimeout: 2_000,
  retryStrategy: (n: number) => Math.min(50 * n, RETRY_MAX_MS),
  enableReadyCheck: true,
}

/**
 * Opens Redis. Waits 3 s for an unavailable Redis, then the server starts without; a refused
 * password fails the start (SettingError). Later outages are reported by `onChange`.
 */
export const openRedis = async (
  url: string,
  log: {
    warn(details: object, message: string): void
    info(details: object, message: string): void
  },
): Promise<RedisPair> => {
  const commands = new Redis(url, {
    ...COMMON,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: ANSWER_MS,
  })
  const ears = new Redis(url, { ...COMMON, maxRetriesPerRequest: null, autoResubscribe: false })
  const listeners: ((up: boolean) => void)[] = []
  let refused: string | null = null
  let hears = false
  let known = false
  const up = (): boolean => commands.status === 'ready' && hears
  const changed = (): void => {
    if (up() === known) return
    known = up()
    if (known) log.info({}, 'redis connected')
    else log.warn({}, 'redis disconnected')
    listeners.forEach((l) => l(known))
  }
  for (const connection of [commands, ears])
    connection.on('error', (error: Error) => {
      if (/WRONGPASS|NOAUTH|invalid password|ERR AUTH/i.test(error.message)) refused = error.message
    })
  commands.on('ready', changed).on('close', changed)
  ears.on('close', () => {
    hears = false
    changed()
  })

  const handlers = new Map<string, (text: string) => void>()
  ears.on('message', (channel: string, text: string) => handlers.get(channel)?.(text))
  // subscribe after each connection instead of autoResubscribe: only then does this process receive
  // messages, and a rejection of the library's own call would be unhandled when the connection
  // breaks
  const subscribe = (): void => {
    if (handlers.size === 0) return
    ears.subscribe(...handlers.keys()).then(
      () => {
        hears = true
        changed()
      },
      () => undefined,
    )
  }
  ears.on('ready', subscribe)

  const watch = setInterval(() => {
    const alive = async (connection: Redis): Promise<void> => {
      if (connection.status !== 'ready') return
      let late: NodeJS.Timeout | undefined
      const word = connection.ping().catch(() => null)
      const silence = new Promise<null>((resolve) => {
        late = setTimeout(() => resolve(null), ANSWER_MS).unref()
      })
      if ((await Promise.race([word, silence])) === null && connection.status === 'ready')
        connection.disconnect(true)
      clearTimeout(late)
    }
    void Promise.all([alive(commands), alive(ears)])
  }, PING_MS)
  watch.unref()

  const pair: RedisPair = {
    commands,
    up,
    listen: (channel, handler) => {
      handlers.set(channel, handler)
      if (ears.status === 'ready') subscribe()
    },
    onChange: (handler) => void listeners.push(handler),
    close: async () => {
      clearInterval(watch)
      listeners.length = 0
      commands.disconnect()
      ears.disconnect()
    },
  }
  const first = (connection: Redis): Promise<unknown> =>
    new Promise<void>((resolve) => {
      connection.once('ready', () => resolve())
      connection.connect().catch(() => undefined)
      setTimeout(resolve, FIRST_MS)
      connection.once('error', () => refused && resolve())
    })
  await Promise.all([first(commands), first(ears)])
  if (refused) {
    await pair.close()
    throw new SettingError(`REDIS_URL: Redis refused the connection (${refused}).`)
  }
  if (commands.status !== 'ready')
    log.warn({}, 'redis unavailable: running as a single process until it connects')
  return pair
}
