import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { describe, expect, test } from 'vitest'
import * as e from '#contract/events/events'
import * as p from '#contract/events/participants'
import { acceptJoinLink, createJoinLink } from '#contract/profile/profile'
import { block } from '#contract/safety'
import { renewEventCode } from '../../../../server/events/editing/fields'
import type { Member } from '../../../support/server/server'
import {
  setUp,
  t,
  make,
  read,
  invite,
  join,
  status,
  people,
  rowOf,
  patch,
  news,
  ADDRESS,
} from '../events-setup'

setUp()

describe('taking part', () => {
  test('SOC-210: the code of an event open to relations is an invitation to it; its id alone grants nothing', async () => {
    const [m, other] = [await t.member(), await t.member()]
    const id = await make(m, { slug: 'code-secret-1', access_type: 'open_to_relations' })
    const code = (await read(m, id)).body.event.slug ?? ''
    const by = (slug: string) => other.call(e.joinBySlug, { body: { slug } })
    expect([(await by(id)).status, (await by('code-secret-1')).status]).toEqual([404, 404])
    expect((await by(` ${code.toUpperCase()} `)).body.event).toMatchObject({
      id,
      user_participation_status: 'invited',
      slug: code,
    })
    expect((await join(other, id)).body.event?.user_participation_status).toBe('accepted')
    expect((await by(code)).body.event?.user_participation_status).toBe('accepted')
    // who declined comes back with the code alone
    await other.call(e.leaveEvent, { params: { id } })
    expect((await join(other, id)).body).toMatchObject({ code: 'event_not_open' })
    expect((await by(code)).body.event?.user_participation_status).toBe('invited')
    expect((await join(other, id)).body.event?.user_participation_status).toBe('accepted')
  })

  test.each(['removed', 'blocked by the creator'] as const)(
    'a guest who is %s comes back with the code through no other account; of an event by invitation only it stays',
    async (end) => {
      const [m, guest, again, other] = [
        await t.member(),
        await t.member(),
        await t.member(),
        await t.member(),
      ]
      const by = (who: Member, slug: string) => who.call(e.joinBySlug, { body: { slug } })
      const id = await make(m, { slug: 'jardin', access_type: 'open_to_relations' })
      const closed = await make(m, { slug: 'salon' })
      const codeOf = async (event: string) => (await read(m, event)).body.event.slug ?? ''
      const [code, closedCode] = [await codeOf(id), await codeOf(closed)]
      for (const [event, slug] of [
        [id, code],
        [closed, closedCode],
      ] as const) {
        await by(guest, slug)
        await join(guest, event)
      }
      if (end === 'removed')
        for (const event of [id, closed]) await patch(m, event, guest, { status: 'cancelled' })
      else await m.call(block, { params: { id: guest.accountId } })
      await t.ctx.bus.idle()
      // as if there were no such event
      expect((await by(again, code)).status).toBe(404)
      const renewed = await codeOf(id)
      expect(renewed).not.toBe(code)
      expect(renewed).toMatch(/^jardin-[2-9a-hjkmnp-z]{4}$/)
      expect((await by(other, renewed)).body.event?.user_participation_status).toBe('invited')
      expect(await codeOf(closed)).toBe(closedCode)
    },
  )

  test('the code of an event by invitation only gives a request without guests or address, or nothing; guests do not see it', async () => {
    const [m, guest, other, late] = [
      await t.member(),
      await t.member(),
      await t.member(),
      await t.member(),
    ]
    const id = await make(m, {
      slug: 'nuit-du-lac',
      private_location: { ...ADDRESS, is_public: true },
    })
    const code = (await read(m, id)).body.event.slug ?? ''
    expect(code).toMatch(/^nuit-du-lac-[2-9a-hjkmnp-z]{4}$/)
    await m.call(e.updateEvent, { params: { id }, body: { slug: code, title: 'Lac' } })
    expect((await read(m, id)).body.event.slug).toBe(code)
    await invite(m, id, guest)
    await join(guest, id)
    expect((await read(guest, id)).body.event.slug).toBeNull()
    const { body } = await other.call(e.joinBySlug, { body: { slug: code } })
    expect(body.event).toMatchObject({
      user_participation_status: 'pending_approval',
      slug: null,
      private_location: null,
      address_state: 'hidden',
      breakdown: { couples: 0, women: 0, men: 0, others: 0 },
    })
    expect(await news(m)).toContain('participation_requested')
    expect(await people(other, id)).toEqual([])
    expect(
      (
        await other.call(p.startEventConversation, {
          params: { id },
          body: { participant_id: (await rowOf(m, id, guest)).id },
        })
      ).status,
    ).toBe(403)
    expect((await patch(m, id, other, { status: 'accepted' })).status).toBe(200)
    expect((await people(other, id)).length).toBeGreaterThan(1)
    await m.call(e.updateEvent, { params: { id }, body: { code_requests: false } })
    expect((await late.call(e.joinBySlug, { body: { slug: code } })).status).toBe(404)
    expect(await rowOf(m, id, late)).toBeUndefined()
    await m.call(e.updateEvent, { params: { id }, body: { slug: null } })
    expect((await other.call(e.joinBySlug, { body: { slug: code } })).status).toBe(404)
  })

  test('an invitation link of an organizer makes a relation and an invitation', async () => {
    const [m, other, stranger] = [await t.member(), await t.member(), await t.member()]
    const id = await make(m)
    expect(
      (await stranger.call(createJoinLink, { body: { kind: 'event', event_id: id } })).status,
    ).toBe(403)
    const link = await m.call(createJoinLink, { body: { kind: 'event', event_id: id } })
    expect(link.status).toBe(201)
    const token = new URL(link.body.link.url ?? '').pathname.split('/').at(-1) ?? ''
    expect((await other.call(acceptJoinLink, { params: { token } })).body).toMatchObject({
      kind: 'event',
      event_id: id,
    })
    expect(await status(other, id)).toBe('invited')
  })
})

test('a renewed code that another event has is drawn again', async () => {
  const m = await t.member()
  const other = await make(m)
  await t.ctx.db.updateTable('events').set({ slug: 'etang-2222' }).where('id', '=', other).execute()
  const id = await make(m, { slug: 'etang', access_type: 'open_to_relations' })
  const codeOf = async (event: string) => (await read(m, event)).body.event.slug
  const { randomInt } = crypto
  let drawn = 0
  crypto.randomInt = () => Math.floor(drawn++ / 4)
  syncBuiltinESMExports()
  try {
    await t.ctx.db
      .transaction()
      .execute((trx) =>
        renewEventCode(trx, { id, slug: 'etang', access_type: 'open_to_relations' }),
      )
  } finally {
    crypto.randomInt = randomInt
    syncBuiltinESMExports()
  }
  expect([await codeOf(other), await codeOf(id)]).toEqual(['etang-2222', 'etang-3333'])
})
