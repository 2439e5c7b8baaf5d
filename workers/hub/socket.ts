import type { default as Pusher, Options } from 'pusher-js/worker'
import { RECONNECT_DELAY_MS } from '#contract/limits'
import { parseEvent, type RealtimeEvent } from '#contract/realtime'
import type { ConnectionState, HubConfig } from '#contract/workers/tabs'
import { createConnectAttempts } from './attempts'
import { createChannels, type Channels, type ChannelsDeps } from './channels'
import { createLineWatch } from './line-watch'
import { describeError, pusherOptions } from './socket-options'

/** After the server has refused the connection itself (wrong key, over capacity). */
const REFUSED_MS = 20_000
/** Close code: the session has ended. */
const SESSION_OVER = 4009
const SEEN_MAX = 2_000

interface SocketDeps extends Pick<ChannelsDeps, 'authorize' | 'onResync'> {
  readonly Pusher: new (key: string, options: Options) => Pusher
  readonly location: Pick<WorkerLocation, 'hostname' | 'port' | 'protocol'>
  onEvent(event: RealtimeEvent): void
  onState(state: ConnectionState): void
  onError(message: string | null): void
  /** The server has closed the connection because the session has ended. */
  onOver(): void
}
export interface HubSocket {
  /**
   * Connects if necessary and subscribes exactly these channels; the first one carries all that
   * concerns the member.
   */
  hold(channels: readonly string[]): void
  reconnect(): void
  /**
   * Whether to look for a dead connection; otherwise only the library's own ping does, every 120 s.
   */
  watch(on: boolean): void
  /** Disconnects and forgets received events and gaps. */
  close(): void
}

/**
 * Validates events, and drops the second copy of one that comes on the conversation's and on the
 * account's channel.
 */
const createReceiver = (onEvent: (event: RealtimeEvent) => void) => {
  const seen = new Set<string>()
  return {
    receive: (name: string, data: unknown): void => {
      if (name.startsWith('pusher:')) return
      const event = parseEvent(data)
      // a client event may have any name: the name inside must be the one on the wire
      if (!event || event.name !== name || seen.has(event.id)) return
      seen.add(event.id)
      if (seen.size > SEEN_MAX) seen.delete(seen.values().next().value as string)
      onEvent(event)
    },
    clear: () => seen.clear(),
  }
}

interface ConnectionDeps extends Pick<
  SocketDeps,
  'Pusher' | 'location' | 'onState' | 'onError' | 'onOver'
> {
  readonly channels: Channels
  receive(name: string, data: unknown): void
  onHeard(): void
}
interface Connection {
  readonly pusher: Pusher
  close(): void
}

/**
 * One connection of the library, with our own retries, and states without the flicker between two
 * attempts.
 */
const openConnection = (config: HubConfig, deps: ConnectionDeps): Connection => {
  const { channels, onError } = deps
  let shown: ConnectionState = 'initialized'
  /** A failed attempt is being replaced: the states in between are not reported. */
  let replacing = false

  /** Between two attempts the state stays «unavailable» until the connection is established. */
  const show = (state: ConnectionState): void => {
    if (replacing || (shown === 'unavailable' && state === 'connecting')) return
    if (state === 'unavailable' || state === 'failed') onError('Serveur temps réel injoignable')
    shown = state
    deps.onState(state)
  }
  const pusher = new deps.Pusher(config.key, {
    ...pusherOptions(config, deps.location),
    channelAuthorization: {
      transport: 'ajax',
      endpoint: '/api/pusher/auth',
      customHandler: ({ channelName, socketId }, done) =>
        void channels.authorize(channelName, socketId, done),
    },
  })
  const attempts = createConnectAttempts({
    // only the library's own log shows that a transport was closed while it waits to try the next
    // one
    failed: () =>
      (pusher.timeline.events.at(-1) as { state?: unknown } | undefined)?.state === 'closed',
    restart: () => {
      replacing = true
      pusher.disconnect()
      pusher.connect()
      replacing = false
    },
    onUnavailable: () => show('unavailable'),
  })
  const onChange = (states: { previous: ConnectionState; current: ConnectionState }): void => {
    if (states.previous === 'connected') channels.markGap()
    if (states.current === 'connected') {
      deps.onHeard()
      onError(null)
    }
    if (states.current === 'connecting') attempts.started()
    else if (states.current !== 'unavailable' && !replacing) attempts.stopped()
    show(states.current)
  }
  pusher.connection.bind('state_change', onChange)
  pusher.connection.bind('message', deps.onHeard)
  pusher.connection.bind('error', (error: unknown) => {
    const { text, code } = describeError(error)
    onError(text)
    if (code === SESSION_OVER) deps.onOver()
  })
  pusher.bind_global(deps.receive)
  // the library starts connecting before a listener can be bound
  if (pusher.connection.state === 'connecting') attempts.started()
  return {
    pusher,
    close: () => {
      pusher.disconnect()
      attempts.stopped()
      pusher.unbind_all()
      pusher.connection.unbind()
    },
  }
}

/** The one realtime connection of this browser. */
export const createSocket = (config: HubConfig, deps: SocketDeps): HubSocket => {
  let connection: Connection | null = null
  let connecting: ReturnType<typeof setTimeout> | undefined
  const { receive, clear } = createReceiver(deps.onEvent)
  const channels = createChannels({ ...deps, pusher: () => connection?.pusher ?? null })

  const connectSoon = (delayMs: number): void => {
    clearTimeout(connecting)
    connecting = setTimeout(() => {
      connecting = undefined
      connection?.pusher.connect()
    }, delayMs)
  }
  const reconnect = (): void => {
    if (!connection) return
    connection.pusher.disconnect()
    connectSoon(RECONNECT_DELAY_MS)
  }
  const watch = createLineWatch({
    state: () => connection?.pusher.connection.state as ConnectionState,
    ping: () => connection?.pusher.send_event('pusher:ping', {}),
    onDead: (slept) => {
      if (!slept) deps.onError('Connexion muette')
      reconnect()
    },
    onRefused: () => {
      if (connecting === undefined) connectSoon(REFUSED_MS)
    },
  })

  return {
    hold: (names) => {
      if (!connection) {
        // events may have been missed between the page's first requests and the first subscription
        channels.markGap()
        watch.start()
        connection = openConnection(config, { ...deps, channels, receive, onHeard: watch.heard })
      }
      channels.hold(names)
    },
    reconnect,
    watch: watch.enable,
    close: () => {
      if (!connection) return
      watch.stop()
      clearTimeout(connecting)
      connecting = undefined
      connection.close()
      connection = null
      channels.clear()
      clear()
    },
  }
}
