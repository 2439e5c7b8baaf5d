import { describe, expect, test } from 'vitest'
import * as e from '#contract/events/events'
import { sendMessage } from '#contract/messaging/messages'
import * as p from '#contract/events/participants'
import { block, unblock } from '#contract/safety'
import { setSharing } from '#contract/sharing'
import { newId } from '../../../server/tokens'
import { type Member } from '../../support/server/server'
import {
  setUp,
  t,
  HOUR,
  ADDRESS,
  publish,
  make,
  read,
  invite,
  join,
  comes,
  rowOf,
  patch,
  crew,
} from './events-api-setup'

setUp()

describe('who may what', () => {
  test('a block ends a participation for good: unblocked, without a relation, nobody comes back to the revealed address', async () => {
    const [m, guest, declined] = (await crew('', '', '')) as [Member, Member, Member]
    for (const x of [guest, declined]) await t.relate(m, x)
    const id = await make(m, { private_location: ADDRESS, access_type: 'open_to_relations' })
    for (const x of [guest, declined]) expect((await join(x, id)).status).toBe(200)
    await declined.call(e.leaveEvent, { params: { id } })
    await m.call(e.revealLocation, { params: { id } })
    expect((await read(guest, id)).private_location).not.toBeNull()
    for (const x of [guest, declined]) {
      expect((await m.call(block, { params: { id: x.accountId } })).status).toBe(200)
      expect((await m.call(unblock, { params: { id: x.accountId } })).status).toBe(200)
      expect((await join(x, id)).status).toBe(403)
    }
    await t.relate(m, guest)
    expect((await join(guest, id)).status).toBe(200)
  })

  test('SOC-180 SOC-181: the creator may do everything; a co-organizer everything but add co-organizers', async () => {
    const [m, co, guest, third] = (await crew('', '', '', '')) as [Member, Member, Member, Member]
    for (const x of [co, third]) await t.relate(m, x)
    const id = await make(m, { slug: 'droits-des-deux', private_location: ADDRESS })
    const { slug } = await read(m, id)
    expect(
      (await m.call(p.addCoOrganizer, { params: { id }, body: { account_id: co.accountId } }))
        .status,
    ).toBe(201)
    await comes(m, id, guest)
    const row = await rowOf(m, id, guest)
    for (const who of [m, co]) {
      const answers = [
        await who.call(e.updateEvent, { params: { id }, body: { price: '10 €' } }),
        await publish(who, id, 'draft'),
        await publish(who, id, 'published'),
        await who.call(e.revealLocation, { params: { id } }),
        await who.call(e.hideLocation, { params: { id } }),
        await patch(who, id, row, { is_vip: true, has_paid: true }),
        await who.call(p.startEventConversation, { params: { id }, body: { participant_id: row } }),
      ]
      expect(answers.map((x) => x.status)).toEqual(answers.map(() => 200))
      expect((await read(who, id)).slug).toBe(slug)
      const someone = await t.member()
      expect((await invite(who, id, someone)).body.success).toBe(true)
      const talk = (await read(who, id)).conversation_id ?? ''
      expect(
        (
          await who.call(sendMessage, {
            params: { id: talk },
            body: {
              content: 'Bonsoir',
              sender_identity_id: who.identityIds[0] ?? null,
              client_msg_id: newId(),
            },
          })
        ).status,
      ).toBe(201)
    }
    expect(
      (await co.call(p.addCoOrganizer, { params: { id }, body: { account_id: third.accountId } }))
        .status,
    ).toBe(403)
    await m.call(p.addCoOrganizer, { params: { id }, body: { account_id: third.accountId } })
    expect(
      (await co.call(p.removeCoOrganizer, { params: { id, accountId: third.accountId } })).status,
    ).toBe(403)
    await m.call(p.removeCoOrganizer, { params: { id, accountId: third.accountId } })
    expect(
      (await m.call(p.removeCoOrganizer, { params: { id, accountId: co.accountId } })).status,
    ).toBe(200)
    // a participant may do none of it
    expect([
      (await publish(guest, id, 'draft')).status,
      (await patch(guest, id, row, { is_vip: true })).status,
      (await invite(guest, id, third)).status,
      (await guest.call(e.revealLocation, { params: { id } })).status,
    ]).toEqual([403, 403, 403, 403])
  })

  test('SOC-183: a participant may join, leave, write to organizers and visible confirmed participants, not to hidden ones', async () => {
    const [m, guest, shown, hidden] = (await crew('', '', '', '')) as [
      Member,
      Member,
      Member,
      Member,
    ]
    const id = await make(m)
    for (const x of [guest, shown, hidden]) await comes(m, id, x)
    const [shownRow, hiddenRow] = [await rowOf(m, id, shown), await rowOf(m, id, hidden)]
    await patch(m, id, hiddenRow, { is_hidden: true })
    const talk = (body: object) => guest.call(p.startEventConversation, { params: { id }, body })
    expect([
      (await talk({})).body.success,
      (await talk({ participant_id: shownRow })).body.success,
      (await talk({ participant_id: hiddenRow })).status,
    ]).toEqual([true, true, 403])
    expect((await guest.call(e.leaveEvent, { params: { id } })).body.event).toBeNull()
    expect((await join(guest, id)).body.event?.user_participation_status).toBe('accepted')
  })

  test('an organizer hides anybody and shows nobody: neither by hand nor by a role', async () => {
    const [m, co, shy, shown] = (await crew('', '', '', '')) as [Member, Member, Member, Member]
    const id = await make(m)
    for (const x of [co, shy, shown]) {
      await t.relate(m, x)
      await comes(m, id, x)
    }
    const role = (x: Member) =>
      m.call(p.addCoOrganizer, { params: { id }, body: { account_id: x.accountId } })
    expect((await role(co)).status).toBe(201)
    await shy.call(p.hideMyself, { params: { id }, body: { is_hidden: true } })
    await patch(m, id, await rowOf(m, id, shown), { is_hidden: true })
    for (const x of [shy, shown]) {
      const row = await rowOf(m, id, x)
      for (const who of [m, co])
        expect(await patch(who, id, row, { is_hidden: false })).toMatchObject({
          status: 409,
          body: { code: 'guest_hidden' },
        })
      expect((await role(x)).status).toBe(409)
      // the rest of the row is theirs
      expect((await patch(m, id, row, { is_vip: true, is_hidden: true })).status).toBe(200)
      await x.call(p.hideMyself, { params: { id }, body: { is_hidden: false } })
      expect((await role(x)).status).toBe(201)
    }
  })

  test('SOC-184: an event by invitation found in a shared list: only its organizers can be contacted', async () => {
    const [m, other] = (await crew('', '')) as [Member, Member]
    await t.relate(m, other)
    const id = await make(m, { access_type: 'invitation_only' })
    await m.call(setSharing, {
      params: { id: other.accountId },
      body: {
        shareNames: false,
        shareEvents: true,
        shareAllPrivateAlbums: false,
        sharedAlbumIds: [],
      },
    })
    expect(
      (await other.call(e.listRelationEvents, { params: { id: m.accountId } })).body.events,
    ).toHaveLength(1)
    expect([
      (await other.call(e.getEvent, { params: { id }, query: {} })).status,
      (await join(other, id)).status,
      (await other.call(p.listEventParticipants, { params: { id } })).status,
    ]).toEqual([403, 403, 403])
    expect(
      (await other.call(p.startEventConversation, { params: { id }, body: {} })).body,
    ).toMatchObject({ success: true, conversation_id: expect.any(String) })
  })

  test('SOC-130 SOC-131: joining and leaving are limited by role, event state and participation status', async () => {
    const [m, a, b, c] = (await crew('', '', '', '')) as [Member, Member, Member, Member]
    for (const x of [a, b, c]) await t.relate(m, x)
    const open = { access_type: 'open_to_relations' as const }
    const [id, draft, past, asks] = [
      await make(m, { ...open, max_participants: 3, has_waitlist: true }),
      await make(m, open, false),
      await make(m, open),
      await make(m, { ...open, requires_approval: true }),
    ]
    await t.ctx.db
      .updateTable('events')
      .set({ start_at: t.ctx.now() - 9 * HOUR, end_at: t.ctx.now() - HOUR })
      .where('id', '=', past)
      .execute()
    const becomes = async (x: Member, event = id) => {
      const { status, body } = await join(x, event)
      return status === 200 ? body.event?.user_participation_status : status
    }
    const leaves = async (x: Member, event = id) =>
      (await x.call(e.leaveEvent, { params: { id: event } })).body.event?.user_participation_status
    expect([await becomes(m), await becomes(a, draft), (await join(a, past)).body]).toEqual([
      409,
      404,
      expect.objectContaining({ code: 'event_ended' }),
    ])
    await invite(m, id, b)
    expect([await becomes(a), await becomes(b), await becomes(c)]).toEqual([
      'accepted',
      'accepted',
      'waitlist',
    ])
    expect([await leaves(a), await becomes(c), await becomes(a)]).toEqual([
      'declined',
      'accepted',
      'waitlist',
    ])
    expect([await becomes(a, asks), await leaves(a, asks), await becomes(a, asks)]).toEqual([
      'pending_approval',
      'declined',
      'pending_approval',
    ])
  })
})
