import type { Duplex } from 'node:stream'

/*
 * One write per socket and turn: to 1,000 subscribers 14 to 19 times as fast as a loop over
 * `ws.send`, when each publish has its own turn (tests/bench/hub.mjs, docs/performance.md).
 */

/**
 * Frames to write at the end of the turn. Sockets with the same pending frames share one chain,
 * hence one buffer: 20 events to 1,000 members are joined once and written 1,000 times, not 20,000.
 */
interface Batch {
  readonly parent: Batch | null
  readonly frame: Buffer
  /** Of the whole chain. */
  readonly bytes: number
  joined: Buffer | null
  /** The batch that was last appended to this one. */
  next: Batch | null
}

/** The parts of a socket that the queue uses. */
export interface Outlet {
  /**
   * The TCP or TLS socket under the WebSocket; `writableLength` is what the reader has not taken
   * yet.
   */
  readonly raw: Duplex
  pending: Batch | null
  /** Nothing more is written. */
  muted: boolean
}

export interface WriteQueue<O extends Outlet> {
  /**
   * Queues a whole frame; written at the end of the turn, 5 ms later at most under load.
   * `droppable` frames are skipped for slow readers.
   */
  send(outlet: O, frame: Buffer, droppable?: boolean): void
  /** Writes the pending frames of one socket now (before a close). */
  flush(outlet: O): void
}

interface WriteQueueDeps<O> {
  /** Limit of a socket's queue, bytes. */
  readonly maxQueueBytes: number
  onDropped(): void
  /** The queue is full: close the socket. */
  onSlow(outlet: O): void
}

/**
 * Longest pause between two turns of writing, ms: the most that a busy server adds to a message's
 * delay.
 */
const REST_MAX_MS = 5
/** Above this share of the limit a reader counts as slow and gets no droppable frames. */
const LATE = 0.25

const join = (batch: Batch): Buffer => {
  if (batch.joined) return batch.joined
  if (!batch.parent) return (batch.joined = batch.frame)
  const joined = Buffer.allocUnsafe(batch.bytes)
  let end = batch.bytes
  for (let b: Batch | null = batch; b; b = b.parent) {
    end -= b.frame.length
    b.frame.copy(joined, end)
  }
  return (batch.joined = joined)
}

/** One write per socket and turn, and a limit on what a slow reader may hold. */
export const createWriteQueue = <O extends Outlet>({
  maxQueueBytes,
  onDropped,
  onSlow,
}: WriteQueueDeps<O>): WriteQueue<O> => {
  let owed: O[] = []
  let first: Batch | null = null
  let restUntil = 0

  const append = (after: Batch | null, frame: Buffer): Batch => {
    const known = after ? after.next : first
    if (known?.frame === frame) return known
    const made: Batch = {
      parent: after,
      frame,
      bytes: (after?.bytes ?? 0) + frame.length,
      joined: null,
      next: null,
    }
    if (after) after.next = made
    else first = made
    return made
  }

  const flush = (outlet: O): void => {
    const batch = outlet.pending
    if (!batch) return
    outlet.pending = null
    if (!outlet.muted && outlet.raw.writable) outlet.raw.write(join(batch))
  }

  const turn = (): void => {
    const sockets = owed
    owed = []
    first = null
    const from = performance.now()
    for (const outlet of sockets) flush(outlet)
    const end = performance.now()
    // pause as long as the turn took, so that frames accumulate: under load one write carries many
    // and the rest of the server gets its share of the CPU. A lone message never waits.
    restUntil = end + Math.min(end - from, REST_MAX_MS)
  }
  const schedule = (): void => {
    const rest = restUntil - performance.now()
    if (rest > 1) setTimeout(turn, rest)
    else setImmediate(turn)
  }

  return {
    flush,
    send: (outlet, frame, droppable = false) => {
      if (outlet.muted) return
      let queued = outlet.raw.writableLength + (outlet.pending?.bytes ?? 0)
      if (queued > 0 && queued + frame.length > maxQueueBytes * (droppable ? LATE : 1)) {
        // a long turn is not a slow reader: what the kernel accepts now is not queued
        flush(outlet)
        queued = outlet.raw.writableLength
        if (queued > 0 && queued + frame.length > maxQueueBytes * (droppable ? LATE : 1)) {
          if (droppable) onDropped()
          else onSlow(outlet)
          return
        }
      }
      if (outlet.pending === null) {
        if (owed.length === 0) schedule()
        owed.push(outlet)
      }
      outlet.pending = append(outlet.pending, frame)
    },
  }
}
