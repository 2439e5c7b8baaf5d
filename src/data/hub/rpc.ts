import { expose, wrap, type Endpoint, type Remote } from 'comlink'
import type {
  ExposedHub,
  ExposedTab,
  HubApi,
  HubConfig,
  HubMessage,
  HubState,
} from '#contract/workers/tabs'

type HubMethod = keyof HubApi
type Reply<M extends HubMethod> = Awaited<ReturnType<HubApi[M]>>

/** A call that may be sent to more than one hub; settled by the first reply of the current one. */
interface HubCall {
  readonly method: HubMethod
  readonly args: readonly unknown[]
  resolve(value: unknown): void
  reject(error: unknown): void
}

export interface HubLink {
  /**
   * Switches to the hub at this endpoint: joins, resends this tab's state, repeats the calls
   * without a reply. Resolves when the hub has accepted the tab.
   */
  attach(endpoint: Endpoint): Promise<void>
  /**
   * Resolves with the reply of the current hub or of its successor. Rejects with the hub's error.
   */
  call<M extends HubMethod>(method: M, ...args: Parameters<HubApi[M]>): Promise<Reply<M>>
}
interface LinkDeps {
  readonly tabId: string
  readonly config: HubConfig
  onBatch(batch: readonly HubMessage[]): void
  onJoined(state: HubState): void
}

/** State that a hub needs about this tab: the last call of each method is resent to a successor. */
const STICKY: readonly HubMethod[] = ['setSession', 'setVisible', 'watchConversation']

/**
 * This tab's connection to the hub, over Comlink. It outlives a single hub, so every method must be
 * safe to repeat.
 */
export const createLink = ({ tabId, config, onBatch, onJoined }: LinkDeps): HubLink => {
  let current: Remote<ExposedHub> | null = null
  /** Calls without a reply, in order. */
  const open = new Set<HubCall>()
  const latest = new Map<HubMethod, HubCall>()

  const send = (hub: Remote<ExposedHub>, call: HubCall): void => {
    const method = hub[call.method] as (...args: readonly unknown[]) => Promise<unknown>
    // a reply of a former hub is ignored: the call was repeated to its successor
    const settle = (done: () => void): void => {
      if (current === hub && open.delete(call)) done()
    }
    method(...call.args).then(
      (value) => settle(() => call.resolve(value)),
      (error: unknown) => settle(() => call.reject(error)),
    )
  }

  return {
    attach: (endpoint) =>
      new Promise<void>((joined) => {
        const isSuccessor = current !== null
        const hub = wrap<ExposedHub>(endpoint)
        current = hub
        const tab: ExposedTab = {
          receive: (batch) => {
            if (current === hub) onBatch(batch)
          },
        }
        expose(tab, endpoint)
        void hub.join(tabId, config).then((state) => {
          if (current !== hub) return
          onJoined(state)
          // what happened between the two hubs
          if (isSuccessor) onBatch([{ type: 'resync' }])
          joined()
        })
        for (const call of latest.values()) if (!open.has(call)) send(hub, call)
        for (const call of open) send(hub, call)
      }),
    call: (method, ...args) =>
      new Promise((resolve, reject) => {
        const call: HubCall = { method, args, resolve, reject }
        if (STICKY.includes(method)) latest.set(method, call)
        open.add(call)
        if (current) send(current, call)
      }),
  }
}
