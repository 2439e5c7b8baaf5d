/**
 * Web Locks: one hub has the socket; one tab owns the fallback worker; one refresh at a time, even
 * with several hubs.
 */
export const SOCKET_LOCK = 'hub-socket'
export const HUB_LOCK = 'hub'
export const REFRESH_LOCK = 'hub-refresh'
/**
 * Held by a SharedWorker hub for its whole life, named after its script: a granted request means
 * that the hub is dead.
 */
export const lifeLock = (script: string): string => `hub-life:${script}`
export const tabLock = (tabId: string): string => `tab:${tabId}`

/** BroadcastChannel of the fallback for browsers without SharedWorker. */
export const HUB_BUS = 'connivence-hub'
/**
 * `hello`: a hub has started or replies to `who`. `who`: a tab looks for the hub. `rpc`: one
 * Comlink message.
 */
export interface BusMessage {
  readonly kind: 'hello' | 'who' | 'rpc'
  /** Id of the tab or hub. */
  readonly from: string
  /** Null: all listeners. */
  readonly to: string | null
  readonly data?: unknown
}

type Listener = (event: { readonly data: unknown }) => void
/** A Comlink `Endpoint`; contract code has no DOM types, so a listener is `unknown` here. */
interface BusEndpoint {
  postMessage(message: unknown): void
  addEventListener(type: string, listener: unknown): void
  removeEventListener(type: string, listener: unknown): void
}
/**
 * One tab's line to one hub on the shared BroadcastChannel: `post` sends, `deliver` takes what
 * arrives for it. A BroadcastChannel cannot transfer ports, so Comlink's `proxy()` does not work
 * here: both ends are exposed instead.
 */
export const createBusEndpoint = (
  post: (data: unknown) => void,
): { endpoint: BusEndpoint; deliver(data: unknown): void } => {
  const listeners = new Set<Listener>()
  return {
    endpoint: {
      postMessage: post,
      addEventListener: (_type, listener) => void listeners.add(listener as Listener),
      removeEventListener: (_type, listener) => void listeners.delete(listener as Listener),
    },
    deliver: (data) => {
      for (const listener of listeners) listener({ data })
    },
  }
}
