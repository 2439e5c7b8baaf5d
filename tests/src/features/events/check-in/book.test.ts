import { createHash } from 'node:crypto'
import { encodeQR } from 'qr'
import { expect, test } from 'vitest'
import {
  digestOf,
  verdictOf,
  overlayQueue,
  presenceOf,
  type GuestEntry,
} from '../../../../../src/features/events/check-in/book'
import { decodePixels } from '../../../../../src/features/events/check-in/scan'

const entry = (id: string, is_present = false): GuestEntry => ({
  participant_id: id,
  digest: `digest of ${id}`,
  handle: id,
  persons: 1,
  is_present,
})

test('what was recorded on the phone overlays the server’s list, the latest record last', () => {
  const at = '2026-11-21T20:00:00.000Z'
  const list = [entry('a'), entry('b', true), entry('c')]
  const shown = overlayQueue(list, [
    { participant_id: 'a', is_present: true, at },
    { participant_id: 'b', is_present: false, at },
    { participant_id: 'c', is_present: true, at },
    { participant_id: 'c', is_present: false, at },
  ])
  expect(shown.map((e) => e.is_present)).toEqual([true, false, false])
  expect(overlayQueue(list, [])).toBe(list)
})

test('a departure overlays an arrival; a list that was kept before departures were noted is read', () => {
  const at = '2026-11-21T20:00:00.000Z'
  const gone = { participant_id: 'a', is_present: true, is_gone: true, at }
  const [a, b] = overlayQueue([entry('a'), entry('b', true)], [gone])
  expect([a, b].map((e) => e && presenceOf(e))).toEqual(['gone', 'here'])
  expect(verdictOf(a).kind).toBe('back')
})

test('a code is let in, already in, or unknown', () => {
  expect([
    verdictOf(entry('a')).kind,
    verdictOf(entry('a', true)).kind,
    verdictOf(undefined).kind,
  ]).toEqual(['in', 'again', 'unknown'])
})

test('a code is compared by the digest that the list holds', async () => {
  const code = 'CNV1.0190aaaa-0000-7000-8000-000000000001.abcdefghijklmnopqrstuvwxyz1'
  expect(await digestOf(` ${code}\n`)).toBe(createHash('sha256').update(code).digest('hex'))
})

test('an entry code is read from a picture; a picture without one is nothing', async () => {
  const code = 'CNV1.0190aaaa-0000-7000-8000-000000000001.abcdefghijklmnopqrstuvwxyz1'
  const data = encodeQR(code, 'raw', { border: 4 })
  const [scale, side] = [6, data.length * 6]
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1)
      if (data[Math.floor(y / scale)]?.[Math.floor(x / scale)])
        pixels.fill(30, (y * side + x) * 4, (y * side + x) * 4 + 3)
  expect(await decodePixels({ width: side, height: side, data: pixels })).toBe(code)
  expect(
    await decodePixels({
      width: 320,
      height: 240,
      data: new Uint8ClampedArray(320 * 240 * 4).fill(128),
    }),
  ).toBeNull()
})
