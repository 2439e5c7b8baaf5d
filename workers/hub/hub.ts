import type { default as Pusher, Options } from 'pusher-js/worker'
import { BACKGROUND_REFRESH_MS } from '#contract/limits'
import { channelName, presenceChannel } from '#contract/realtime'
import type { HubApi, HubConfig, HubSession, HubState } from '#contract/workers/tabs'
import { createLinks } from './media-urls'
import { createPresence } from './presence'
import { createSession } from './session'
import { createSocket, type HubSocket } from './socket'
import { claimSocket } from './socket-lock'
import { createTabs } from './tabs'
import { startVersionPoll } from './version'

/** The edges of the hub; the worker gives the browser's own, tests give theirs. */
export interface HubDeps {
  readonly fetch: typeof fetch
  readonly locks: Pick<LockManager, 'request' | 'query'>
  readonly location: Pick<WorkerLocation, 'hostname' | 'port' | 'protocol'>
  readonly Pusher: new (key: string, options: Options) => Pusher
}

/** Wire names of what this member listens to; the account's channel comes first, it carries every conversation. */
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

/** The one hub of this browser: one connection, one heartbeat, one refresh, one cache of links and one version poll for all tabs. */
export const createHub = ({ fetch, locks, location, Pusher }: HubDeps): HubApi => {
  const state: HubState = { connection: 'initialized', lastError: null, newVersion: null, tabs: 0 }
  let socket: HubSocket | null = null
  let leading = false

  const patch = (change: Partial<HubState>): void => {
    const news = Object.entries(change).filter(
      ([key, value]) => state[key as keyof HubState] !== value,
    )
    if (news.length === 0) return
    Object.assign(state, change)
    tabs.broadcast({ type: 'state', patch: Object.fromEntries(news) })
  }
  const tabs = createTabs(locks, (tabId) => {
    patch({ tabs: tabs.count() })
    look(tabId)
    listen()
  })
  const session = createSession({
    fetch,
    locks,
    onToken: (token) => {
      // links were signed for the old token's session: each is asked again when it is needed (CORE-086)
      links.clear()
      tabs.broadcast({ type: 'token', token })
    },
    onEnded: (reason) => {
      forget()
      tabs.broadcast({ type: 'ended', reason })
    },
  })
  const links = createLinks({ call: session.call })
  const presence = createPresence((path, body) => {
    if (session.current()?.accountId)
      session.call(path, { method: 'POST', body }).catch(() => undefined)
  })

  const look = (tabId: string): void =>
    presence.update(
      leading && Boolean(session.current()?.accountId) && tabs.visibleCount() > 0,
      tabId,
    )
  const listen = (): void => {
    const current = session.current()
    if (leading && current?.accountId) socket?.hold(channelsOf(current, tabs.watched()))
    else socket?.close()
  }
  const openSocket = (given: HubConfig): HubSocket =>
    createSocket(given, {
      Pusher,
      location,
      authorize: (channel_name, socket_id) =>
        session.call('/pusher/auth', { method: 'POST', body: { socket_id, channel_name } }),
      onEvent: (event) => tabs.broadcast({ type: 'event', event }),
      onState: (connection) => patch({ connection }),
      onError: (lastError) => patch({ lastError }),
      onResync: () => tabs.broadcast({ type: 'resync' }),
    })
  /** Nothing of the member stays in the hub's memory. */
  const forget = (): void => {
    socket?.close()
    links.clear()
    look('')
  }
  const lead = (on: boolean): void => {
    leading = on
    session.keepAlive(on)
    listen()
    look('')
  }

  return {
    join: (tabId, given, sink) => {
      tabs.add(tabId, sink)
      if (!socket) {
        socket = openSocket(given)
        startVersionPoll(fetch, given.buildDate, (newVersion) => patch({ newVersion }))
        claimSocket({
          locks,
          build: Date.parse(given.buildDate) || 0,
          onGranted: () => lead(true),
          onLost: () => lead(false),
          onOlder: () => tabs.broadcast({ type: 'reload' }),
        })
      }
      patch({ tabs: tabs.count() })
      return Promise.resolve({ ...state })
    },
    setSession: (tabId, next) => {
      const before = session.current()
      const now = session.set(next)
      if (before?.accountId !== now?.accountId) forget()
      // this tab came with an older token than the hub's
      if (next && now && now.token !== next.token)
        tabs.send(tabId, { type: 'token', token: now.token })
      listen()
      look(tabId)
      return Promise.resolve()
    },
    refresh: (failedToken) => session.refresh(failedToken, 'lost'),
    setVisible: (tabId, visible) => {
      tabs.setVisible(tabId, visible)
      look(tabId)
      return Promise.resolve()
    },
    returned: async (_tabId, hiddenMs) => {
      if (hiddenMs <= BACKGROUND_REFRESH_MS) return
      // no network yet is no reason to wait with the connection: it tells when it is back
      if (await session.check().catch(() => true)) socket?.reconnect()
    },
    watchConversation: (tabId, conversationId) => {
      tabs.watch(tabId, conversationId)
      listen()
      return Promise.resolve()
    },
    link: (mediaId, variant, fresh) => links.link(mediaId, variant, fresh),
    dropLinks: (ids) => {
      links.drop(ids)
      tabs.broadcast({ type: 'links-dropped', ids })
      return Promise.resolve()
    },
    reconnect: () => {
      socket?.reconnect()
      return Promise.resolve()
    },
    logout: async () => {
      try {
        if (session.current()?.accountId)
          await session
            .call('/presence/offline', { method: 'POST', body: { sessionId: 'logout' } })
            .catch(() => undefined)
        await session.call('/auth/logout', { method: 'POST' }).catch(() => undefined)
      } finally {
        session.set(null)
        forget()
        tabs.broadcast({ type: 'ended', reason: 'logout' })
      }
    },
  }
}
