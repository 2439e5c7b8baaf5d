import type { HubApi, HubConfig } from '#contract/workers/tabs'
import {
  HUB_BUS,
  type BusMessage,
  type FromHub,
  type HubPort,
  type ToHub,
} from '#contract/workers/hub'

type TabPort = HubPort<FromHub, ToHub>
type Listener = (message: ToHub) => void

/** Puts the hub on one port. Answers and batches are posted, never awaited: a dead tab's promise would never settle. */
export const serveTab = (hub: HubApi, port: TabPort): void => {
  const join = (tabId: string, config: HubConfig): ReturnType<HubApi['join']> =>
    hub.join(tabId, config, (batch) => port.post({ batch }))
  const methods: Record<string, unknown> = { ...hub, join }
  port.listen(({ call, method, args }) => {
    const run = Object.hasOwn(methods, method)
      ? (methods[method] as (...list: readonly unknown[]) => Promise<unknown>)
      : () => Promise.reject(new Error(`No ${method}`))
    run(...args).then(
      (value) => port.post({ answer: call, value }),
      (error: unknown) =>
        port.post({ answer: call, error: error instanceof Error ? error.message : String(error) }),
    )
  })
}

export const messagePort = (port: MessagePort): TabPort => ({
  post: (message) => port.postMessage(message),
  listen: (fn) => {
    port.onmessage = (event: MessageEvent<ToHub>) => fn(event.data)
  },
})

/**
 * The fallback: one dedicated worker serves every tab over a BroadcastChannel. It says `hello` when it starts (a tab that
 * knew another hub joins again and repeats its open calls) and whenever a tab asks who is there.
 */
export const serveBus = (
  hub: HubApi,
  bus: Pick<BroadcastChannel, 'postMessage' | 'onmessage'>,
  hubId: string,
): void => {
  const tabs = new Map<string, Listener>()
  const post = (message: BusMessage): void => bus.postMessage(message)
  const open = (tabId: string): Listener => {
    serveTab(hub, {
      post: (data) => post({ kind: 'rpc', from: hubId, to: tabId, data }),
      listen: (fn) => tabs.set(tabId, fn),
    })
    return tabs.get(tabId) as Listener
  }
  bus.onmessage = (event: MessageEvent<BusMessage>) => {
    const { kind, from, to, data } = event.data
    if (kind === 'who') post({ kind: 'hello', from: hubId, to: from })
    if (kind === 'rpc' && to === hubId) (tabs.get(from) ?? open(from))(data as ToHub)
  }
  post({ kind: 'hello', from: hubId, to: null })
}

export const openBus = (): BroadcastChannel => new BroadcastChannel(HUB_BUS)
