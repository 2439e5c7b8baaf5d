import { describe, expect, test } from 'vitest'
import * as a from '#contract/albums/albums'
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
import { entryList } from '#contract/events/check-in'
import { acceptJoinLink, createJoinLink } from '#contract/profile/profile'
import { block } from '#contract/safety'
import { endRelation } from '#contract/sharing'
import { newId } from '../../../server/tokens'
import { type Member } from '../../support/server/server'
import { picture, upload } from '../../support/world/world'
import { setUp, t, evening, comes, read, newsOf } from './hostile-setup'

setUp()

const helped = async (
  more: Partial<e.EventInput> = {},
): Promise<{ lead: Member; helper: Member; id: string }> => {
  const [lead, helper] = [await t.member(), await t.member()]
  await t.relate(lead, helper)
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

test('a co-organizer’s copy has no address: it would outlive the event, its end and their role', async () => {
  const { lead, helper, id } = await helped({
    private_location: { address: '3 rue des Lilas', lat: 47.9, lng: 1.9, is_public: true },
    rules: 'Respect',
  })
  const copy = async (by: Member) =>
    (
      await by.call(e.duplicateEvent, {
        params: { id },
        body: { start_date: new Date(t.ctx.now() + 9e8).toISOString() },
      })
    ).body.event
  expect((await copy(lead)).private_location?.address).toBe('3 rue des Lilas')
  expect(await copy(helper)).toMatchObject({
    rules: { text: 'Respect' },
    private_location: null,
  })
  const kept = await t.ctx.db
    .selectFrom('events')
    .where('creator_account_id', '=', helper.accountId)
    .select(['address', 'address_point', 'address_public'])
    .execute()
  expect(kept).toEqual([{ address: null, address_point: null, address_public: 0 }])
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

  test('a co-organizer makes no organizer «Pseudo caché», who are seen', async () => {
    const { lead, helper, id } = await helped()
    const list = async () =>
      (await helper.call(p.listEventParticipants, { params: { id } })).body.participants
    for (const row of await list())
      expect(
        (
          await helper.call(p.patchParticipant, {
            params: { id },
            body: { participantId: row.id, is_hidden: true },
          })
        ).status,
      ).toBe(409)
    expect((await list()).map((row) => [row.account_id, row.is_hidden])).toEqual(
      expect.arrayContaining([
        [lead.accountId, false],
        [helper.accountId, false],
      ]),
    )
  })

  test('an organizer changes nothing of a participant that a block hides from it', async () => {
    const { lead, helper, id } = await helped()
    const guest = await t.member()
    await comes(lead, id, guest)
    await guest.call(block, { params: { id: helper.accountId } })
    const row =
      (await helper.call(entryList, { params: { id } })).body.entries.find(
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
      await t.relate(lead, guest)
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
