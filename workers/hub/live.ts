import type { default as Pusher, Options } from 'pusher-js/worker'
import { channelName, presenceChannel } from '#contract/realtime'
import type { HubConfig, HubSession, HubState } from '#contract/workers/tabs'
import { createPresence } from './presence'
import type { HubSessions } from './session'
import { createSocket, type HubSocket } from './socket'
import { claimSocket } from './socket-lock'
import type { TabRegistry } from './tabs'

export interface LiveDeps {
  readonly Pusher: new (key: string, options: Options) => Pusher
  readonly locks: Pick<LockManager, 'request' | 'query'> | undefined
  readonly location: Pick<WorkerLocation, 'hostname' | 'port' | 'protocol'>
  readonly tabs: TabRegistry
  readonly session: HubSessions
  /** Changes the state that tabs mirror. */
  change<K extends keyof HubState>(key: K, value: HubState[K]): void
}
export interface Live {
  /**
   * Competes for the connection, with the configuration of the first tab; later calls do nothing.
   */
  start(config: HubConfig): void
  /** The session or what the tabs show has changed. */
  updateChannels(): void
  /** The session or the visibility of tabs has changed; `tabId`: the tab that changed last. */
  updatePresence(tabId: string): void
  reconnect(): void
  close(): void
}

/**
 * Wire names of the member's channels; the account's channel is first, it carries every
 * conversation.
 */
export const channelsOf = (session: HubSession, watched: ReadonlySet<string>): readonly string[] =>
  session.accountId === null
    ? []
    : [
        channelName('account', session.accountId),
        channelName('system', session.accountId),
        presenceChannel(session.accountId),
        ...session.identityIds.map((id) => channelName('identity', id)),
        ...[...watched].map((id) => channelName('conversation', id)),
      ]

/** What only the hub that holds the socket lock does: the realtime connection and the heartbeat. */
export const createLive = ({ Pusher, locks, location, tabs, session, change }: LiveDeps): Live => {
  let socket: HubSocket | null = null
  let leading = false
  let active = false
  const setPresent = createPresence((path, body) => {
    // a hub that took the connection over has the presence too
    if (leading && session.current()?.accountId)
      session.call(path, { method: 'POST', body }).catch(() => undefined)
  })

  const updatePresence = (tabId: string): void => {
    const isShown = tabs.visibleCount() > 0
    // in the background only the socket's own ping: a token that has expired meanwhile is renewed
    // by the first call that needs one
    const isActive = leading && isShown
    setPresent(isActive && Boolean(session.current()?.accountId), tabId)
    if (isActive !== active) session.keepAlive(isActive)
    active = isActive
    socket?.watch(isShown)
  }
  const updateChannels = (): void => {
    const current = session.current()
    if (leading && current?.accountId) socket?.hold(channelsOf(current, tabs.watched()))
    else socket?.close()
  }
  const lead = (on: boolean): void => {
    leading = on
    updateChannels()
    updatePresence('')
  }

  return {
    start: (config) => {
      if (socket) return
      socket = createSocket(config, {
        Pusher,
        location,
        authorize: (channel_name, socket_id) =>
          session.call('/pusher/auth', { method: 'POST', body: { socket_id, channel_name } }),
        onEvent: (event) => tabs.broadcast({ type: 'event', event }),
        onState: (connection) => change('connection', connection),
        onError: (lastError) => change('lastError', lastError),
        // the tabs learn at once why, not with their next call
        onOver: () =>
          void session.refresh(session.current()?.token ?? null, 'expired').catch(() => undefined),
        onResync: () => tabs.broadcast({ type: 'resync' }),
      })
      claimSocket({
        locks,
        build: Date.parse(config.buildDate) || 0,
        onGranted: () => lead(true),
        onLost: () => lead(false),
        onOlder: () => tabs.broadcast({ type: 'reload' }),
      })
    },
    updateChannels,
    updatePresence,
    reconnect: () => socket?.reconnect(),
    close: () => {
      socket?.close()
      updatePresence('')
    },
  }
}
