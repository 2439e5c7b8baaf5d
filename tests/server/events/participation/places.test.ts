import { describe, expect, test } from 'vitest'
import { patiently } from '../../../support/server/patiently'
import * as e from '#contract/events/events'
import {
  setUp,
  t,
  make,
  read,
  invite,
  join,
  quit,
  status,
  patch,
  news,
  pass,
} from '../events-setup'
import { participantRow } from '../../../support/world/participants'

setUp()

describe('taking part', () => {
  test('full: 409 or the waiting list; a freed place is reported to the organizer, or offered', async () => {
    const [m, a, b, c] = [await t.member(), await t.member(), await t.member(), await t.member()]
    const id = await make(m, { max_participants: 2 })
    for (const x of [a, b, c]) await invite(m, id, x)
    expect((await join(a, id)).status).toBe(200)
    expect((await join(b, id)).body).toMatchObject({
      code: 'event_full',
      error:
        'Capacité maximale atteinte. Contactez les organisateurs pour vérifier s’il reste des places.',
    })
    expect(await invite(m, id, await t.member('trop_tard_1'))).toEqual({
      success: false,
      error: 'Capacité maximale atteinte (2)',
    })
    await m.call(e.updateEvent, { params: { id }, body: { has_waitlist: true } })
    expect((await join(b, id)).body.event?.user_participation_status).toBe('waitlist')
    expect((await join(c, id)).body.event?.user_participation_status).toBe('waitlist')
    // each waiting member reads their own place, nobody else's
    expect(
      await Promise.all(
        [m, a, b, c].map(async (who) => (await read(who, id)).body.event.waitlist_place),
      ),
    ).toEqual([null, null, 1, 2])
    // a repeat says what is stored
    expect((await join(b, id)).body.event?.user_participation_status).toBe('waitlist')
    await quit(a, id)
    expect(await news(m)).toContain('waitlist_free')
    // no automatic promotion: the member asks again, or an organizer decides
    expect(await status(b, id)).toBe('waitlist')
    expect((await join(b, id)).body.event?.user_participation_status).toBe('accepted')
    expect((await patch(m, id, c, { status: 'accepted' })).body).toMatchObject({
      code: 'event_full',
    })
    // offered in order, held for a day, then offered to the next
    await m.call(e.updateEvent, { params: { id }, body: { auto_offer: true } })
    const d = await t.member()
    await m.call(e.updateEvent, { params: { id }, body: { max_participants: 3 } })
    expect((await read(c, id)).body.event).toMatchObject({
      offer_until: expect.any(String),
      waitlist_place: null,
    })
    expect(await news(c)).toContain('waitlist_offer')
    expect(await invite(m, id, d)).toMatchObject({ success: false })
    await m.call(e.updateEvent, { params: { id }, body: { max_participants: 4 } })
    await invite(m, id, d)
    await m.call(e.updateEvent, { params: { id }, body: { max_participants: 3 } })
    expect((await join(d, id)).body.event?.user_participation_status).toBe('waitlist')
    await pass(25, c, d)
    await t.app.jobs.run()
    expect((await read(c, id)).body.event.offer_until).toBeNull()
    expect((await read(d, id)).body.event.offer_until).not.toBeNull()
    expect((await join(d, id)).body.event?.user_participation_status).toBe('accepted')
  })

  test('200 concurrent requests for 10 places: exactly 10 participate, and leaving and joining never exceeds the limit', async () => {
    const m = await t.member()
    const all = await Promise.all(Array.from({ length: 200 }, (_, i) => t.member(`foule_${i}`)))
    const id = await make(m, { max_participants: 11 })
    const now = t.ctx.now()
    await t.ctx.db
      .insertInto('event_participants')
      .values(
        all.map((x) =>
          participantRow(
            {
              event_id: id,
              account_id: x.accountId,
              status: 'invited',
              invited_by_account_id: m.accountId,
            },
            now,
          ),
        ),
      )
      .execute()
    const answers = await Promise.all(
      all.map(async (x) => (await patiently(() => join(x, id))).status),
    )
    expect(answers.filter((s) => s === 200)).toHaveLength(10)
    expect(answers.filter((s) => s === 409)).toHaveLength(190)
    expect((await read(m, id)).body.event).toMatchObject({
      participant_count: 11,
      counts: { accepted: 11 },
    })
    const some = all.slice(0, 50)
    let most = 0
    await Promise.all(
      some.map(async (x, i) => {
        for (let n = 0; n < 3; n += 1)
          await patiently(() => ((i + n) % 2 ? join(x, id) : quit(x, id)))
        const { body } = await patiently(() => read(m, id))
        most = Math.max(most, body.event.participant_count)
      }),
    )
    expect(most).toBeLessThanOrEqual(11)
    const row = await t.ctx.db
      .selectFrom('events')
      .where('id', '=', id)
      .select('seats_taken')
      .executeTakeFirst()
    expect(row?.seats_taken).toBe((await read(m, id)).body.event.participant_count)
  }, 120_000)

  test('a couple takes two places when the organizer chooses so', async () => {
    const m = await t.member()
    const couple = await t.member('duo_places', ['woman', 'man'])
    const id = await make(m, { max_participants: 2, counts_persons: true })
    await invite(m, id, couple)
    expect((await join(couple, id)).status).toBe(409)
    await m.call(e.updateEvent, { params: { id }, body: { max_participants: 3 } })
    expect((await join(couple, id)).body.event).toMatchObject({
      participant_count: 3,
      breakdown: { couples: 1, women: 1, men: 0, others: 0 },
    })
    expect(
      (await m.call(e.updateEvent, { params: { id }, body: { max_participants: 2 } })).body,
    ).toMatchObject({ code: 'capacity_below' })
  })
})
