import type {
  Channel,
  ChannelAuthorizationCallback,
  default as Pusher,
  Options,
} from 'pusher-js/worker'
import { RECONNECT_DELAY_MS } from '#contract/limits'
import { parseEvent, type RealtimeEvent } from '#contract/realtime'
import type { ConnectionState, HubConfig } from '#contract/workers/tabs'
import { createAttempts } from './attempts'
import { pusherOptions, sentence } from './socket-options'

/** The library notices a dead line after up to 150 s. Ours is asked after 15 s of silence and dead 5 s later. */
const PING_AFTER_MS = 15_000
const PONG_WITHIN_MS = 5_000
/** Channels refused for a passing reason are tried again after 1, 2, 4 … 30 s. */
const RESUBSCRIBE_MAX_MS = 30_000
/** The server refused the line itself (wrong key, over capacity): asked again now and then. */
const REFUSED_MS = 20_000
const SEEN_MAX = 2_000

export interface SocketDeps {
  readonly Pusher: new (key: string, options: Options) => Pusher
  readonly location: Pick<WorkerLocation, 'hostname' | 'port' | 'protocol'>
  /** POST /pusher/auth of one channel; the answer as it came. */
  authorize(channel: string, socketId: string): Promise<Response>
  onEvent(event: RealtimeEvent): void
  onState(state: ConnectionState): void
  onError(message: string | null): void
  /** Connected and subscribed again after a gap in which events may have been missed. */
  onResync(): void
}
export interface HubSocket {
  /** Connects if need be and holds exactly these channels; the first one carries everything that concerns the member. */
  hold(channels: readonly string[]): void
  reconnect(): void
  /** Leaves the line; what was seen and missed is forgotten. */
  close(): void
}

/** The one realtime connection of this browser. */
export const createSocket = (config: HubConfig, deps: SocketDeps): HubSocket => {
  let pusher: Pusher | null = null
  let wanted: readonly string[] = []
  let gap = false
  let openedAt = 0
  let coming: ReturnType<typeof setTimeout> | undefined
  let watch: ReturnType<typeof setInterval> | undefined
  let heardAt = 0
  let tickAt = 0
  let shown: ConnectionState = 'initialized'
  /** A failed attempt is being replaced: the states that this goes through are nobody's business. */
  let replacing = false
  const retries = new Map<string, number>()
  /** Envelope ids: an event comes on the conversation's and on the account's channel, and is told once. */
  const seen = new Set<string>()

  const receive = (name: string, data: unknown): void => {
    if (name.startsWith('pusher:')) return
    const event = parseEvent(data)
    // a client event may carry any name: the name inside must be the one on the wire
    if (!event || event.name !== name || seen.has(event.id)) return
    seen.add(event.id)
    if (seen.size > SEEN_MAX) seen.delete(seen.values().next().value as string)
    deps.onEvent(event)
  }

  const authorize = async (
    channel: string,
    socketId: string,
    answer: ChannelAuthorizationCallback,
  ): Promise<void> => {
    try {
      const response = await deps.authorize(channel, socketId)
      if (!wanted.includes(channel)) {
        // left meanwhile: without this the library would subscribe it again with every connection
        answer(new Error('Unwanted'), null)
        pusher?.unsubscribe(channel)
        return
      }
      if (response.ok) {
        retries.delete(channel)
        answer(null, (await response.json()) as { auth: string })
        return
      }
      answer(new Error(`HTTP ${response.status}`), null)
      deps.onError(`${channel}: HTTP ${response.status}`)
      // 401 ends the session elsewhere, 403 and 404 are a decision of the server; the rest passes
      if (response.status < 500 && response.status !== 429) return
    } catch (error) {
      answer(error instanceof Error ? error : new Error(String(error)), null)
    }
    if (channel === wanted[0]) gap = true
    const n = retries.get(channel) ?? 0
    retries.set(channel, n + 1)
    setTimeout(
      () => {
        if (wanted.includes(channel)) pusher?.subscribe(channel)
      },
      Math.min(RESUBSCRIBE_MAX_MS, 1_000 * 2 ** n),
    )
  }

  const subscribed = (channel: string): void => {
    if (channel !== wanted[0]) return
    // between what the page read and its first subscription something may have been missed as well
    if (gap || openedAt !== Number.POSITIVE_INFINITY) deps.onResync()
    gap = false
    openedAt = Number.POSITIVE_INFINITY
  }

  /** Looks at the line every 5 s: silent for 15 s → ping; no answer within 5 s → dead. Late by far → the machine slept. */
  const look = (): void => {
    const now = Date.now()
    const slept = now - tickAt > 3 * PONG_WITHIN_MS
    tickAt = now
    const state = pusher?.connection.state
    if (state === 'disconnected' || state === 'failed')
      return coming === undefined ? connectSoon(REFUSED_MS) : undefined
    if (state !== 'connected') return undefined
    const silent = now - heardAt
    if (slept || silent >= PING_AFTER_MS + PONG_WITHIN_MS) {
      if (!slept) deps.onError('Connexion muette')
      return reconnect()
    }
    if (silent >= PING_AFTER_MS) pusher?.send_event('pusher:ping', {})
    return undefined
  }

  /** While attempt follows attempt, what is said stays «unavailable» until the line stands. */
  const show = (state: ConnectionState): void => {
    if (replacing || (shown === 'unavailable' && state === 'connecting')) return
    if (state === 'unavailable' || state === 'failed')
      deps.onError('Serveur temps réel injoignable')
    shown = state
    deps.onState(state)
  }
  const attempts = createAttempts({
    // the library's own record: nothing else tells that a transport was closed while it still waits to try the next one
    failed: () =>
      (pusher?.timeline.events.at(-1) as { state?: unknown } | undefined)?.state === 'closed',
    again: () => {
      replacing = true
      pusher?.disconnect()
      pusher?.connect()
      replacing = false
    },
    onUnavailable: () => show('unavailable'),
  })

  const create = (): Pusher => {
    const made = new deps.Pusher(config.key, {
      ...pusherOptions(config, deps.location),
      channelAuthorization: {
        transport: 'ajax',
        endpoint: '/api/pusher/auth',
        customHandler: ({ channelName, socketId }, answer) =>
          void authorize(channelName, socketId, answer),
      },
    })
    made.connection.bind(
      'state_change',
      ({ previous, current }: { previous: ConnectionState; current: ConnectionState }) => {
        if (previous === 'connected') gap = true
        if (current === 'connected') {
          heardAt = Date.now()
          deps.onError(null)
        }
        if (current === 'connecting') attempts.started()
        else if (current !== 'unavailable' && !replacing) attempts.over()
        show(current)
      },
    )
    made.connection.bind('message', () => {
      heardAt = Date.now()
    })
    made.connection.bind('error', (error: unknown) => deps.onError(sentence(error)))
    made.bind_global(receive)
    // the library begins before anybody can listen
    if (made.connection.state === 'connecting') attempts.started()
    return made
  }

  const connectSoon = (delayMs: number): void => {
    clearTimeout(coming)
    coming = setTimeout(() => {
      coming = undefined
      pusher?.connect()
    }, delayMs)
  }
  const reconnect = (): void => {
    // asked before there is a line (a hub that takes over from a dead one): the first subscription tells the tabs to catch up
    gap = true
    if (!pusher) return
    pusher.disconnect()
    connectSoon(RECONNECT_DELAY_MS)
  }

  return {
    hold: (channels) => {
      const before = wanted
      wanted = channels
      if (!pusher) {
        openedAt = tickAt = Date.now()
        pusher = create()
        watch = setInterval(look, PONG_WITHIN_MS)
      }
      for (const name of before) if (!channels.includes(name)) pusher.unsubscribe(name)
      for (const name of channels) {
        if (before.includes(name)) continue
        const channel: Channel = pusher.subscribe(name)
        channel.unbind('pusher:subscription_succeeded')
        channel.bind('pusher:subscription_succeeded', () => subscribed(name))
      }
    },
    reconnect,
    close: () => {
      if (!pusher) return
      clearInterval(watch)
      clearTimeout(coming)
      coming = undefined
      pusher.disconnect()
      attempts.over()
      pusher.unbind_all()
      pusher.unbind_global()
      pusher.connection.unbind()
      pusher = null
      wanted = []
      gap = false
      seen.clear()
      retries.clear()
    },
  }
}
