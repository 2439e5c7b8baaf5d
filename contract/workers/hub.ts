import type { HubApi, HubMessage } from './tabs'

/*
 * Between a tab and the hub go three plain messages, on a MessagePort or on the BroadcastChannel of the fallback. Not Comlink:
 * an answer may come from another hub than the one that was asked (takeover), callbacks are never awaited, and it costs the
 * hub 1.7 kB of its 30.
 */
export type HubMethod = keyof HubApi
/** `join` goes without its sink: batches come by themselves. */
export interface HubCall {
  readonly call: string
  readonly method: HubMethod
  readonly args: readonly unknown[]
}
export type HubAnswer =
  | { readonly answer: string; readonly value: unknown }
  | { readonly answer: string; readonly error: string }
/** Fire and forget: a dead tab holds nothing up. */
export interface HubBatch {
  readonly batch: readonly HubMessage[]
}
export type ToHub = HubCall
export type FromHub = HubAnswer | HubBatch
/** What a MessagePort and a place on the BroadcastChannel have in common. */
export interface HubPort<Out, In> {
  post(message: Out): void
  listen(fn: (message: In) => void): void
}

/** Web Locks: one hub has the socket; one tab owns the fallback worker; one refresh at a time, whatever the number of hubs. */
export const SOCKET_LOCK = 'hub-socket'
export const HUB_LOCK = 'hub'
export const REFRESH_LOCK = 'hub-refresh'
/** Held by a SharedWorker hub for its whole life, by the address of its script: whoever gets it knows that the hub is gone. */
export const lifeLock = (script: string): string => `hub-life:${script}`
export const tabLock = (tabId: string): string => `tab:${tabId}`

/** BroadcastChannel of the fallback, where there is no SharedWorker. */
export const HUB_BUS = 'connivence-hub'
/**
 * `hello`: a hub is there (to everybody, or to the tab that asked). `who`: a tab looks for the hub. `rpc`: one
 * message between a tab and a hub, each named by its id.
 */
export interface BusMessage {
  readonly kind: 'hello' | 'who' | 'rpc'
  readonly from: string
  /** Null: everybody. */
  readonly to: string | null
  readonly data?: unknown
}
