import { expose, releaseProxy, wrap, type Endpoint } from 'comlink'
import { createBusEndpoint, HUB_BUS, type BusMessage } from '#contract/workers/hub'
import type { ExposedHub, ExposedTab } from '#contract/workers/tabs'
import type { TabHub } from './hub'
import type { TabSink } from './tabs'

/**
 * Exposes the hub on one tab's endpoint and sends batches to the tab, which is exposed on the other
 * end. `close` runs when the tab has died.
 */
const serveTab = (hub: TabHub, endpoint: Endpoint, close: () => void): void => {
  const tab = wrap<ExposedTab>(endpoint)
  const sink: TabSink = {
    // not awaited: a dead tab never replies
    push: (batch) => void tab.receive(batch),
    release: () => {
      tab[releaseProxy]()
      close()
    },
  }
  const exposed: ExposedHub = {
    ...hub,
    join: (tabId, config) => hub.join(tabId, config, sink),
  }
  expose(exposed, endpoint)
}

/** A SharedWorker's port to one tab. */
export const servePort = (hub: TabHub, port: MessagePort): void =>
  serveTab(hub, port, () => port.close())

/**
 * The fallback: one dedicated worker serves every tab over a BroadcastChannel. It says `hello` when
 * it starts (a tab that knew another hub joins again and repeats its open calls) and in reply to
 * `who`.
 */
export const serveBus = (
  hub: TabHub,
  bus: Pick<BroadcastChannel, 'postMessage' | 'onmessage'>,
  hubId: string,
): void => {
  /** Tab id → delivers a message to its endpoint. */
  const tabs = new Map<string, (data: unknown) => void>()
  const post = (message: BusMessage): void => bus.postMessage(message)
  const open = (tabId: string): ((data: unknown) => void) => {
    const { endpoint, deliver } = createBusEndpoint((data) =>
      post({ kind: 'rpc', from: hubId, to: tabId, data }),
    )
    serveTab(hub, endpoint, () => tabs.delete(tabId))
    tabs.set(tabId, deliver)
    return deliver
  }
  bus.onmessage = (event: MessageEvent<BusMessage>) => {
    const { kind, from, to, data } = event.data
    if (kind === 'who') post({ kind: 'hello', from: hubId, to: from })
    if (kind === 'rpc' && to === hubId) (tabs.get(from) ?? open(from))(data)
  }
  post({ kind: 'hello', from: hubId, to: null })
}

export const openBus = (): BroadcastChannel => new BroadcastChannel(HUB_BUS)
