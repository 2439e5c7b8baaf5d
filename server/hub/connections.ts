import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Channels } from './channels'
import type { WriteQueue } from './write-queue'
import { CLOSE_CODES, errorFrame, establishedFrame, PING } from './protocol'
import { createSocket, consumeFrameAllowance, type Socket } from './sockets'

/** Time for a closing handshake, ms. */
export const CLOSE_MS = 2_000

interface ConnectionsDeps {
  readonly channels: Pick<Channels, 'leave'>
  readonly writeQueue: WriteQueue<Socket>
  readonly activityMs: number
  readonly pongMs: number
  /** A socket without subscription is closed after this time, ms. */
  readonly idleMs: number
  readonly now: () => number
  readonly count: { silentClosed: number; floodClosed: number }
  readonly logger: { warn(details: object, message: string): void } | undefined
  onFrame(socket: Socket, text: string): void
}
export interface Connections {
  /** Open sockets; a closing one is only in the count of `size`. */
  readonly sockets: ReadonlyMap<string, Socket>
  /** Open and closing sockets. */
  size(): number
  accept(ws: WebSocket, raw: Duplex): void
  end(socket: Socket, code: number, reason: string): void
  /** Ends all sockets with this code; resolves when they are closed, after `withinMs` at most. */
  endAll(code: number, reason: string, withinMs: number): Promise<void>
  /** Stops the pings. */
  stop(): void
}

/** The sockets of the server, from their upgrade to their close. */
export const createConnections = (deps: ConnectionsDeps): Connections => {
  const { channels, writeQueue, activityMs, now, count, logger, onFrame } = deps
  const sockets = new Map<string, Socket>()
  const leaving = new Set<Socket>()
  let onEmpty: (() => void) | null = null

  const leaveAll = (socket: Socket): void => {
    for (const name of socket.channels.keys()) channels.leave(socket, name)
  }
  const end: Connections['end'] = (socket, code, reason) => {
    if (!sockets.delete(socket.id)) return
    writeQueue.flush(socket)
    socket.muted = true
    leaving.add(socket)
    leaveAll(socket)
    socket.ws.close(code, reason)
    setTimeout(() => socket.ws.terminate(), CLOSE_MS).unref()
  }
  const onClose = (socket: Socket): void => {
    socket.muted = true
    sockets.delete(socket.id)
    leaving.delete(socket)
    leaveAll(socket)
    if (sockets.size + leaving.size === 0) onEmpty?.()
  }
  const onMessage = (socket: Socket, text: string): void => {
    if (socket.muted) return
    const at = now()
    socket.seenAt = at
    socket.pinged = false
    const allowed = consumeFrameAllowance(socket, at)
    if (allowed === 'ok') onFrame(socket, text)
    else if (allowed === 'first')
      writeQueue.send(socket, errorFrame(CLOSE_CODES.rate, 'Too many frames: some are ignored'))
    else if (allowed === 'flood') {
      count.floodClosed += 1
      end(socket, CLOSE_CODES.rate, 'Too many frames')
    }
  }
  const stopPings = pingSilentSockets({ ...deps, sockets, end })

  return {
    sockets,
    size: () => sockets.size + leaving.size,
    accept: (ws, raw) => {
      const socket = createSocket(ws, raw, now())
      sockets.set(socket.id, socket)
      ws.on('message', (data, binary) => onMessage(socket, binary ? '' : data.toString()))
      // protocol error (too long, not UTF-8, not masked …): ws closes with its code, then emits
      // `close`
      ws.on('error', (error) => logger?.warn({ reason: error.message }, 'realtime socket failed'))
      ws.on('close', () => onClose(socket))
      writeQueue.send(socket, establishedFrame(socket.id, activityMs / 1000))
    },
    end,
    endAll: async (code, reason, withinMs) => {
      await new Promise<void>((resolve) => {
        onEmpty = resolve
        for (const socket of sockets.values()) end(socket, code, reason)
        if (leaving.size === 0) resolve()
        else setTimeout(resolve, withinMs)
      })
      for (const socket of leaving) socket.ws.terminate()
    },
    stop: stopPings,
  }
}

/**
 * Clients that only listen send nothing: ping them, and close those that do not respond, and those
 * that listen to nothing.
 */
const pingSilentSockets = ({
  sockets,
  writeQueue,
  activityMs,
  pongMs,
  idleMs,
  now,
  count,
  end,
}: Pick<ConnectionsDeps, 'writeQueue' | 'activityMs' | 'pongMs' | 'idleMs' | 'now' | 'count'> &
  Pick<Connections, 'sockets' | 'end'>): (() => void) => {
  const timer = setInterval(
    () => {
      const at = now()
      for (const socket of sockets.values()) {
        const silent = at - socket.seenAt
        if (socket.channels.size > 0) socket.subscribedAt = at
        if (at - socket.subscribedAt >= idleMs)
          end(socket, CLOSE_CODES.unauthorized, 'No subscription')
        else if (silent >= activityMs + pongMs) {
          count.silentClosed += 1
          end(socket, CLOSE_CODES.pongMissing, 'No answer to the ping')
        } else if (silent >= activityMs && !socket.pinged) {
          socket.pinged = true
          writeQueue.send(socket, PING)
        }
      }
    },
    Math.min(10_000, activityMs / 4, idleMs / 2),
  )
  timer.unref()
  return () => clearInterval(timer)
}
