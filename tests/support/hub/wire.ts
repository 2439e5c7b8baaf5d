import { randomUUID } from 'node:crypto'
import type { EventName } from '#contract/realtime'

/**
 * The server's end of the realtime line, for the unmodified pusher-js: handshake, subscriptions,
 * pings; can fall silent, refuse, cut.
 */
export class FakeWire {
  readonly sockets: FakeSocket[] = []
  /** 'open' replies, 'silent' accepts bytes and never replies, 'closed' refuses new connections. */
  mode: 'open' | 'silent' | 'closed' = 'open'
  readonly pings: number[] = []
  activityTimeout = 120
  install(): void {
    Object.assign(globalThis, { self: globalThis, WebSocket: lineTo(this) })
  }
  get open(): FakeSocket[] {
    return this.sockets.filter((s) => s.readyState === 1)
  }
  /** Sends one event on a channel to every line that is subscribed to it. */
  publish(
    channel: string,
    name: EventName | (string & {}),
    payload: unknown,
    envelope: Record<string, unknown> = {},
  ): string {
    const id = (envelope['id'] as string | undefined) ?? randomUUID()
    const data = JSON.stringify({
      id,
      name,
      occurredAt: new Date().toISOString(),
      source: 'api',
      correlationId: null,
      metadata: {},
      payload,
      ...envelope,
    })
    for (const socket of this.open)
      if (socket.channels.has(channel)) socket.say({ event: name, channel, data })
    return id
  }
}

/** Runs `work` unless the page was torn down meanwhile: pusher-js needs its `self`. */
const later = (work: () => unknown, ms: number): void =>
  void setTimeout(() => {
    if ('self' in globalThis) work()
  }, ms)

let ids = 0
type Handler =
  | ((event: { data?: string; code?: number; wasClean?: boolean; reason?: string }) => void)
  | null
class FakeSocket {
  readyState = 0
  onopen: Handler = null
  onmessage: Handler = null
  onclose: Handler = null
  onerror: Handler = null
  readonly channels = new Set<string>()
  readonly openedAt = Date.now()
  readonly url: string
  readonly id = `${(ids += 1)}.1`
  readonly #wire: FakeWire
  constructor(url: string, wire: FakeWire) {
    this.url = url
    this.#wire = wire
    wire.sockets.push(this)
    later(() => {
      if (wire.mode === 'closed') return this.cut(1006)
      this.readyState = 1
      this.onopen?.({})
      this.say({
        event: 'pusher:connection_established',
        data: JSON.stringify({ socket_id: this.id, activity_timeout: wire.activityTimeout }),
      })
      return undefined
    }, 1)
  }
  say(message: { event: string; channel?: string; data?: string }): void {
    if (this.#wire.mode === 'silent' || this.readyState !== 1) return
    const frame = JSON.stringify(message)
    later(() => this.readyState === 1 && this.onmessage?.({ data: frame }), 1)
  }
  send(text: string): void {
    const { event, data } = JSON.parse(text) as { event: string; data: { channel?: string } }
    if (event === 'pusher:ping') {
      this.#wire.pings.push(Date.now())
      this.say({ event: 'pusher:pong', data: '{}' })
    }
    if (event === 'pusher:subscribe' && data.channel) {
      this.channels.add(data.channel)
      this.say({
        event: 'pusher_internal:subscription_succeeded',
        channel: data.channel,
        data: data.channel.startsWith('presence-')
          ? '{"presence":{"count":0,"ids":[],"hash":{}}}'
          : '{}',
      })
    }
    if (event === 'pusher:unsubscribe' && data.channel) this.channels.delete(data.channel)
  }
  /** The line ends from the other side. */
  cut(code = 1006): void {
    if (this.readyState === 3) return
    this.readyState = 3
    this.onclose?.({ code, wasClean: false, reason: '' })
  }
  close(): void {
    if (this.readyState === 3) return
    this.readyState = 3
    later(() => this.onclose?.({ code: 1000, wasClean: true, reason: '' }), 0)
  }
}

/** The WebSocket class of a browser whose server is `wire`. */
const lineTo = (wire: FakeWire) =>
  class extends FakeSocket {
    constructor(url: string) {
      super(url, wire)
    }
  }
