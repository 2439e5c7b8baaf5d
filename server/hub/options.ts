import type { MemberVisible } from './channels'

/** The other processes of the installation, over `server/link`. */
export interface Peers {
  readonly node: string
  /** Connected to the others. */
  up(): boolean
  /** Sends to all others, in call order; resolves once sent. Never rejects. */
  tell(topic: string, data: unknown): Promise<boolean>
  on(topic: string, handler: (data: never, from: string) => void): void
  ask(topic: string, data: unknown): Promise<unknown[]>
  answer(topic: string, handler: (data: never) => unknown): void
  /** Messages of the others may have been lost; `over`: connected again. */
  onGap(handler: (over: boolean) => void): void
}

export interface ChannelsOptions {
  readonly appId: string
  readonly key: string
  readonly secret: string
  /** Whether a page of this origin may open a socket; undefined: not a browser. */
  allowedOrigins(origin: string | undefined, host: string | undefined): boolean
  /** Valid channel names; default: the five kinds of the product. */
  channelName?(name: string): boolean
  /**
   * Visibility on presence channels; default: the account sees all members, the others see it and
   * themselves.
   */
  readonly memberVisible?: MemberVisible
  /** Seconds of silence before a ping, default 120; the client applies it too. */
  readonly activityTimeoutS?: number
  /** Seconds until an unanswered ping closes the socket, default 30. */
  readonly pongTimeoutS?: number
  /** Bytes a slow reader may hold, default 1 MiB. */
  readonly maxQueueBytes?: number
  readonly maxSockets?: number
  /** Sockets of one client address, default 500; loopback is not counted. */
  readonly maxSocketsPerAddress?: number
  /** Reverse proxies in front that append to X-Forwarded-For, default 0. */
  readonly proxies?: number
  /** Seconds after which a socket without any subscription is closed, default 60. */
  readonly idleTimeoutS?: number
  /** New sockets per second, default 400; further ones wait. */
  readonly opensPerS?: number
  readonly maxSubscriptionsPerSocket?: number
  /** The other processes; none: a single process. */
  readonly peers?: Peers
  /** Events skipped for slow readers; the next one of the kind replaces them. */
  readonly droppable?: readonly string[]
  readonly logger?: { warn(details: object, message: string): void }
  /** Ms since epoch. */
  readonly now?: () => number
}

/** Totals since the start; the first three are current values. */
export interface ChannelsStats {
  readonly sockets: number
  readonly subscriptions: number
  readonly channels: number
  readonly published: number
  readonly deliveries: number
  readonly droppedFrames: number
  readonly slowClosed: number
  readonly silentClosed: number
  readonly floodClosed: number
}
