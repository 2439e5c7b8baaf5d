import { describe, expect, test } from 'vitest'
import * as e from '#contract/events/events'
import { makeEvent } from '../../../server/events/editing/edit'
import * as p from '#contract/events/participants'
import { applyCheckInRecords } from '../../../server/events/participation/check-in'
import { setOwnHidden } from '../../../server/events/participation/people'
import { createRelation } from '../../../server/relations/service'
import { testApp, viewerOf } from '../../support/server/server'
import { setUp, t, inHours, make, invite, join, rowOf, before } from './participation/races-setup'

setUp()

describe('check-in', () => {
  test('an older record that is written after a newer one changes nothing; who left meanwhile is refused', async () => {
    const [m, guest] = [await t.member(), await t.member()]
    const id = await make(m)
    await invite(m, id, guest)
    await join(guest, id)
    const { id: participant_id } = await rowOf(m, id, guest)
    const entry = (is_present: boolean, h: number) => ({
      participant_id,
      is_present,
      at: inHours(h),
    })
    const late = before(0, () => applyCheckInRecords(t.ctx, viewerOf(m), id, [entry(false, -1)]))
    await applyCheckInRecords(late, viewerOf(m), id, [entry(true, -2)])
    expect((await rowOf(m, id, guest)).is_present).toBe(false)
    const gone = before(0, () => guest.call(e.leaveEvent, { params: { id } }))
    expect(await applyCheckInRecords(gone, viewerOf(m), id, [entry(true, 0)])).toMatchObject([
      { accepted: false },
    ])
    expect((await rowOf(m, id, guest)).is_present).toBe(false)
  })
})

describe('hiding', () => {
  test('who is made an organizer at the same moment stays named', async () => {
    const [m, guest] = [await t.member(), await t.member()]
    await t.ctx.db
      .transaction()
      .execute((trx) => createRelation(trx, m.accountId, guest.accountId, 'link', t.ctx.now()))
    const id = await make(m)
    await invite(m, id, guest)
    await join(guest, id)
    const late = before(0, () =>
      m.call(p.addCoOrganizer, { params: { id }, body: { account_id: guest.accountId } }),
    )
    await expect(setOwnHidden(late, viewerOf(guest), id, true)).rejects.toMatchObject({
      code: 'own_event',
    })
    expect(await rowOf(m, id, guest)).toMatchObject({ is_co_organizer: true, is_hidden: false })
  })
})

describe('creation', () => {
  test('a crash after the first commit leaves no event without its conversation', async () => {
    const m = await t.member()
    const crash = before(1, () => Promise.reject(new Error('crash')))
    await makeEvent(
      crash,
      viewerOf(m),
      { title: 'Soirée', start_date: inHours(5) },
      async () => undefined,
    ).catch(() => undefined)
    const [event] = await t.ctx.db
      .selectFrom('events as e')
      .leftJoin('conversations as c', 'c.event_id', 'e.id')
      .where('e.creator_account_id', '=', m.accountId)
      .select('c.id as conversation')
      .execute()
    expect(event?.conversation).toEqual(expect.any(String))
  })
})

describe('deletion', () => {
  test('locks the event before the rows of others, as all that is done to it: no deadlock with them', async () => {
    const asked: string[] = []
    const own = await testApp({}, { onQuery: ({ sql }) => asked.push(sql) })
    try {
      const m = await own.member()
      const { id } = (
        await m.call(e.createEvent, { body: { title: 'Soirée', start_date: inHours(72) } })
      ).body.event
      asked.length = 0
      expect((await m.call(e.deleteEvent, { params: { id } })).status).toBe(200)
      const first = (start: string): number => asked.findIndex((sql) => sql.startsWith(start))
      expect(first('update "events"')).toBeGreaterThan(0)
      expect(first('update "events"')).toBeLessThan(first('delete from "news"'))
    } finally {
      await own.close()
    }
  })
})
