import type { Channels, Recipients } from './channels'
import type { Peers } from './options'
import { encodeData, eventFrame } from './protocol'

/** Between processes; an update changes them one by one: no key may be renamed. */
interface PublishedEvent {
  /** Channels. */
  readonly c: readonly string[]
  /** Event. */
  readonly e: string
  /** Encoded data. */
  readonly d: string
  /** The socket that does not get it. */
  readonly x?: string
  /** Only these sessions get it. */
  readonly s?: readonly string[]
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
  /**
   * To every subscriber of each channel except the socket `except`; with `sessions`, of these only.
   */
  publish(
    channels: readonly string[],
    event: string,
    data: unknown,
    except?: string,
    sessions?: readonly string[],
  ): void
}

/** Delivers events to local subscribers and to the other processes. */
export const createBroadcast = ({
  channels,
  peers,
  droppable,
  count,
}: BroadcastDeps): Broadcast => {
  const deliver = (channel: string, event: string, data: string, to: Recipients): void => {
    if (channels.has(channel))
      count.deliveries += channels.deliver(
        channel,
        eventFrame(event, channel, data),
        droppable.has(event),
        to,
      )
  }
  const isHeard: Broadcast['isHeard'] = (names) =>
    peers !== undefined || names.some((name) => channels.has(name))
  peers?.on('hub.publish', ({ c, e, d, x, s }: PublishedEvent) =>
    c.forEach((name) => deliver(name, e, d, { except: x, sessions: s })),
  )
  return {
    isHeard,
    publish: (names, event, data, except, sessions) => {
      count.published += 1
      // most events concern members without a socket here
      if (!isHeard(names)) return
      const encoded = encodeData(data)
      for (const name of new Set(names)) deliver(name, event, encoded, { except, sessions })
      void peers?.tell('hub.publish', {
        c: [...new Set(names)],
        e: event,
        d: encoded,
        ...(except === undefined ? {} : { x: except }),
        ...(sessions === undefined ? {} : { s: sessions }),
      } satisfies PublishedEvent)
    },
  }
}
