import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { ipLimitKey, clientIp, isLoopback } from '../client-ip'
import { createThrottle } from './throttle'
import { CLOSE_CODES, errorFrame, FRAME_MAX_BYTES } from './protocol'

interface UpgradeDeps {
  readonly key: string
  readonly maxSockets: number
  /** Open sockets of one client address; loopback is not counted. */
  readonly maxPerAddress: number
  readonly proxies: number
  /** New sockets per second; further ones wait. */
  readonly opensPerS: number
  allowedOrigins(origin: string | undefined, host: string | undefined): boolean
  /** Open and closing sockets. */
  sockets(): number
  /** Closing or closed: accept no new sockets. */
  closed(): boolean
  open(ws: WebSocket, raw: Duplex): void
}

/** Sockets above the limit that still get a reason (4100); beyond, the upgrade is refused. */
const TOLD_MAX = 1_000
/** Time for a client to complete a close, ms. */
const CLOSE_MS = 2_000

const refuse = (raw: Duplex, status: number): void => {
  raw.once('finish', () => raw.destroy())
  raw.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  )
}

/** Protocol versions 5 to 7 differ only in what we always send. */
const refusal = (
  key: string,
  deps: UpgradeDeps,
  query: URLSearchParams,
  ofAddress: number,
): [number, string] | null => {
  // 4100 makes an early client wait 1 s; after a refused connection pusher-js would wait 15 s
  if (deps.closed()) return [CLOSE_CODES.overCapacity, 'The server restarts']
  if (key !== deps.key) return [CLOSE_CODES.unknownKey, 'Unknown application key']
  const version = query.get('protocol') ?? ''
  if (!/^\d+$/.test(version)) return [CLOSE_CODES.badVersion, 'The protocol version is missing']
  if (Number(version) < 5 || Number(version) > 7)
    return [CLOSE_CODES.unsupportedProtocol, 'Unsupported protocol version']
  if (ofAddress >= deps.maxPerAddress)
    return [CLOSE_CODES.overCapacity, 'Too many sockets of one address']
  return deps.sockets() >= deps.maxSockets ? [CLOSE_CODES.overCapacity, 'Over capacity'] : null
}

/** Key of the client's IP address, or null for loopback, which is not counted. */
const ipKeyOf = (request: IncomingMessage, proxies: number): string | null => {
  const peer = request.socket.remoteAddress ?? ''
  const ip = clientIp(peer, request.headers['x-forwarded-for'], proxies)
  return isLoopback(ip) ? null : ipLimitKey(ip)
}

const createCounts = () => {
  const counts = new Map<string, number>()
  return {
    of: (key: string | null): number => (key === null ? 0 : (counts.get(key) ?? 0)),
    /** Returns a function that takes it off again, once. */
    add: (key: string | null): (() => void) => {
      if (key === null) return () => undefined
      counts.set(key, (counts.get(key) ?? 0) + 1)
      let counted = true
      return () => {
        if (!counted) return
        counted = false
        const left = (counts.get(key) ?? 1) - 1
        if (left > 0) counts.set(key, left)
        else counts.delete(key)
      }
    },
  }
}

/** Handles `GET /app/{key}` upgrades of HTTP servers; other paths are left to other listeners. */
export const createUpgrades = (deps: UpgradeDeps) => {
  const wss = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: FRAME_MAX_BYTES,
    maxFragments: 16,
    maxBufferedChunks: 64,
  })
  const throttle = createThrottle(deps.opensPerS)
  const open = createCounts()
  const waiting = createCounts()
  const servers = new Map<Server, (request: IncomingMessage, raw: Duplex, head: Buffer) => void>()

  const upgrade = (server: Server, request: IncomingMessage, raw: Duplex, head: Buffer): void => {
    const drop = (): void => void raw.destroy()
    raw.on('error', drop)
    const [path = '', search = ''] = (request.url ?? '').split('?', 2)
    const key = /^\/app\/([^/]+)\/?$/.exec(path)?.[1]
    if (!key) {
      if (server.listenerCount('upgrade') <= 1) refuse(raw, 404)
      return
    }
    if (deps.sockets() + throttle.waiting() >= deps.maxSockets + TOLD_MAX) return refuse(raw, 503)
    if (!deps.allowedOrigins(request.headers.origin, request.headers.host)) return refuse(raw, 403)
    // the queue is first come, first served: one address must not fill it before the others
    const address = ipKeyOf(request, deps.proxies)
    if (waiting.of(address) >= deps.maxPerAddress) return refuse(raw, 503)
    const done = waiting.add(address)
    const leave = throttle.enter(() => {
      done()
      if (!raw.destroyed) welcome(key, search, request, raw, head, drop)
    })
    raw.once('close', () => {
      leave()
      done()
    })
  }
  const welcome = (
    key: string,
    search: string,
    request: IncomingMessage,
    raw: Duplex,
    head: Buffer,
    drop: () => void,
  ): void => {
    const address = ipKeyOf(request, deps.proxies)
    const why = refusal(key, deps, new URLSearchParams(search), open.of(address))
    wss.handleUpgrade(request, raw, head, (ws) => {
      raw.off('error', drop)
      if (!why) {
        ws.once('close', open.add(address))
        return deps.open(ws, raw)
      }
      ws.on('error', () => undefined)
      raw.write(errorFrame(...why))
      ws.close(...why)
      setTimeout(() => ws.terminate(), CLOSE_MS).unref()
    })
  }

  return {
    /** The server closes: waiting clients get the reason now. */
    end: throttle.end,
    attach: (server: Server): void => {
      if (servers.has(server)) return
      const listener = upgrade.bind(null, server)
      servers.set(server, listener)
      server.on('upgrade', listener)
    },
    detach: (): void => {
      for (const [server, listener] of servers) server.off('upgrade', listener)
      servers.clear()
    },
  }
}
