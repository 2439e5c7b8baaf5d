import { randomInt } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Outlet } from './write-queue'

/** The account and session that a channel was signed for. */
export interface Grant {
  readonly accountId: string
  readonly sessionId?: string
}

/** One connected client. */
export interface Socket extends Outlet {
  readonly id: string
  readonly ws: WebSocket
  readonly raw: Duplex
  /** Subscribed channels; for presence channels the member's id. */
  readonly channels: Map<string, string | null>
  /** Channels signed for this socket, subscribed or not, with their owners. */
  readonly grants: Map<string, readonly Grant[]>
  /** Channels whose right ended after signing: the old signature no longer opens them. */
  readonly revoked: Set<string>
  /** Ms since epoch of the last frame from the client. */
  seenAt: number
  /** Ms since epoch when it was last seen with a subscription, else of its opening. */
  subscribedAt: number
  pinged: boolean
  /** Frames that the client may still send now; refilled over time. */
  allowance: number
  refilledAt: number
  /** Frames dropped since the allowance was last full. */
  excess: number
}

/** 94 random bits: not guessable, so only its client can authorize for the socket. */
const newId = (): string => `${randomInt(2 ** 47)}.${randomInt(2 ** 47)}`

/**
 * Frames that a client may send at once (it subscribes to everything after a reconnection), then
 * per second.
 */
const FRAMES_BURST = 1_000
const FRAMES_PER_S = 50
/** Dropped frames before the socket is closed. */
const EXCESS_MAX = 1_000

export const createSocket = (ws: WebSocket, raw: Duplex, now: number): Socket => ({
  id: newId(),
  ws,
  raw,
  channels: new Map(),
  grants: new Map(),
  revoked: new Set(),
  pending: null,
  muted: false,
  seenAt: now,
  subscribedAt: now,
  pinged: false,
  allowance: FRAMES_BURST,
  refilledAt: now,
  excess: 0,
})

/**
 * Takes one frame from the allowance. `first`: the first excess frame (send an error); `flood`:
 * close.
 */
export const consumeFrameAllowance = (
  socket: Socket,
  now: number,
): 'ok' | 'first' | 'over' | 'flood' => {
  socket.allowance = Math.min(
    FRAMES_BURST,
    socket.allowance + ((now - socket.refilledAt) / 1000) * FRAMES_PER_S,
  )
  socket.refilledAt = now
  if (socket.allowance >= FRAMES_BURST - 1) socket.excess = 0
  if (socket.allowance >= 1) {
    socket.allowance -= 1
    return 'ok'
  }
  socket.excess += 1
  return socket.excess > EXCESS_MAX ? 'flood' : socket.excess === 1 ? 'first' : 'over'
}
