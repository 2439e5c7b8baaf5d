import { BACKGROUND_REFRESH_MS } from '#contract/limits'
import type { HubApi, HubConfig, HubState } from '#contract/workers/tabs'
import { createLive, type Live, type LiveDeps } from './live'
import { createLinks, type HubLinks } from './media-urls'
import { createSession, type HubSessions } from './session'
import { createTabRegistry, type TabRegistry, type TabSink } from './tabs'
import { createVersionPoll } from './version'

/** The hub's environment: the browser's APIs in the worker, fakes in tests. */
interface HubDeps extends Pick<LiveDeps, 'Pusher' | 'locks' | 'location'> {
  readonly fetch: typeof fetch
}
/** The hub inside the worker: `join` takes the sink that the endpoint of a tab provides. */
export interface TabHub extends HubApi {
  join(tabId: string, config: HubConfig, sink: TabSink): Promise<HubState>
}

interface Parts {
  readonly tabs: TabRegistry
  readonly session: HubSessions
  readonly links: HubLinks
  readonly live: Live
  join: TabHub['join']
  /** Removes all data of the member from the hub's memory. */
  forget(): void
  /** The visibility of tabs has changed; `tabId`: the tab that changed last. */
  updatePresence(tabId: string, at: number): void
}

const createParts = ({ fetch, locks, location, Pusher }: HubDeps): Parts => {
  const state: HubState = { connection: 'initialized', lastError: null, newVersion: null, tabs: 0 }
  const change: LiveDeps['change'] = (key, value) => {
    if (state[key] === value) return
    state[key] = value
    tabs.broadcast({ type: 'state', patch: { [key]: value } })
  }
  const tabs = createTabRegistry(locks, (tabId) => {
    change('tabs', tabs.count())
    updatePresence(tabId, Date.now())
    live.updateChannels()
  })
  const session = createSession({
    fetch,
    locks,
    onToken: (token) => {
      // links are signed for the session of the old token: each is fetched again when it is needed
      // (CORE-086)
      links.clear()
      tabs.broadcast({ type: 'token', token })
    },
    onEnded: (reason) => {
      forget()
      tabs.broadcast({ type: 'ended', reason })
    },
  })
  const links = createLinks(session.call)
  const live = createLive({ Pusher, locks, location, tabs, session, change })
  const forget = (): void => {
    links.clear()
    live.close()
  }
  let pollVersion: ReturnType<typeof createVersionPoll> | undefined
  let isShown = false
  /** When the last visible tab was hidden or the first one shown. */
  let changedAt = Date.now()
  let newest = { tabId: '', at: 0 }
  const updatePresence = (tabId: string, at: number): void => {
    live.updatePresence(tabId)
    const before = isShown
    isShown = tabs.visibleCount() > 0
    pollVersion?.(isShown)
    if (isShown === before) return
    // a tab that opens requests everything anyway: no need to reconnect
    const since = newest.tabId === tabId ? Math.max(changedAt, newest.at) : changedAt
    if (isShown && at - since > BACKGROUND_REFRESH_MS) void comeBack()
    changedAt = at
  }
  /** No tab was visible for a long time (MSG-130): the token and the connection may be dead. */
  const comeBack = async (): Promise<void> => {
    // a failed check (no network yet) does not delay the reconnection
    if (await session.check().catch(() => true)) live.reconnect()
  }
  const join: TabHub['join'] = async (tabId, config, sink) => {
    tabs.add(tabId, sink)
    newest = { tabId, at: Date.now() }
    live.start(config)
    pollVersion ??= createVersionPoll(fetch, config.buildDate, (newVersion) =>
      change('newVersion', newVersion),
    )
    change('tabs', tabs.count())
    return { ...state }
  }
  return { tabs, session, links, live, join, forget, updatePresence }
}

/**
 * The hub of this browser: one connection, heartbeat, token refresh, link cache and version poll
 * for all tabs.
 */
export const createTabHub = (deps: HubDeps): TabHub => {
  const parts = createParts(deps)
  const { tabs, session, links, live } = parts
  return {
    join: parts.join,
    setSession: async (tabId, next) => {
      const before = session.current()
      const now = session.set(next)
      if (before?.accountId !== now?.accountId) parts.forget()
      // this tab has an older token than the hub
      if (next && now && now.token !== next.token)
        tabs.send(tabId, { type: 'token', token: now.token })
      live.updateChannels()
      live.updatePresence(tabId)
    },
    refresh: (failedToken) => session.refresh(failedToken, 'lost'),
    setVisible: async (tabId, visible, at = Date.now()) => {
      tabs.setVisible(tabId, visible)
      parts.updatePresence(tabId, at)
    },
    watchConversation: async (tabId, conversationId) => {
      tabs.watch(tabId, conversationId)
      live.updateChannels()
    },
    link: links.link,
    dropLinks: async (ids) => {
      links.drop(ids)
      tabs.broadcast({ type: 'links-dropped', ids })
    },
    reconnect: async () => live.reconnect(),
    logout: session.logout,
  }
}
