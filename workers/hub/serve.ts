import { expose, type Endpoint } from 'comlink'
import type { HubApi } from '#contract/workers'
import { HUB_BUS, type BusMessage, type ExposedHub, type HubBatch } from '#contract/workers-hub'

type Listener = (event: Event) => void

/** Puts the hub on one port. Batches are posted beside Comlink's answers, never awaited: a dead tab's promise would never settle. */
export const serveTab = (hub: HubApi, port: Endpoint): void => {
  const exposed: ExposedHub = {
    ...hub,
    join: (tabId, config) => hub.join(tabId, config, (hubBatch) => port.postMessage({ hubBatch } satisfies HubBatch)),
  }
  expose(exposed, port)
}

/**
 * The fallback: one dedicated worker serves every tab over a BroadcastChannel. It says `hello` when it starts (a tab that
 * knew another hub joins again and repeats its open calls) and whenever a tab asks who is there.
 */
export const serveBus = (hub: HubApi, bus: BroadcastChannel, hubId: string): void => {
  const tabs = new Map<string, Set<Listener>>()
  const post = (message: BusMessage): void => bus.postMessage(message)
  const open = (tabId: string): Set<Listener> => {
    const listeners = new Set<Listener>()
    tabs.set(tabId, listeners)
    serveTab(hub, {
      postMessage: (data: unknown) => post({ kind: 'rpc', from: hubId, to: tabId, data }),
      addEventListener: (_type: string, listener: EventListenerOrEventListenerObject) => void listeners.add(listener as Listener),
      removeEventListener: (_type: string, listener: EventListenerOrEventListenerObject) => void listeners.delete(listener as Listener),
    })
    return listeners
  }
  bus.addEventListener('message', (event: MessageEvent<BusMessage>) => {
    const { kind, from, to, data } = event.data
    if (kind === 'who') post({ kind: 'hello', from: hubId, to: from })
    if (kind !== 'rpc' || to !== hubId) return
    for (const listener of tabs.get(from) ?? open(from)) listener(new MessageEvent('message', { data }))
  })
  post({ kind: 'hello', from: hubId, to: null })
}

export const openBus = (): BroadcastChannel => new BroadcastChannel(HUB_BUS)
