import { Writable } from 'node:stream'
import { beforeEach, expect, test } from 'vitest'
import * as m from '#contract/messaging/messages'
import { giveFirstname } from '../../support/world/first-names'
import { freePort } from '../../support/server/process'
import { createMetrics } from '../../support/server/metrics'
import {
  anna,
  bruno,
  deviceId,
  direct,
  phone,
  say,
  service,
  setUp,
  settled,
  t,
  waiting,
} from './send-setup'

const port = await freePort()
const metrics = createMetrics(port)
let logged: string[] = []
setUp(
  { METRICS_PORT: String(port), LOG_LEVEL: 'info' },
  {
    logStream: new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        logged.push(chunk.toString())
        done()
      },
    }),
  },
)
beforeEach(() => {
  logged = []
})

const SECRETS = ['Rendez-vous à la gare', 'Zyqara']
const DAY_MS = 86_400_000

/** Pushes one message, lets `spoil` happen before it is due, and expects it dropped for `reason`. */
const expectDrop = async (
  reason: string,
  spoil: () => unknown,
  send: () => Promise<void> = settled,
): Promise<void> => {
  const before = await metrics.read('push_dropped_total', { reason })
  await say(bruno, SECRETS[0] ?? '')
  await expect.poll(waiting).toHaveLength(1)
  await spoil()
  await send()
  expect((await waiting()).filter((w) => w.device_id === deviceId)).toEqual([])
  expect(await metrics.read('push_dropped_total', { reason })).toBe(before + 1)
  const lines = logged.filter((line) => line.includes('push dropped'))
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ reason, source: 'message' }),
  ])
  for (const secret of [...SECRETS, anna.handle, bruno.handle, deviceId, direct, phone.endpoint])
    expect(lines.join('')).not.toContain(secret)
}

test('every push that is not sent is counted and logged with its reason, without a word of it', async () => {
  await giveFirstname(t.ctx.db, bruno.identityIds, SECRETS[1] ?? '')
  await expectDrop('unwanted', () =>
    anna.call(m.markRead, {
      params: { id: direct },
      body: { identityId: anna.identityIds[0] ?? '' },
    }),
  )
})
test('one whose device has no interest left', () =>
  expectDrop('unreachable', () => t.ctx.db.deleteFrom('push_interests').execute()))
test('one that was queued for a day', () =>
  expectDrop('expired', () =>
    t.ctx.db
      .updateTable('push_queue')
      .set({ created_at: t.ctx.now() - DAY_MS })
      .execute(),
  ))
test('one whose browser the push service no longer knows', () =>
  expectDrop('gone', () => service.answers.push({ status: 410 })))
test('one that the push service refuses', () =>
  expectDrop('refused', () => service.answers.push({ status: 400 })))
test('one that failed six times', () =>
  expectDrop(
    'exhausted',
    () => service.answers.push(...Array.from({ length: 6 }, () => ({ status: 503 }))),
    async () => {
      for (let i = 0; i < 6; i += 1) await settled(3_600_000)
    },
  ))
test('one that is sent is neither', async () => {
  await say(bruno, SECRETS[0] ?? '')
  await settled()
  expect(service.of(phone)).toHaveLength(1)
  expect(logged.filter((line) => line.includes('push dropped'))).toEqual([])
})
