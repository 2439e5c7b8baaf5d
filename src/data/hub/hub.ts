import { proxy } from 'valtio'
import type { RealtimeEvent } from '#contract/realtime'
import type { EndReason, HubApi, HubConfig, HubMessage, HubState } from '#contract/workers/tabs'
import { tabLock } from '#contract/workers/hub'
import { withLock } from '../device/locks'
import { startedOffline } from '../start/prefetched'
import { waitForFirstPaint } from '../start/phases'
import { createLink, type HubLink } from './rpc'
import { delay } from '../../lib/delay'
import { openBus, openSharedHub } from './port'

/** Id of this page, new with each load. */
export const tabId: string = crypto.randomUUID()

/** The hub's state, mirrored. */
export const hubState = proxy<HubState>({
  connection: 'initialized',
  lastError: null,
  newVersion: null,
  tabs: 1,
})
/** Shows the banner of a newer version whose name is not known. */
export const announceNewVersion = (): void => void (hubState.newVersion ??= 'nouvelle')

interface Listeners {
  event: (event: RealtimeEvent) => void
  resync: () => void
  token: (token: string) => void
  ended: (reason: EndReason) => void
  dropped: (ids: readonly string[]) => void
}
const listeners: { [K in keyof Listeners]: Set<Listeners[K]> } = {
  event: new Set(),
  resync: new Set(),
  token: new Set(),
  ended: new Set(),
  dropped: new Set(),
}
const on = <K extends keyof Listeners>(kind: K, fn: Listeners[K]): (() => void) => {
  listeners[kind].add(fn)
  return () => void listeners[kind].delete(fn)
}
/** A listener that throws must not keep the event from the others. */
const notifyAll = <A extends unknown[]>(fns: Iterable<(...args: A) => void>, ...args: A): void => {
  for (const fn of fns) {
    try {
      fn(...args)
    } catch (error) {
      reportError(error)
    }
  }
}
const emit = <K extends keyof Listeners>(kind: K, ...args: Parameters<Listeners[K]>): void =>
  notifyAll(listeners[kind] as Iterable<(...args: Parameters<Listeners[K]>) => void>, ...args)

/** Every validated live event, once. Returns the unsubscribe function. */
export const onEvent = (fn: Listeners['event']): (() => void) => on('event', fn)
/** The connection was re-established after a gap: sync. */
export const onResync = (fn: Listeners['resync']): (() => void) => on('resync', fn)
/** Asks every listener to sync, as after a gap. For `poll.ts` only. */
export const resync = (): void => emit('resync')
/**
 * Buffers events for listeners that are still loading. The returned function takes `begin`, which
 * adds them: they receive the buffered events first, and the following ones directly.
 */
export const bufferEvents = (): ((begin: () => void) => void) => {
  const held: RealtimeEvent[] = []
  let gap = false
  const ends = [
    onEvent((event) => void held.push(event)),
    onResync(() => {
      gap = true
    }),
  ]
  return (begin) => {
    const before = { event: new Set(listeners.event), resync: new Set(listeners.resync) }
    begin()
    for (const end of ends) end()
    const late = [...listeners.event].filter((fn) => !before.event.has(fn))
    for (const event of held) notifyAll(late, event)
    if (gap) notifyAll([...listeners.resync].filter((fn) => !before.resync.has(fn)))
  }
}
/** For src/data only: a new access token, the end of the session, invalidated links. */
export const onHubToken = (fn: Listeners['token']): (() => void) => on('token', fn)
export const onHubEnded = (fn: Listeners['ended']): (() => void) => on('ended', fn)
export const onLinksDropped = (fn: Listeners['dropped']): (() => void) => on('dropped', fn)

const receive = (batch: readonly HubMessage[]): void => {
  for (const message of batch) {
    switch (message.type) {
      case 'state':
        Object.assign(hubState, message.patch)
        break
      case 'event':
        emit('event', message.event)
        break
      case 'token':
        emit('token', message.token)
        break
      case 'ended':
        emit('ended', message.reason)
        break
      case 'resync':
        resync()
        break
      case 'links-dropped':
        emit('dropped', message.ids)
        break
      // a newer build has the connection: the banner offers a reload; an automatic one would lose
      // what is being written
      case 'reload':
        announceNewVersion()
        break
    }
  }
}

/** The page starts without the hub after this long, and joins it when it replies. */
const PATIENCE_MS = 5_000
let api: HubApi | null = null

const asApi = ({ call }: HubLink): HubApi => ({
  setSession: (...args) => call('setSession', ...args),
  refresh: (...args) => call('refresh', ...args),
  setVisible: (...args) => call('setVisible', ...args),
  watchConversation: (...args) => call('watchConversation', ...args),
  link: (...args) => call('link', ...args),
  dropLinks: (...args) => call('dropLinks', ...args),
  reconnect: (...args) => call('reconnect', ...args),
  logout: (...args) => call('logout', ...args),
})

/** The tab's lock must be held before it joins: to the hub a free lock means a dead tab. */
const holdTabLock = (): Promise<void> =>
  new Promise((held) => {
    void withLock(tabLock(tabId), () => {
      held()
      return new Promise(() => undefined)
    })
  })

/** Resolves when the first hub has replied. */
const open = (link: HubLink): Promise<void> =>
  new Promise((joined) => {
    const attach: HubLink['attach'] = (endpoint) => link.attach(endpoint).then(joined)
    let usesBus = false
    const fallBack = (): void => {
      if (!usesBus) openBus(tabId, attach)
      usesBus = true
    }
    if (typeof SharedWorker === 'undefined') fallBack()
    else void openSharedHub(attach, fallBack)
  })

/**
 * Starts or joins the hub of this browser. Resolves when it has replied, or after 5 s (the app
 * works, without live events).
 */
export const startHub = async (config: HubConfig): Promise<HubApi> => {
  if (api) return api
  const link = createLink({
    tabId,
    config,
    onBatch: receive,
    // the page may know of a newer version before the hub does
    onJoined: ({ newVersion, ...state }) =>
      Object.assign(hubState, state, { newVersion: newVersion ?? hubState.newVersion }),
  })
  api = asApi(link)
  // offline: start the hub after the cached content has painted
  if (startedOffline()) await waitForFirstPaint()
  await holdTabLock()
  await Promise.race([open(link), delay(PATIENCE_MS)])
  return api
}

/** The hub; throws before `startHub`. */
export const hub = (): HubApi => {
  if (!api) throw new Error('Hub not started')
  return api
}
/** The hub, or null before `startHub`. */
export const hubIfStarted = (): HubApi | null => api
