import { describe, expect, test } from 'vitest'
import * as e from '#contract/events/events'
import { collectArchive } from '../../../../server/life/collect'
import { composePush } from '../../../../server/push/compose'
import type { Device } from '../../../../server/push/queries'
import { type Member } from '../../../support/server/server'
import { ADDRESS, inHours, join, pass, quit, read, rowOf, setUp, status, t } from '../events-setup'
import { again, asked, evening, everSent, members, own, run } from './reconfirm-setup'

setUp()

describe('«Toujours partants ?»', () => {
  test('asked two days before, the silent reminded a day before, their places given twelve hours before; each once', async () => {
    const [host, yes, silent, kept, first, second] = (await members(6)) as [
      Member,
      Member,
      Member,
      Member,
      Member,
      Member,
    ]
    const all = [host, yes, silent, kept, first, second]
    const id = await evening(
      host,
      {
        max_participants: 4,
        has_waitlist: true,
        auto_offer: true,
        private_location: { ...ADDRESS, is_public: false },
      },
      [kept, yes, silent, first],
      [second],
    )
    await host.call(e.revealLocation, { params: { id } })
    await run()
    expect([await asked(yes), await own(yes, id)]).toEqual([[], null])
    expect((await again(first, id)).status).toBe(409)

    await pass(12.1, ...all)
    await Promise.all([run(), run()])
    await run()
    expect((await Promise.all(all.map((m) => asked(m)))).map((n) => n.length)).toEqual([
      0, 1, 1, 1, 0, 0,
    ])
    expect(await everSent(silent)).toBe(1)
    const until = (await own(silent, id))?.until ?? ''
    expect(Date.parse(until)).toBe(
      Date.parse((await read(host, id)).body.event.start_date) - 12 * 3_600_000,
    )
    expect((await again(yes, id)).body.event.reconfirm).toEqual({ state: 'yes', until: null })
    expect((await again(yes, id)).status).toBe(200)
    expect(await asked(yes)).toEqual([])
    expect((await read(host, id)).body.event.reconfirm_missing).toBe(2)
    expect((await rowOf(host, id, yes)).reconfirm).toBe('yes')
    expect((await rowOf(host, id, silent)).reconfirm).toBe('missing')
    // only organizers read who has answered
    expect((await rowOf(yes, id, silent)).reconfirm).toBeNull()
    expect((await read(yes, id)).body.event.reconfirm_missing).toBeNull()
    expect(await collectArchive(t.ctx, yes)).toMatchObject({
      participations: [{ vient_toujours: true }],
    })

    await pass(24, ...all)
    await Promise.all([run(), run()])
    expect((await Promise.all(all.map((m) => asked(m)))).map((n) => n.length)).toEqual([
      0, 0, 1, 1, 0, 0,
    ])
    expect((await asked(silent))[0]?.payload).toMatchObject({ again: true })
    expect(await everSent(silent)).toBe(2)
    expect((await read(silent, id)).body.event).toMatchObject({
      user_participation_status: 'accepted',
      private_location: { address: ADDRESS.address },
    })

    await pass(12, ...all)
    await Promise.all([run(), run()])
    // one waits: one place is given, that of who came last
    expect(await Promise.all([kept, yes, silent, first].map((m) => status(m, id)))).toEqual([
      'accepted',
      'accepted',
      'waitlist',
      'waitlist',
    ])
    expect((await read(first, id)).body.event.offer_until).not.toBeNull()
    expect(await asked(silent)).toEqual([])
    expect(await asked(silent, 'reconfirm_lapsed')).toHaveLength(1)
    // the address goes with the place
    expect((await read(silent, id)).body.event).toMatchObject({
      private_location: null,
      waitlist_place: null,
      offer_until: null,
      reconfirm: { state: 'lapsed', until: null },
    })
    expect((await rowOf(host, id, silent)).reconfirm).toBe('lapsed')

    // a late yes: no place now, and the next one before whoever waits since
    await join(second, id)
    expect((await again(silent, id)).body.event.user_participation_status).toBe('waitlist')
    expect((await read(silent, id)).body.event.waitlist_place).toBe(1)
    expect(await asked(silent, 'reconfirm_lapsed')).toEqual([])
    await join(first, id)
    await run()
    // for who joined the list after, the place of the last silent guest is given
    expect((await read(silent, id)).body.event.offer_until).not.toBeNull()
    expect(await status(kept, id)).toBe('waitlist')
    expect((await read(second, id)).body.event.offer_until).toBeNull()
    await join(silent, id)
    expect((await read(host, id)).body.event.participant_count).toBe(4)
    await quit(yes, id)
    expect((await read(second, id)).body.event.offer_until).not.toBeNull()
  })

  test('without a list, or with nobody on it, every place is kept; organizers see who has not answered', async () => {
    for (const has_waitlist of [false, true]) {
      const [host, a, b] = (await members(3)) as [Member, Member, Member]
      const id = await evening(host, { max_participants: 3, has_waitlist }, [a, b])
      await pass(12.1, host, a, b)
      await run()
      expect((await own(a, id))?.until === null).toBe(!has_waitlist)
      await pass(24, host, a, b)
      await run()
      await pass(13, host, a, b)
      await run()
      expect([await status(a, id), await status(b, id)]).toEqual(['accepted', 'accepted'])
      expect((await read(host, id)).body.event.reconfirm_missing).toBe(2)
    }
  })

  test('is off by default, asks nobody who said yes after it, and never takes a place without two notices', async () => {
    const [host, a, b, c, waiting] = (await members(5)) as [Member, Member, Member, Member, Member]
    const off = await evening(host, { reconfirm_hours: null }, [a])
    expect((await read(host, off)).body.event.reconfirm_hours).toBeNull()
    const id = await evening(
      host,
      { max_participants: 4, has_waitlist: true },
      [a, b],
      [c, waiting],
    )
    for (const [hours, is] of [
      [12, 400],
      [169, 400],
      [24, 200],
      [48, 200],
    ] as const)
      expect(
        (await host.call(e.updateEvent, { params: { id }, body: { reconfirm_hours: hours } }))
          .status,
      ).toBe(is)
    await host.call(e.updateEvent, { params: { id }, body: { reconfirm_hours: null } })
    await pass(40, host, a, b, c, waiting)
    await run()
    // no answer before a question
    expect([await asked(a), (await again(a, off)).status]).toEqual([[], 409])
    // switched on twenty hours before: asked at once, reminded twelve hours later, no place is taken
    await host.call(e.updateEvent, { params: { id }, body: { reconfirm_hours: 48 } })
    await run()
    expect(await asked(a)).toHaveLength(1)
    expect((await own(a, id))?.until).toBeNull()
    await join(c, id)
    await join(waiting, id)
    expect(await own(c, id)).toBeNull()
    await pass(12.1, host, a, b, c, waiting)
    await run()
    expect([(await asked(a))[0]?.payload['again'], await asked(c)]).toEqual([true, []])
    await pass(7.5, host, a, b, c, waiting)
    await run()
    expect(await Promise.all([a, b, c].map((m) => status(m, id)))).toEqual([
      'accepted',
      'accepted',
      'accepted',
    ])
  })

  test('a yes holds when the evening moves by an hour, and is asked for again on another day', async () => {
    const [host, a] = (await members(2)) as [Member, Member]
    const id = await evening(host, {}, [a])
    await pass(12.1, host, a)
    await run()
    await again(a, id)
    const move = (h: number) =>
      host.call(e.updateEvent, {
        params: { id },
        body: { start_date: inHours(h), end_date: inHours(h + 4) },
      })
    await move(46)
    await run()
    expect([await asked(a), (await own(a, id))?.state]).toEqual([[], 'yes'])
    await move(96)
    await run()
    expect([await asked(a), await own(a, id)]).toEqual([[], null])
    await pass(48.1, host, a)
    await run()
    expect([(await asked(a)).length, (await own(a, id))?.state]).toEqual([1, 'asked'])
  })

  test('outside of the app it names nothing by default, waits for the morning, and is not sent once answered', async () => {
    const [host, a] = (await members(2)) as [Member, Member]
    const id = await evening(host, { reconfirm_hours: 60 }, [a])
    // noon, then the night, in UTC
    const until = (hour: number) =>
      pass((24 + hour - new Date(t.ctx.now()).getUTCHours()) % 24 || 24, host, a)
    await until(12)
    await run()
    await t.ctx.bus.idle()
    const row = await t.ctx.db
      .selectFrom('news')
      .where('account_id', '=', a.accountId)
      .where('news_type', '=', 'reconfirm_asked')
      .selectAll()
      .executeTakeFirstOrThrow()
    const device = { account_id: a.accountId, user_id: a.userId, identity_id: null }
    const push = () =>
      composePush(t.ctx, device as unknown as Device, { source: 'news', source_id: row.id })
    expect(await push()).toMatchObject({
      discreet: true,
      path: `/events/${id}`,
      words: { title: 'Nouvelle activité', body: '' },
    })
    await until(23)
    expect(await push()).toEqual({ later: expect.any(Number) })
    await again(a, id)
    expect(await push()).toBe('drop')
  })

  test('one of a couple answers for both', async () => {
    const host = await t.member()
    const duo = await t.member('duo_encore', ['woman', 'man'])
    const id = await evening(host, {}, [duo])
    await pass(12.1, host, duo)
    await run()
    duo.identity = duo.identityIds[1] ?? null
    const one = await again(duo, id)
    expect(one.body.event.reconfirm?.state).toBe('yes')
    expect((await read(host, id)).body.event.reconfirm_missing).toBe(0)
  })
})
