import type { MemberVisible } from './channels'

/** The engines of the other processes, as `server/link` carries their words. */
export interface Peers {
  readonly node: string
  /** The others are heard. */
  up(): boolean
  /** To all others, in the order of the calls; resolves when it is on its way. Never rejects. */
  tell(topic: string, data: unknown): Promise<boolean>
  on(topic: string, handler: (data: never, from: string) => void): void
  ask(topic: string, data: unknown): Promise<unknown[]>
  answer(topic: string, handler: (data: never) => unknown): void
  /** Words of the others may have been lost; `over`: they are heard again. */
  onGap(handler: (over: boolean) => void): void
}

export interface HubOptions {
  readonly appId: string
  readonly key: string
  readonly secret: string
  /** Whether a page of this origin may open a socket; undefined: no browser. */
  allowedOrigins(origin: string | undefined, host: string | undefined): boolean
  /** Which channels there are; default: the five kinds of the product. */
  channelName?(name: string): boolean
  /** Who sees whom on presence channels; default: the account sees all, the others it and themselves. */
  readonly memberVisible?: MemberVisible
  /** Seconds of silence before a ping, default 120; the client applies it too. */
  readonly activityTimeoutS?: number
  /** Seconds a client has to answer the ping, default 30. */
  readonly pongTimeoutS?: number
  /** Bytes a slow reader may hold, default 1 MiB. */
  readonly maxQueueBytes?: number
  readonly maxSockets?: number
  /** Sockets opened in a second at most, default 400; who comes beyond waits for its turn. */
  readonly opensPerS?: number
  readonly maxSubscriptionsPerSocket?: number
  /** Other engines of the same app; none: this one is alone. */
  readonly peers?: Peers
  /** Events that a late reader does without; the next one of the kind replaces them. */
  readonly droppable?: readonly string[]
  readonly logger?: { warn(details: object, message: string): void }
  /** Ms since epoch. */
  readonly now?: () => number
}

/** Figures since the start, except the first three, which are of this moment. */
export interface HubStats {
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
