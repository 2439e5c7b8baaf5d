import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import Pusher from 'pusher'
import PusherClient, { type Channel, type Options } from 'pusher-js'
import { WebSocket } from 'ws'
import { createChannelsServer, type ChannelsServer } from '../../../server/hub/server'
import type { ChannelsOptions } from '../../../server/hub/options'

export const KEYS = { appId: 'test-app', key: 'test-key', secret: 'test-secret' }
export const id = (n: number): string => `0192f0c0-0000-7000-8000-${String(n).padStart(12, '0')}`
export const conversation = (n: number): string => `private-conversation-${id(n)}`
export const presence = (n: number): string => `presence-account-${id(n)}`

/** Waits until the function returns something truthy; 5 s. */
export const until = async <T>(ask: () => T, withinMs = 20_000): Promise<NonNullable<T>> => {
  const end = Date.now() + withinMs
  for (;;) {
    const answer = ask()
    if (answer) return answer
    if (Date.now() > end) throw new Error(`still waiting after ${withinMs} ms: ${ask.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms))

export interface Raw {
  readonly ws: WebSocket
  readonly frames: { event: string; channel?: string; data: unknown }[]
  socketId: string
  closed: number | null
  send(event: string, data: unknown, channel?: string): void
  /** The first frame of this name from `from` on. */
  frame(event: string): Promise<{ event: string; channel?: string; data: unknown }>
}
interface RawOptions {
  readonly path?: string
  readonly origin?: string
  readonly headers?: Readonly<Record<string, string>>
}
export interface Member {
  readonly accountId: string
  readonly sessionId?: string
}
export interface Engine {
  readonly hub: ChannelsServer
  readonly port: number
  /** The library `pusher`, pointed at this engine. */
  readonly rest: Pusher
  /** The library `pusher-js`; channels are signed by the hub for this member. */
  client(member?: Member, options?: Partial<Options>): PusherClient
  raw(options?: RawOptions): Promise<Raw>
  subscribe(client: PusherClient, channel: string): Promise<Channel>
  /** Cuts every connection without a close frame. */
  cut(): void
  /** Another engine on the same port: pusher-js waits 15 s after a refused connection. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** Forwards requests to the REST API of the current engine. */
const restListener =
  (current: () => ChannelsServer): RequestListener =>
  (request, response) => {
    const chunks: Buffer[] = []
    request
      .on('data', (c: Buffer) => chunks.push(c))
      .on('end', () => {
        const url = new URL(request.url ?? '/', 'http://local')
        void current()
          .handleRest({
            method: request.method ?? 'GET',
            path: url.pathname,
            query: Object.fromEntries(url.searchParams),
            rawBody: Buffer.concat(chunks),
          })
          .then((a) =>
            response
              .writeHead(a.status, { 'content-type': 'application/json' })
              .end(JSON.stringify(a.body)),
          )
      })
  }

const openRaw = (port: number, raws: WebSocket[], o: RawOptions): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const ws = new WebSocket(`ws://127.0.0.1:${port}${o.path ?? `/app/${KEYS.key}?protocol=7`}`, {
      perMessageDeflate: false,
      ...(o.origin ? { origin: o.origin } : {}),
      headers: o.headers ?? {},
    })
    raws.push(ws)
    const self: Raw = {
      ws,
      frames: [],
      socketId: '',
      closed: null,
      send: (event, data, channel) =>
        ws.send(JSON.stringify({ event, data, ...(channel ? { channel } : {}) })),
      frame: (event) => until(() => self.frames.find((f) => f.event === event)),
    }
    ws.on('message', (text) => {
      const frame = JSON.parse(text.toString()) as Raw['frames'][number]
      self.frames.push(frame)
      if (frame.event === 'pusher:connection_established')
        self.socketId = (JSON.parse(frame.data as string) as { socket_id: string }).socket_id
      resolve(self)
    })
    ws.on('close', (code) => {
      self.closed = code
      resolve(self)
    })
    ws.on('error', reject)
  })

const subscribeTo: Engine['subscribe'] = (client, name) =>
  new Promise((resolve, reject) => {
    const channel = client.subscribe(name)
    channel.bind('pusher:subscription_succeeded', () => resolve(channel))
    channel.bind('pusher:subscription_error', (e: unknown) => reject(new Error(JSON.stringify(e))))
  })

/** A real HTTP server with the engine, REST included, as the app mounts it. */
export const startEngine = async (options: Partial<ChannelsOptions> = {}): Promise<Engine> => {
  const make = (): ChannelsServer =>
    createChannelsServer({
      ...KEYS,
      allowedOrigins: (origin) => origin === undefined || origin === 'https://own.test',
      ...options,
    })
  let hub = make()
  let server: Server
  let port = 0
  const clients: PusherClient[] = []
  const connections = new Set<Socket>()
  const raws: WebSocket[] = []
  const listen = async (): Promise<void> => {
    server = createServer(restListener(() => hub))
    server.on('connection', (socket: Socket) => {
      connections.add(socket)
      socket.once('close', () => connections.delete(socket))
    })
    hub.attach(server)
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  }
  const stop = async (): Promise<void> => {
    await hub.close(500)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  await listen()
  return {
    get hub() {
      return hub
    },
    port,
    rest: new Pusher({ ...KEYS, host: '127.0.0.1', port: String(port), useTLS: false }),
    client: (member, more = {}) => {
      const client = new PusherClient(KEYS.key, {
        cluster: 'local',
        wsHost: '127.0.0.1',
        wsPort: port,
        forceTLS: false,
        enabledTransports: ['ws'],
        channelAuthorization: {
          transport: 'ajax',
          endpoint: '',
          customHandler: ({ socketId, channelName }, answer) => {
            const who = channelName.startsWith('presence-')
              ? { user_id: member?.accountId ?? id(0), user_info: { handle: 'h' } }
              : undefined
            answer(null, hub.authorize(socketId, channelName, who, member))
          },
        },
        ...more,
      })
      clients.push(client)
      return client
    },
    raw: (o = {}) => openRaw(port, raws, o),
    subscribe: subscribeTo,
    cut: () => {
      for (const socket of connections) socket.resetAndDestroy()
    },
    restart: async () => {
      await hub.close(500)
      hub = make()
      hub.attach(server)
    },
    close: async () => {
      for (const c of clients) c.disconnect()
      for (const ws of raws) ws.terminate()
      await stop()
    },
  }
}
