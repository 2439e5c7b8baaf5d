import { expect, test } from 'vitest'
import { createCounters } from '../../../server/counters'
import { beamsInstanceOf, loadVapid } from '../../../server/push/keys'
import { createQueue } from '../../../server/push/queue'
import { afterRead } from '../../support/server/after-reads'
import { deleteDevice, enqueuePushes, type QueuedPush } from '../../../server/push/queries'
import { newId } from '../../../server/tokens'
import { anna, api, bruno, deviceId, service, setUp, t, waiting } from './send-setup'

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

test('a device that is signed out meanwhile does not take away the push of the others', async () => {
  const lost = await api.subscribe(bruno, service.browser())
  const ctx = afterRead(t.ctx, 'push_devices as d', () => deleteDevice(t.ctx.db, lost))
  const instance = beamsInstanceOf(t.ctx.env, t.ctx.secret)
  if (!instance) throw new Error('push is off')
  const queue = createQueue(ctx, instance, loadVapid(t.ctx.env), createCounters())
  await queue.put([anna.accountId, bruno.accountId], 'message', newId(), 'here', 60_000)
  expect((await waiting()).map((r) => r.device_id)).toEqual([deviceId])
  await queue.stop()
})
