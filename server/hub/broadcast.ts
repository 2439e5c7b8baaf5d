import type { Channels } from './channels'
import type { Peers } from './options'
import { encodeData, eventFrame } from './protocol'

interface PublishedEvent {
  readonly c: readonly string[]
  readonly e: string
  readonly d: string
  readonly x?: string
}
interface BroadcastDeps {
  readonly channels: Channels
  readonly peers: Peers | undefined
  /** Events skipped for slow readers. */
  readonly droppable: ReadonlySet<string>
  readonly count: { published: number; deliveries: number }
}
export interface Broadcast {
  /** One of these channels may have a subscriber; always true with several processes. */
  isHeard(channels: readonly string[]): boolean
  /** To every subscriber of each channel except the socket `except`. */
  publish(channels: readonly string[], event: string, data: unknown, except?: string): void
}

/** Delivers events to local subscribers and to the other processes. */
export const createBroadcast = ({
  channels,
  peers,
  droppable,
  count,
}: BroadcastDeps): Broadcast => {
  const deliver = (channel: string, event: string, data: string, except?: string): void => {
    if (channels.has(channel))
      count.deliveries += channels.deliver(
        channel,
        eventFrame(event, channel, data),
        droppable.has(event),
        except,
      )
  }
  const isHeard: Broadcast['isHeard'] = (names) =>
    peers !== undefined || names.some((name) => channels.has(name))
  peers?.on('hub.publish', ({ c, e, d, x }: PublishedEvent) =>
    c.forEach((name) => deliver(name, e, d, x)),
  )
  return {
    isHeard,
    publish: (names, event, data, except) => {
      count.published += 1
      // most events concern members without a socket here
      if (!isHeard(names)) return
      const encoded = encodeData(data)
      for (const name of new Set(names)) deliver(name, event, encoded, except)
      void peers?.tell('hub.publish', {
        c: [...new Set(names)],
        e: event,
        d: encoded,
        ...(except === undefined ? {} : { x: except }),
      } satisfies PublishedEvent)
    },
  }
}
