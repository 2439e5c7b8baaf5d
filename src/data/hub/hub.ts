import { proxy } from 'valtio'
import type { RealtimeEvent } from '#contract/realtime'
import type { HubApi, HubConfig, HubMessage, HubState } from '#contract/workers/tabs'
import { tabLock } from '#contract/workers/hub'
import { startedOffline } from '../start/prefetched'
import { firstPaint } from '../start/phases'
import { createLink, type HubLink } from './rpc'
import { openBus, openShared } from './port'

/** Id of this page, new with each load. */
export const tabId: string = crypto.randomUUID()

/** The hub's state, mirrored. */
export const hubState = proxy<HubState>({ connection: 'initialized', lastError: null, newVersion: null, tabs: 1 })

type Ended = Extract<HubMessage, { type: 'ended' }>['reason']
interface Listeners {
  event: (event: RealtimeEvent) => void
  resync: () => void
  token: (token: string) => void
  ended: (reason: Ended) => void
  dropped: (ids: readonly string[]) => void
}
const listeners: { [K in keyof Listeners]: Set<Listeners[K]> } = { event: new Set(), resync: new Set(), token: new Set(), ended: new Set(), dropped: new Set() }
const on = <K extends keyof Listeners>(kind: K, fn: Listeners[K]): (() => void) => {
  listeners[kind].add(fn)
  return () => void listeners[kind].delete(fn)
}
/** One listener that throws must not keep the event from the others. */
const tell = <K extends keyof Listeners>(kind: K, ...args: Parameters<Listeners[K]>): void => {
  for (const fn of listeners[kind]) {
    try {
      ;(fn as (...list: unknown[]) => void)(...args)
    } catch (error) {
      reportError(error)
    }
  }
}

/** Every checked live event, once. Answers the way to stop. */
export const onEvent = (fn: Listeners['event']): (() => void) => on('event', fn)
/** The connection is back after a gap: catch up by sync. */
export const onResync = (fn: Listeners['resync']): (() => void) => on('resync', fn)
/**
 * Keeps what comes from now on for listeners that are still being loaded. The answer takes `begin`, which adds them: they are
 * given what came meanwhile, and from then on hear everything by themselves.
 */
export const holdEvents = (): ((begin: () => void) => void) => {
  const held: RealtimeEvent[] = []
  let gap = false
  const ends = [onEvent((event) => void held.push(event)), onResync(() => { gap = true })]
  return (begin) => {
    const before = { event: new Set(listeners.event), resync: new Set(listeners.resync) }
    begin()
    for (const end of ends) end()
    for (const fn of listeners.event) if (!before.event.has(fn)) for (const event of held) fn(event)
    if (gap) for (const fn of listeners.resync) if (!before.resync.has(fn)) fn()
  }
}
/** For src/data itself: a new access token, the end of the session, links that are no longer good. */
export const onHubToken = (fn: Listeners['token']): (() => void) => on('token', fn)
export const onHubEnded = (fn: Listeners['ended']): (() => void) => on('ended', fn)
export const onLinksDropped = (fn: Listeners['dropped']): (() => void) => on('dropped', fn)

const receive = (batch: readonly HubMessage[]): void => {
  for (const message of batch) {
    switch (message.type) {
      case 'state': Object.assign(hubState, message.patch); break
      case 'event': tell('event', message.event); break
      case 'token': tell('token', message.token); break
      case 'ended': tell('ended', message.reason); break
      case 'resync': tell('resync'); break
      case 'links-dropped': tell('dropped', message.ids); break
      // a newer version of the app has the connection: the banner asks; what is being written or sent here is not torn away
      case 'reload': hubState.newVersion ??= 'nouvelle'; break
    }
  }
}

/** The hub does not answer for this long: the page starts without it; it joins when it comes. */
const PATIENCE_MS = 5_000
let api: HubApi | null = null

const asApi = (link: HubLink): HubApi => ({
  join: () => Promise.reject(new Error('Joined by startHub')),
  setSession: (id, session) => link.call('setSession', id, session),
  refresh: (token) => link.call('refresh', token),
  setVisible: (id, visible) => link.call('setVisible', id, visible),
  returned: (id, hiddenMs) => link.call('returned', id, hiddenMs),
  watchConversation: (id, conversationId) => link.call('watchConversation', id, conversationId),
  link: (mediaId, variant, fresh) => link.call('link', mediaId, variant, ...(fresh === undefined ? [] : [fresh])),
  dropLinks: (ids) => link.call('dropLinks', ids),
  reconnect: () => link.call('reconnect'),
  logout: () => link.call('logout'),
})

/** The tab's own lock is held first: the hub takes a free one for a tab that is gone. */
const holdTabLock = (): Promise<void> =>
  new Promise((held) => {
    void navigator.locks.request(tabLock(tabId), () => {
      held()
      return new Promise(() => undefined)
    })
  })

/** Resolves when the first hub has answered. */
const open = (link: HubLink): Promise<void> =>
  new Promise((joined) => {
    const attach: HubLink['attach'] = (port) => link.attach(port).then(joined)
    let fallen = false
    const fall = (): void => {
      if (!fallen) openBus(tabId, attach)
      fallen = true
    }
    if (typeof SharedWorker === 'undefined') fall()
    else void openShared(attach, fall)
  })

/** Starts or joins the one hub of this browser. Resolves when it has answered, or after 5 s without it (the app works, not live). */
export const startHub = async (config: HubConfig): Promise<HubApi> => {
  if (api) return api
  const link = createLink({
    tabId,
    config,
    onBatch: receive,
    onJoined: (state) => Object.assign(hubState, state),
  })
  api = asApi(link)
  // without network there is nothing for it to do yet: the processor belongs to what the device has kept
  if (startedOffline()) await firstPaint()
  await holdTabLock()
  await Promise.race([open(link), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
  return api
}

/** The hub; throws before `startHub`. */
export const hub = (): HubApi => {
  if (!api) throw new Error('The hub is not started')
  return api
}
/** The hub, or null before `startHub`. */
export const hubIfStarted = (): HubApi | null => api
