import { describe, expect, test } from 'vitest'
import * as a from '#contract/albums'
import * as e from '#contract/events/events'
import {
  getConversation,
  listConversations,
  listMessages,
  searchConversations,
  sendMessage,
  startConversation,
  syncConversation,
} from '#contract/messaging/messages'
import * as p from '#contract/events/participants'
import { acceptJoinLink, createJoinLink } from '#contract/profile/profile'
import { block } from '#contract/safety'
import { endRelation } from '#contract/sharing'
import { expireOffers } from '../../../server/events/editing/jobs'
import { newId } from '../../../server/tokens'
import { type Member } from '../../support/server/server'
import { picture, upload } from '../../support/world/world'
import { setUp, t, relate, evening, comes, read, newsOf } from './hostile-setup'

setUp()

const helped = async (
  more: Partial<e.EventInput> = {},
): Promise<{ lead: Member; helper: Member; id: string }> => {
  const [lead, helper] = [await t.member(), await t.member()]
  await relate(lead, helper)
  const id = await evening(lead, more)
  await lead.call(p.addCoOrganizer, { params: { id }, body: { account_id: helper.accountId } })
  return { lead, helper, id }
}

describe('the link of an organizer to an event', () => {
  const linkOf = async (by: Member, id: string): Promise<string> =>
    new URL(
      (await by.call(createJoinLink, { body: { kind: 'event', event_id: id } })).body.link.url ??
        '',
    ).pathname
      .split('/')
      .at(-1) ?? ''

  test('invites nobody once its maker organizes no longer', async () => {
    const { lead, helper, id } = await helped()
    const [early, late] = [await t.member(), await t.member()]
    const token = await linkOf(helper, id)
    await early.call(acceptJoinLink, { params: { token } })
    expect((await read(early, id)).status).toBe(200)
    await lead.call(p.removeCoOrganizer, { params: { id, accountId: helper.accountId } })
    expect((await late.call(acceptJoinLink, { params: { token } })).status).toBe(200)
    expect((await read(late, id)).status).toBe(403)
  })

  test('invites nobody across a block with the creator, as by hand: no place, no news of it', async () => {
    for (const byCreator of [true, false]) {
      const { lead, helper, id } = await helped()
      const guest = await t.member()
      await (byCreator
        ? lead.call(block, { params: { id: guest.accountId } })
        : guest.call(block, { params: { id: lead.accountId } }))
      await guest.call(acceptJoinLink, { params: { token: await linkOf(helper, id) } })
      expect(await newsOf(guest)).toEqual([])
      expect((await read(lead, id)).body.event.counts?.invited).toBe(0)
    }
  })
})

describe('whom a block took out of an event', () => {
  test('nobody brings back: neither the creator, who kept the id of its place, nor a co-organizer', async () => {
    const { lead, helper, id } = await helped()
    const guest = await t.member()
    await comes(lead, id, guest)
    const row =
      (await lead.call(p.listEventParticipants, { params: { id } })).body.participants.find(
        (x) => x.account_id === guest.accountId,
      )?.id ?? ''
    await guest.call(block, { params: { id: lead.accountId } })
    for (const status of ['accepted', 'invited', 'pending_approval'] as const)
      for (const [who, refused] of [
        [lead, 404],
        [helper, 409],
      ] as const)
        expect(
          (
            await who.call(p.patchParticipant, {
              params: { id },
              body: { participantId: row, status },
            })
          ).status,
          status,
        ).toBe(refused)
    expect(
      (
        await helper.call(p.patchParticipant, {
          params: { id },
          body: { participantId: row, organizer_comment: 'Ne vient plus' },
        })
      ).status,
    ).toBe(200)
    expect((await guest.call(listConversations)).body.conversations).toEqual([])
    expect(
      (await helper.call(p.listEventParticipants, { params: { id } })).body.participants.find(
        (x) => x.id === row,
      )?.status,
    ).toBe('declined')
  })

  test('an organizer changes nothing of a participant that a block hides from it', async () => {
    const { lead, helper, id } = await helped()
    const guest = await t.member()
    await comes(lead, id, guest)
    await guest.call(block, { params: { id: helper.accountId } })
    const row =
      (await helper.call(p.entryList, { params: { id } })).body.entries.find(
        (x) => x.handle === 'Pseudo caché',
      )?.participant_id ?? ''
    expect(
      (
        await helper.call(p.patchParticipant, {
          params: { id },
          body: { participantId: row, status: 'cancelled' },
        })
      ).status,
    ).toBe(404)
    expect((await read(guest, id)).body.event.user_participation_status).toBe('accepted')
  })
})

describe('an event that one may read no more has no new name', () => {
  test('in the news: not across a block, nor once the relation to which it was open has ended', async () => {
    const { lead, helper, id } = await helped({ access_type: 'open_to_relations' })
    const [cut, parted, stays] = [await t.member(), await t.member(), await t.member()]
    for (const guest of [cut, parted, stays]) {
      await relate(lead, guest)
      await comes(helper, id, guest)
      await guest.call(e.leaveEvent, { params: { id } })
    }
    await cut.call(block, { params: { id: lead.accountId } })
    await parted.call(endRelation, { params: { id: lead.accountId } })
    await lead.call(e.updateEvent, { params: { id }, body: { title: 'Chez Zélie' } })
    for (const [guest, title] of [
      [cut, undefined],
      [parted, undefined],
      [stays, 'Chez Zélie'],
    ] as const) {
      const items = await newsOf(guest)
      expect(items.map((n) => n.newsType)).toContain('event_invited')
      expect(items.map((n) => n.event?.title)).toEqual(items.map(() => title))
    }
  })

  test('masks in event-direct: one who declined keeps the old name, a returning one gets the new name', async () => {
    const [lead, guest] = [await t.member(), await t.member()]
    const id = await evening(lead)
    await comes(lead, id, guest)
    const talk =
      (await guest.call(p.startEventConversation, { params: { id }, body: {} })).body
        .conversation_id ?? ''
    const named = async () => {
      const { body } = await guest.call(getConversation, { params: { id: talk } })
      return [body.conversation.title, body.conversation.event_title]
    }
    await guest.call(e.leaveEvent, { params: { id } })
    await lead.call(e.updateEvent, {
      params: { id },
      body: { title: 'Chez Zélie', start_date: new Date(t.ctx.now() + 2e8).toISOString() },
    })
    expect(await named()).toEqual(['Soirée', 'Soirée'])
    expect(
      (await guest.call(searchConversations, { query: { q: 'zelie' } })).body.conversations,
    ).toEqual([])
    await guest.call(e.participateInEvent, { params: { id } })
    expect(await named()).toEqual(['Chez Zélie', 'Chez Zélie'])
  })
})

test('a photo that its owner deletes from the drive leaves the message also for who only syncs', async () => {
  const [one, other] = [await t.member(), await t.member()]
  const { id } = (await one.call(startConversation, { body: { handle: other.handle } })).body
    .conversation
  const { media_id } = (await upload(one, await picture(5))).body
  await one.call(sendMessage, {
    params: { id },
    body: {
      content: 'Voici',
      sender_identity_id: one.identityIds[0] ?? null,
      client_msg_id: newId(),
      media_ids: [media_id],
    },
  })
  const since = (await other.call(listMessages, { params: { id }, query: {} })).body.lastSyncDate
  expect((await one.call(a.deleteMedia, { params: { id: media_id } })).status).toBe(200)
  const synced = (await other.call(syncConversation, { params: { id }, query: { since } })).body
    .messages
  expect(synced.map((m) => [m.content, m.media])).toEqual([['Voici', []]])
})

describe('dates at the end of all years', () => {
  test('are refused where one is given, and no list fails because of one', async () => {
    const lead = await t.member()
    for (const start_date of [
      '9999-12-31T23:59:59-05:00',
      '9999-12-31T00:00:00Z',
      '2200-01-01T00:00:00Z',
    ]) {
      const { status, body } = await lead.call(e.createEvent, {
        body: { title: 'Loin', start_date },
      })
      expect([status, body]).toEqual([
        400,
        expect.objectContaining({
          code: 'invalid_payload',
          description: 'Cette date est trop éloignée.',
        }),
      ])
    }
    const id = await evening(lead, { end_date: new Date(t.ctx.now() + 9e8).toISOString() })
    for (const body of [
      { start_date: '0000-01-01T00:00:00+10:00' },
      { end_date: '9999-12-31T23:59:59-05:00' },
    ])
      expect((await lead.call(e.updateEvent, { params: { id }, body })).status).toBe(400)
    expect(
      (
        await lead.call(e.duplicateEvent, {
          params: { id },
          body: { start_date: '9999-12-31T00:00:00Z' },
        })
      ).status,
    ).toBe(400)
    expect(
      (
        await lead.call(e.duplicateEvent, {
          params: { id },
          body: { start_date: '2199-12-31T23:00:00Z' },
        })
      ).status,
    ).toBe(201)
    expect((await lead.call(e.listMyEvents, { query: {} })).status).toBe(200)
  })

  test('the same for the end of a share; places of photos that no column holds', async () => {
    const [owner, other] = [await t.member(), await t.member()]
    await relate(owner, other)
    const album_id = (
      await owner.call(a.createAlbum, { body: { name: 'À deux', isPublic: false } })
    ).body.album.id
    expect(
      (
        await owner.call(a.createAlbumShare, {
          body: { album_id, account_id: other.accountId, expires_at: '9999-12-31T23:59:59-05:00' },
        })
      ).status,
    ).toBe(400)
    expect(
      (await owner.call(a.listAlbumShares, { query: { type: 'outgoing', includeExpired: 'true' } }))
        .status,
    ).toBe(200)
    expect(
      (
        await owner.call(a.moveAlbumMedia, {
          params: { id: album_id },
          body: { positions: [{ mediaId: newId(), position: 2 ** 31 }] },
        })
      ).status,
    ).toBe(400)
  })
})

test('a place that became free while an event was a draft is offered when it is published again', async () => {
  const [lead, out, waits] = [await t.member(), await t.member(), await t.member()]
  const id = await evening(lead, { max_participants: 2, has_waitlist: true, auto_offer: true })
  await lead.call(p.inviteToEvent, { params: { id }, body: { account_handle: waits.handle } })
  await comes(lead, id, out)
  await waits.call(e.participateInEvent, { params: { id } })
  await lead.call(e.publishEvent, { params: { id }, body: { status: 'draft' } })
  await out.call(e.leaveEvent, { params: { id } })
  expect((await read(waits, id)).body.event.offer_until).toBeNull()
  await lead.call(e.publishEvent, { params: { id }, body: { status: 'published' } })
  expect((await read(waits, id)).body.event.offer_until).not.toBeNull()
})

describe('a place that is free while an event is under way is offered to nobody, and the server goes on', () => {
  const full = async () => {
    const [lead, out, waits] = [await t.member(), await t.member(), await t.member()]
    const id = await evening(lead, {
      max_participants: 2,
      has_waitlist: true,
      auto_offer: true,
      end_date: new Date(t.ctx.now() + 9e8).toISOString(),
    })
    await lead.call(p.inviteToEvent, { params: { id }, body: { account_handle: waits.handle } })
    await comes(lead, id, out)
    await waits.call(e.participateInEvent, { params: { id } })
    return { lead, out, waits, id }
  }
  const begins = (id: string) =>
    t.ctx.db
      .updateTable('events')
      .set({ start_at: t.ctx.now() - 1000 })
      .where('id', '=', id)
      .execute()
  const place = async (who: Member, id: string) => {
    const { event } = (await read(who, id)).body
    return [event.user_participation_status, event.offer_until]
  }

  test('because somebody leaves: its organizers are told, who waits may still come', async () => {
    const { lead, out, waits, id } = await full()
    await begins(id)
    expect((await out.call(e.leaveEvent, { params: { id } })).status).toBe(200)
    expect(await place(waits, id)).toEqual(['waitlist', null])
    expect((await newsOf(waits)).map((n) => n.newsType)).not.toContain('waitlist_offer')
    expect((await newsOf(lead)).map((n) => n.newsType)).toContain('waitlist_free')
    expect(
      (await waits.call(e.participateInEvent, { params: { id } })).body.event
        ?.user_participation_status,
    ).toBe('accepted')
  })

  test('because an offer ended with its beginning', async () => {
    const { out, waits, id } = await full()
    await out.call(e.leaveEvent, { params: { id } })
    expect((await place(waits, id))[1]).not.toBeNull()
    await begins(id)
    await t.ctx.db
      .updateTable('event_participants')
      .set({ offer_until: t.ctx.now() - 1000 })
      .where('event_id', '=', id)
      .where('account_id', '=', waits.accountId)
      .execute()
    await expireOffers(t.ctx)
    expect(await place(waits, id)).toEqual(['waitlist', null])
  })

  test('nor is an offer that ended with the event looked at again, minute after minute', async () => {
    const { out, waits, id } = await full()
    await out.call(e.leaveEvent, { params: { id } })
    await begins(id)
    await t.ctx.db
      .updateTable('events')
      .set({ end_at: t.ctx.now() - 500 })
      .where('id', '=', id)
      .execute()
    await t.ctx.db
      .updateTable('event_participants')
      .set({ offer_until: t.ctx.now() - 1000 })
      .where('event_id', '=', id)
      .where('account_id', '=', waits.accountId)
      .execute()
    await expireOffers(t.ctx)
    expect(
      await t.ctx.db
        .selectFrom('event_participants')
        .where('event_id', '=', id)
        .where('offer_until', 'is not', null)
        .select('id')
        .execute(),
    ).toEqual([])
    expect((await newsOf(waits)).filter((n) => n.newsType === 'waitlist_offer')).toHaveLength(1)
  })
})
