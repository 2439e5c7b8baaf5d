import { expect, test } from 'vitest'
import { sendAnnouncements } from '../../../server/operator/announcements'
import { newId } from '../../../server/tokens'
import { phone, service, setUp, settled, t, waiting } from './send-setup'

setUp()

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const parisHour = (ms: number): number =>
  Number(
    new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Paris',
      hour: '2-digit',
      hourCycle: 'h23',
    }).format(ms),
  )
/** Advances the clock to the beginning of this hour in Paris. */
const advanceTo = (hour: number): void => {
  t.clock.now += HOUR - (t.ctx.now() % HOUR)
  while (parisHour(t.ctx.now()) !== hour) t.clock.now += HOUR
}
const write = (text: string): Promise<unknown> =>
  t.ctx.db
    .insertInto('announcements')
    .values({
      id: newId(),
      text,
      by_mail: 0,
      made_by: newId(),
      made_at: t.ctx.now(),
      send_at: t.ctx.now(),
      sent_at: null,
      cancelled_at: null,
      reached: '',
    })
    .execute()

test('a message to all at eleven in the evening is pushed at eight, one at noon at once', async () => {
  advanceTo(23)
  await write('Bal samedi.')
  await sendAnnouncements(t.ctx)
  await settled(MINUTE, 1)
  expect(service.of(phone)).toEqual([])
  const [held] = await waiting()
  expect(parisHour(held?.next_at ?? 0)).toBe(8)
  advanceTo(8)
  await settled(MINUTE)
  expect(service.of(phone)).toHaveLength(1)
  advanceTo(12)
  await write('Bal dimanche.')
  await sendAnnouncements(t.ctx)
  await settled(MINUTE)
  expect(service.of(phone)).toHaveLength(2)
})

test('a process that dies in the middle of a message to all: the next one goes on, nobody has it twice', async () => {
  const { db } = t.ctx
  const account = await db
    .selectFrom('accounts')
    .selectAll()
    .orderBy('created_at')
    .executeTakeFirstOrThrow()
  for (let n = 0; n < 450; n += 1) {
    const handle = `lectrice_${n}`
    await db
      .insertInto('accounts')
      .values({ ...account, id: newId(), handle, handle_key: handle, avatar_media_id: null })
      .execute()
  }
  await write('À tous.')
  let published = 0
  const dying = {
    ...t.ctx,
    realtime: {
      ...t.ctx.realtime,
      // in the second batch of members
      isHeard: (to: Parameters<typeof t.ctx.realtime.isHeard>[0]) => {
        published += 1
        if (published > 300) throw new Error('killed')
        return t.ctx.realtime.isHeard(to)
      },
      publish: (...given: Parameters<typeof t.ctx.realtime.publish>) => {
        published += 1
        if (published > 300) throw new Error('killed')
        t.ctx.realtime.publish(...given)
      },
    },
  } as typeof t.ctx
  await expect(sendAnnouncements(dying)).rejects.toThrow('killed')
  const rows = () =>
    db
      .selectFrom('news')
      .where('news_type', '=', 'announcement')
      .where('payload', 'like', '%À tous.%')
      .select('account_id')
      .execute()
  const before = (await rows()).length
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(450)
  await sendAnnouncements(t.ctx)
  const ids = (await rows()).map((r) => r.account_id)
  expect([ids.length >= 450, new Set(ids).size]).toEqual([true, ids.length])
})
