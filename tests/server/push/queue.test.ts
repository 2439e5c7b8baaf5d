import { expect, test } from 'vitest'
import { enqueuePushes, type QueuedPush } from '../../../server/push/queries'
import { newId } from '../../../server/tokens'
import { deviceId, setUp, t, waiting } from './send-setup'

setUp()

const rowFor = (device: string, place: string, sourceId: string): QueuedPush => ({
  id: newId(),
  device_id: device,
  tag: place,
  source: 'message',
  source_id: sourceId,
  tries: 0,
  created_at: t.ctx.now(),
  next_at: t.ctx.now() + 60_000,
})

test('an older message whose turn comes late does not replace a newer one', async () => {
  const [older, newer] = [newId(), newId()]
  await enqueuePushes(t.ctx.db, [rowFor(deviceId, 'here', newer)])
  await enqueuePushes(t.ctx.db, [rowFor(deviceId, 'here', older)])
  expect((await waiting()).map((r) => r.source_id)).toEqual([newer])
  const newest = newId()
  await enqueuePushes(t.ctx.db, [rowFor(deviceId, 'here', newest)])
  expect((await waiting()).map((r) => r.source_id)).toEqual([newest])
})

test('of many recipients, all are queued or none: a repetition sends nothing twice', async () => {
  const source = newId()
  const rows = Array.from({ length: 250 }, (_, n) => rowFor(deviceId, `place-${n}`, source))
  await expect(
    enqueuePushes(t.ctx.db, [...rows, rowFor('a device that is gone', 'here', source)]),
  ).rejects.toThrow()
  expect(await waiting()).toEqual([])
  await enqueuePushes(t.ctx.db, rows)
  expect(await waiting()).toHaveLength(250)
})
