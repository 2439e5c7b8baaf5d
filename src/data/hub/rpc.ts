import type { HubApi, HubConfig, HubMessage, HubState } from '#contract/workers/tabs'
import type { FromHub, HubMethod, HubPort, ToHub } from '#contract/workers/hub'

export type PagePort = HubPort<ToHub, FromHub>
type Answer<M extends HubMethod> = Awaited<ReturnType<HubApi[M]>>
interface Waiting { readonly message: ToHub; settle(answer: { value: unknown } | { error: string }): void }

export interface HubLink {
  /** Uses the hub behind this port from now on: joins, says again what this tab is, repeats the calls that are still open. Resolves when it is joined. */
  attach(port: PagePort): Promise<void>
  /** Answered by the hub that answers first, the present one or the one that takes over. Rejects with the hub's message. */
  call<M extends HubMethod>(method: M, ...args: Parameters<HubApi[M]>): Promise<Answer<M>>
}
export interface LinkDeps {
  readonly tabId: string
  readonly config: HubConfig
  onBatch(batch: readonly HubMessage[]): void
  onJoined(state: HubState): void
}

/** What a hub must know of this tab; the last call of each is said again to a hub that takes over. */
const STICKY: readonly HubMethod[] = ['setSession', 'setVisible', 'watchConversation']

/** This tab's side of the hub, whichever hub that is. Every method may safely be repeated. */
export const createLink = ({ tabId, config, onBatch, onJoined }: LinkDeps): HubLink => {
  let port: PagePort | null = null
  let count = 0
  const waiting = new Map<string, Waiting>()
  const last = new Map<HubMethod, ToHub>()
  const next = (): string => `${tabId}:${(count += 1)}`

  const receive = (message: FromHub): void => {
    if ('batch' in message) return onBatch(message.batch)
    const one = waiting.get(message.answer)
    waiting.delete(message.answer)
    return one?.settle(message)
  }
  return {
    attach: (given) => new Promise<void>((ready) => {
      const again = port !== null
      port = given
      given.listen((message) => {
        if (port === given) receive(message)
      })
      const join: ToHub = { call: next(), method: 'join', args: [tabId, config] }
      waiting.set(join.call, {
        message: join,
        settle: (answer) => {
          if ('error' in answer) return
          onJoined(answer.value as HubState)
          ready()
        },
      })
      // joining comes first; what another hub was asked before is not asked here as well
      for (const [id, one] of waiting) if (one.message.method === 'join' && id !== join.call) waiting.delete(id)
      given.post(join)
      for (const message of last.values()) if (!waiting.has(message.call)) given.post(message)
      // what happened between two hubs is caught up: the new one connects anew and tells every tab to resync
      if (again) given.post({ call: next(), method: 'reconnect', args: [] })
      for (const { message } of waiting.values()) if (message !== join) given.post(message)
    }),
    call: (method, ...args) =>
      new Promise((resolve, reject) => {
        const message: ToHub = { call: next(), method, args }
        if (STICKY.includes(method)) last.set(method, message)
        waiting.set(message.call, {
          message,
          settle: (answer) => ('error' in answer ? reject(new Error(answer.error)) : resolve(answer.value as never)),
        })
        port?.post(message)
      }),
  }
}
