import { expect, test } from 'vitest'
import * as e from '#contract/events/events'
import { addPublicPhotos } from '#contract/profile/photos'
import { mediaUrl } from '#contract/media'
import { listConversations } from '#contract/messaging/messages'
import * as p from '#contract/events/participants'
import { block } from '#contract/safety'
import { setSharing } from '#contract/sharing'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { picture, upload } from '../../support/world/world'
import { tapPublisher } from '../live-client'
import { open } from '../media/pictures'

const t = sharedApp()

const evening = async (
  by: Member,
  access_type: 'invitation_only' | 'open_to_relations',
  banner: string,
): Promise<string> => {
  const { body } = await by.call(e.createEvent, {
    body: {
      title: 'Soirée',
      start_date: new Date(t.ctx.now() + 9e7).toISOString(),
      access_type,
      banner_media_id: banner,
    },
  })
  return body.event.id
}

test('the banner of an event is visible to those who may see the event', async () => {
  const [host, guest, relation, friend, stranger] = [
    await t.member(),
    await t.member(),
    await t.member(),
    await t.member(),
    await t.member(),
  ]
  for (const m of [guest, relation]) await t.relate(host, m)
  await t.relate(guest, friend)
  const banner = (await upload(host, await picture(61))).body.media_id
  const sees = async (m: Member): Promise<number> =>
    (await m.call(mediaUrl, { params: { id: banner } })).status
  const id = await evening(host, 'invitation_only', banner)
  expect([await sees(guest), await sees(relation), await sees(stranger)]).toEqual([404, 404, 404])
  await host.call(e.publishEvent, { params: { id }, body: { status: 'published' } })
  expect(await sees(relation)).toBe(404)
  await host.call(p.inviteToEvent, { params: { id }, body: { account_handle: guest.handle } })
  const link = (await guest.call(mediaUrl, { params: { id: banner } })).body.signed_url
  expect((await open(t, link)).status).toBe(200)
  // found among the events that a confirmed participant shares
  await guest.call(e.participateInEvent, { params: { id } })
  expect(await sees(friend)).toBe(404)
  await guest.call(setSharing, {
    params: { id: friend.accountId },
    body: {
      shareNames: false,
      shareEvents: true,
      shareAllPrivateAlbums: false,
      sharedAlbumIds: [],
    },
  })
  expect(await sees(friend)).toBe(200)
  await guest.call(p.hideMyself, { params: { id }, body: { is_hidden: true } })
  expect(await sees(friend)).toBe(404)
  await host.call(e.updateEvent, { params: { id }, body: { access_type: 'open_to_relations' } })
  expect([await sees(relation), await sees(stranger)]).toEqual([200, 404])
  // a lost permission invalidates the link
  await host.call(block, { params: { id: guest.accountId } })
  expect([await sees(guest), (await open(t, link)).status]).toEqual([404, 403])
})

test('the banner is the picture of the event’s conversation, for those who may read the event', async () => {
  const [host, guest] = [await t.member(), await t.member()]
  await t.relate(host, guest)
  const [banner, next] = [
    (await upload(host, await picture(71))).body.media_id,
    (await upload(host, await picture(72))).body.media_id,
  ]
  const id = await evening(host, 'open_to_relations', banner)
  const shown = async (m: Member) => {
    const { body } = await m.call(listConversations, {})
    return Object.fromEntries(
      body.conversations.filter((c) => c.event_id === id).map((c) => [c.type, c.avatarUrl]),
    )
  }
  await host.call(e.publishEvent, { params: { id }, body: { status: 'published' } })
  await guest.call(e.participateInEvent, { params: { id } })
  expect([await shown(host), await shown(guest)]).toEqual([
    { event: `/api/media/${banner}/url` },
    { event: `/api/media/${banner}/url` },
  ])

  const tap = tapPublisher(t)
  await host.call(e.updateEvent, { params: { id }, body: { banner_media_id: next } })
  tap.stop()
  expect(
    tap.events
      .filter((h) => h.name === 'conversation.created' && JSON.stringify(h.data).includes(next))
      .map((h) => h.channel)
      .sort(),
  ).toEqual([host, guest].map((m) => `private-account-${m.accountId}`).sort())

  // still a member of the conversation, no longer of the event
  await t.ctx.db
    .updateTable('events')
    .set({ access_type: 'invitation_only' })
    .where('id', '=', id)
    .execute()
  await t.ctx.db
    .updateTable('event_participants')
    .set({ status: 'declined' })
    .where('event_id', '=', id)
    .where('account_id', '=', guest.accountId)
    .execute()
  expect([await shown(host), await shown(guest)]).toEqual([
    { event: `/api/media/${next}/url` },
    { event: null },
  ])
})

test('a banner that is replaced, or whose event is deleted, goes with its file, whichever organizer chose it', async () => {
  const [host, second] = [await t.member(), await t.member()]
  await t.relate(host, second)
  const [first, next, last, used] = [
    (await upload(host, await picture(81))).body.media_id,
    (await upload(second, await picture(82))).body.media_id,
    (await upload(second, await picture(83))).body.media_id,
    (await upload(second, await picture(84))).body.media_id,
  ]
  const id = await evening(host, 'open_to_relations', first)
  const publish = { params: { id }, body: { status: 'published' } } as const
  await host.call(e.publishEvent, publish)
  await host.call(p.inviteToEvent, { params: { id }, body: { account_handle: second.handle } })
  await second.call(e.participateInEvent, { params: { id } })
  const made = { params: { id }, body: { account_id: second.accountId } }
  expect((await host.call(p.addCoOrganizer, made)).status).toBeLessThan(300)
  const show = (by: Member, banner: string) =>
    by.call(e.updateEvent, { params: { id }, body: { banner_media_id: banner } })
  const left = async () =>
    (
      await t.ctx.db
        .selectFrom('media')
        .where('id', 'in', [first, next, last, used])
        .select('id')
        .execute()
    )
      .map((m) => m.id)
      .sort()
  await show(second, next)
  expect(await left()).toEqual([next, last, used].sort())
  await second.call(addPublicPhotos, { body: { media_ids: [used] } })
  await show(second, used)
  await show(second, last)
  // the one in the profile stays
  expect(await left()).toEqual([last, used].sort())
  await host.call(e.deleteEvent, { params: { id } })
  expect(await left()).toEqual([used])
})
