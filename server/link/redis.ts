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

interface Connections {
  readonly commands: Redis
  readonly subscriber: Redis
}

/** State of both connections: `isUp` only while commands work and the subscription is active. */
const createState = (
  { commands, subscriber }: Connections,
  log: Pick<RedisLog, 'warn' | 'info'>,
) => {
  const listeners: ((up: boolean) => void)[] = []
  const state = { refused: null as string | null, subscribed: false }
  let known = false
  const isUp = (): boolean => commands.status === 'ready' && state.subscribed
  const update = (): void => {
    if (isUp() === known) return
    known = isUp()
    if (known) log.info({}, 'redis connected')
    else log.warn({}, 'redis disconnected')
    listeners.forEach((l) => l(known))
  }
  for (const connection of [commands, subscriber])
    connection.on('error', (error: Error) => {
      if (/WRONGPASS|NOAUTH|invalid password|ERR AUTH/i.test(error.message))
        state.refused = error.message
    })
  commands.on('ready', update).on('close', update)
  subscriber.on('close', () => {
    state.subscribed = false
    update()
  })
  return { state, isUp, update, listeners }
}

/** Pings both connections and reconnects those without a reply. Returns how to stop. */
const watchConnections = ({ commands, subscriber }: Connections): (() => void) => {
  const check = async (connection: Redis): Promise<void> => {
    if (connection.status !== 'ready') return
    let timer: NodeJS.Timeout | undefined
    const reply = connection.ping().catch(() => null)
    const timeout = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), ANSWER_MS).unref()
    })
    if ((await Promise.race([reply, timeout])) === null && connection.status === 'ready')
      connection.disconnect(true)
    clearTimeout(timer)
  }
  const interval = setInterval(
    () => void Promise.all([check(commands), check(subscriber)]),
    PING_MS,
  )
  interval.unref()
  return () => clearInterval(interval)
}

interface RedisLog {
  warn(details: object, message: string): void
  info(details: object, message: string): void
}

/**
 * Opens Redis. Waits 3 s for an unavailable Redis, then the server starts without; a refused
 * password fails the start (SettingError). Later outages are reported by `onChange`.
 */
export const openRedis = async (url: string, log: RedisLog): Promise<RedisPair> => {
  const commands = new Redis(url, {
    ...COMMON,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: ANSWER_MS,
  })
  const subscriber = new Redis(url, {
    ...COMMON,
    maxRetriesPerRequest: null,
    autoResubscribe: false,
  })
  const { state, isUp, update, listeners } = createState({ commands, subscriber }, log)
  const handlers = new Map<string, (text: string) => void>()
  subscriber.on('message', (channel: string, text: string) => handlers.get(channel)?.(text))
  // subscribe after each connection instead of autoResubscribe: only then does this process receive
  // messages, and a rejection of the library's own call would be unhandled when the connection
  // breaks
  const subscribe = (): void => {
    if (handlers.size === 0) return
    subscriber.subscribe(...handlers.keys()).then(
      () => {
        state.subscribed = true
        update()
      },
      // as for an account of Redis without the channel: nothing else says why events of other
      // processes are missing
      (error: unknown) => log.warn({ err: error }, 'redis: cannot subscribe'),
    )
  }
  subscriber.on('ready', subscribe)
  const stopWatching = watchConnections({ commands, subscriber })

  const pair: RedisPair = {
    commands,
    up: isUp,
    listen: (channel, handler) => {
      handlers.set(channel, handler)
      if (subscriber.status === 'ready') subscribe()
    },
    onChange: (handler) => void listeners.push(handler),
    close: async () => {
      stopWatching()
      listeners.length = 0
      commands.disconnect()
      subscriber.disconnect()
    },
  }
  const connectFirst = (connection: Redis): Promise<unknown> =>
    new Promise<void>((resolve) => {
      connection.once('ready', () => resolve())
      connection.connect().catch(() => undefined)
      setTimeout(resolve, FIRST_MS)
      connection.once('error', () => state.refused && resolve())
    })
  await Promise.all([connectFirst(commands), connectFirst(subscriber)])
  if (state.refused) {
    await pair.close()
    throw new SettingError(`REDIS_URL: Redis refused the connection (${state.refused}).`)
  }
  if (commands.status !== 'ready')
    log.warn({}, 'redis unavailable: running as a single process until it connects')
  return pair
}
