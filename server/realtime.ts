import { channelName, type EventName, type EventPayload } from '#contract/realtime'
import type { Publisher } from './hub/publish'
import { newId } from './tokens'

/** How rooms publish: one envelope per event, to the channels of conversations and accounts. */
export interface Realtime {
  readonly publisher: Publisher
  publish<N extends EventName>(name: N, payload: EventPayload<N>, to: To): void
  /**
   * False: no subscriber now, so the payload need not be built. Later subscribers fetch the state.
   */
  isHeard(to: To): boolean
  /**
   * The accounts with a socket, where they are few: of a long list only these need be read. null:
   * they are many, or on other processes.
   */
  listeners(): ReadonlySet<string> | null
}
export interface To {
  readonly accounts?: readonly string[]
  readonly conversation?: string
  readonly presence?: string
  /** Of these accounts, only sockets of these sessions. */
  readonly sessions?: readonly string[]
}

const channelsOf = (to: To): string[] => [
  ...(to.conversation ? [channelName('conversation', to.conversation)] : []),
  ...(to.accounts ?? []).map((id) => channelName('account', id)),
  ...(to.presence ? [`presence-account-${to.presence}`] : []),
]

const LISTENERS_MAX = 250

export const createRealtime = (
  publisher: Publisher,
  now: () => number,
  onError: (error: unknown) => void,
): Realtime => ({
  publisher,
  isHeard: (to) => publisher.isHeard(channelsOf(to)),
  listeners: () => publisher.listeners(LISTENERS_MAX),
  publish: (name, payload, to) => {
    const channels = channelsOf(to)
    if (channels.length === 0 || !publisher.isHeard(channels)) return
    const envelope = {
      id: newId(),
      name,
      occurredAt: new Date(now()).toISOString(),
      source: 'api',
      correlationId: null,
      metadata: {},
      payload,
    }
    // realtime is a hint: sync catches up after a failure, which never fails the request
    Promise.resolve()
      .then(() => publisher.publish(channels, name, envelope, undefined, to.sessions))
      .catch(onError)
  },
})
