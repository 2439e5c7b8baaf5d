import { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import { createWriteQueue, type Outlet } from '../../../server/hub/write-queue'
import { encodeFrame } from '../../../server/hub/protocol'
import { pause } from './engine'

interface Reader extends Outlet {
  readonly writes: Buffer[]
  dropped: number
  slow: number
}
/** A socket whose reader takes everything at once, or nothing ever. */
const reader = (reads: boolean): Reader => {
  const writes: Buffer[] = []
  const raw = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      writes.push(chunk)
      if (reads) done()
    },
  })
  return { raw, writes, pending: null, muted: false, dropped: 0, slow: 0 }
}
const writeQueueOf = (maxQueueBytes: number) => {
  const figures = { dropped: 0 }
  const writeQueue = createWriteQueue<Reader>({
    maxQueueBytes,
    onDropped: () => void (figures.dropped += 1),
    onSlow: (r) => {
      r.slow += 1
      r.muted = true
    },
  })
  return { ...writeQueue, figures }
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('frames of one turn leave in one write, and sockets that are owed the same share one buffer', async () => {
  const writeQueue = writeQueueOf(1e6)
  const readers = [reader(true), reader(true), reader(true)]
  const own = encodeFrame('own')
  const frames = Array.from({ length: 20 }, (_, n) => encodeFrame(`frame ${n}`))
  for (const frame of frames) for (const r of readers) writeQueue.send(r, frame)
  const other = reader(true)
  for (const frame of [own, ...frames.slice(0, 3)]) writeQueue.send(other, frame)
  expect(readers[0]?.writes).toHaveLength(0)
  await turn()
  for (const r of readers) expect(r.writes).toEqual([Buffer.concat(frames)])
  expect(readers[1]?.writes[0]).toBe(readers[0]?.writes[0])
  expect(other.writes).toEqual([Buffer.concat([own, ...frames.slice(0, 3)])])
})

test('a lone frame is written as it is, in the same turn, never copied', async () => {
  const writeQueue = writeQueueOf(1e6)
  const [a, b] = [reader(true), reader(true)]
  const frame = encodeFrame('x'.repeat(100_000))
  for (const r of [a, b]) writeQueue.send(r, frame)
  await turn()
  expect(a.writes[0]).toBe(frame)
  expect(b.writes[0]).toBe(frame)
})

test('a reader that does not read: droppable frames go first, then the socket; the bound holds to the byte', async () => {
  const writeQueue = writeQueueOf(100_000)
  const r = reader(false)
  const frame = encodeFrame('x'.repeat(996))
  let most = 0
  let n = 0
  let firstDrop = -1
  for (; r.slow === 0 && n < 1_000; n += 1) {
    writeQueue.send(r, frame)
    writeQueue.send(r, frame, true)
    if (firstDrop < 0 && writeQueue.figures.dropped > 0) firstDrop = n
    most = Math.max(most, r.raw.writableLength + (r.pending?.bytes ?? 0))
    if (n % 7 === 0) await pause(0)
  }
  expect(r.slow).toBe(1)
  expect(most).toBeLessThanOrEqual(100_000)
  expect(most).toBeGreaterThan(99_000)
  expect(firstDrop).toBe(12)
  writeQueue.send(r, frame)
  expect(r.slow).toBe(1)
  expect(r.pending === null || r.muted).toBe(true)
})

test('frames are RFC 6455 text frames of each length class', () => {
  for (const [size, head] of [
    [0, 2],
    [125, 2],
    [126, 4],
    [65_535, 4],
    [65_536, 10],
  ] as const) {
    const frame = encodeFrame('x'.repeat(size))
    expect(frame.length).toBe(head + size)
    expect(frame[0]).toBe(0x81)
    expect(
      head === 2 ? frame[1] : head === 4 ? frame.readUInt16BE(2) : Number(frame.readBigUInt64BE(2)),
    ).toBe(size)
  }
  expect(encodeFrame('é')).toEqual(Buffer.from([0x81, 2, 0xc3, 0xa9]))
})
