import type { HubApi, HubConfig, HubMessage, HubState } from './workers'

/** The hub as it is exposed on a port: `join` keeps no callback, batches come as `HubBatch` on the same port. */
export interface ExposedHub extends Omit<HubApi, 'join'> {
  join(tabId: string, config: HubConfig): Promise<HubState>
}

/** What the hub posts to a tab beside the answers of Comlink: fire and forget, a dead tab holds nothing up. */
export interface HubBatch { readonly hubBatch: readonly HubMessage[] }
export const isHubBatch = (data: unknown): data is HubBatch => typeof data === 'object' && data !== null && 'hubBatch' in data

/** Web Locks: one hub has the socket; one tab owns the fallback worker; one refresh at a time, whatever the number of hubs. */
export const SOCKET_LOCK = 'hub-socket'
export const HUB_LOCK = 'hub'
export const REFRESH_LOCK = 'hub-refresh'
export const tabLock = (tabId: string): string => `tab:${tabId}`

/** BroadcastChannel of the fallback, where there is no SharedWorker. */
export const HUB_BUS = 'connivence-hub'
/**
 * `hello`: a hub is there (to everybody, or to the tab that asked). `who`: a tab looks for the hub. `rpc`: one Comlink
 * message between a tab and a hub, each named by its id.
 */
export interface BusMessage {
  readonly kind: 'hello' | 'who' | 'rpc'
  readonly from: string
  /** Null: everybody. */
  readonly to: string | null
  readonly data?: unknown
}
