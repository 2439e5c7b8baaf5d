import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { answerAgreement, listAgreements } from '#contract/agreements'
import { addAlbumMedia, createAlbum, listAlbumMedia } from '#contract/albums/albums'
import { createEvent, getEvent, publishEvent, updateEvent } from '#contract/events/events'
import { mediaUrl } from '#contract/media'
import { sendMessage } from '#contract/messaging/messages'
import { getProfile, patchAvatar } from '#contract/profile/data'
import * as p from '#contract/profile/parting'
import { addPublicPhotos, listPublicPhotos } from '#contract/profile/photos'
import { report } from '#contract/safety'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { addPhoto, pattern } from '../../support/world/couples'
import { tapPublisher } from '../live-client'
import { ask, couple, DAY_MS, talkWith, type Couple } from './setup'

const t = sharedApp()

const linkOf = async (who: Member, id: string) =>
  (await who.call(mediaUrl, { params: { id } })).status

/** A photo of both, to which each has agreed. */
const photoOfBoth = async (c: Couple, bytes?: Buffer): Promise<string> => {
  const id = await addPhoto(c.anne, [c.anneId, c.paulId], bytes)
  await c.paul.call(answerAgreement, { params: { id }, body: { answer: 'yes' } })
  return id
}

test('from the request on, a photo of both is closed to others; a withdrawn request shows it again', async () => {
  const c = await couple(t)
  const own = await addPhoto(c.anne, [c.anneId])
  const both = await photoOfBoth(c)
  const album = (await c.anne.call(createAlbum, { body: { name: 'Ouvert', isPublic: true } })).body
    .album.id
  await c.anne.call(addAlbumMedia, { params: { id: album }, body: { mediaIds: [own, both] } })
  await c.anne.call(addPublicPhotos, { body: { media_ids: [own, both] } })
  const talk = await talkWith(c.anne, c.friend)
  const send = (mediaId: string) =>
    c.anne.call(sendMessage, {
      params: { id: talk },
      body: {
        content: '',
        media_ids: [mediaId],
        sender_identity_id: c.anneId,
        client_msg_id: randomUUID(),
      },
    })
  expect((await send(both)).status).toBe(201)
  await c.anne.call(patchAvatar, { params: { id: c.account }, body: { media_id: both } })
  const { signed_url } = (await c.friend.call(mediaUrl, { params: { id: both } })).body
  const signed = new URL(signed_url, 'http://here')
  const seen = async () => ({
    link: await linkOf(c.friend, both),
    bytes: (await c.friend.raw('GET', `${signed.pathname}${signed.search}`)).status,
    album: (await c.friend.call(listAlbumMedia, { params: { id: album } })).body.media.map(
      (x) => x.id,
    ),
    profile: (await c.friend.call(listPublicPhotos, { params: { id: c.account } })).body.photos.map(
      (x) => x.media_id,
    ),
  })
  const open = { link: 200, bytes: 200, album: [own, both], profile: [own, both] }
  expect(await seen()).toEqual(open)

  const tap = tapPublisher(t)
  await ask(c.anne, { handle: c.handle })
  await t.ctx.bus.idle()
  tap.stop()
  expect(
    tap.events.filter(
      (x) =>
        x.name === 'account.media.hidden' &&
        x.channel === `private-account-${c.friend.accountId}` &&
        JSON.stringify(x.data).includes(both),
    ),
  ).toHaveLength(1)
  expect(JSON.stringify(tap.events)).not.toContain(own)
  expect(await seen()).toEqual({ link: 404, bytes: 403, album: [own], profile: [own] })
  expect([await linkOf(c.anne, both), await linkOf(c.paul, both)]).toEqual([200, 200])
  expect(await linkOf(c.friend, own)).toBe(200)
  const another = await photoOfBoth(c)
  expect((await send(another)).body).toMatchObject({ code: 'parting_open' })
  // chosen as the avatar meanwhile, it waits
  await c.anne.call(patchAvatar, { params: { id: c.account }, body: { media_id: another } })
  expect(await linkOf(c.friend, another)).toBe(404)
  // another yes does not open it
  await c.paul.call(answerAgreement, { params: { id: both }, body: { answer: 'yes' } })
  expect(await linkOf(c.friend, both)).toBe(404)

  const again = tapPublisher(t)
  await c.anne.call(p.cancelParting)
  await t.ctx.bus.idle()
  again.stop()
  // open screens ask for its link again, and do not read whose it is
  const toFriend = again.events.filter(
    (x) =>
      x.name === 'account.media.hidden' && x.channel === `private-account-${c.friend.accountId}`,
  )
  expect(toFriend).toHaveLength(1)
  expect(JSON.stringify(toFriend)).toContain(both)
  expect(JSON.stringify(toFriend[0]?.data)).not.toContain(c.account)
  expect(await seen()).toEqual(open)
  expect(await linkOf(c.friend, another)).toBe(200)
})

test('meanwhile an upload of the same picture is one of both, whatever it says', async () => {
  const c = await couple(t)
  const bytes = await pattern(9_400)
  await photoOfBoth(c, bytes)
  await ask(c.anne, { handle: c.handle })
  const copies = [
    await addPhoto(c.anne, [], bytes),
    await addPhoto(c.anne, [c.anneId], bytes),
  ] as const
  const other = await addPhoto(c.anne, [c.anneId])
  await c.anne.call(addPublicPhotos, { body: { media_ids: [...copies, other] } })
  expect([await linkOf(c.friend, copies[0]), await linkOf(c.friend, copies[1])]).toEqual([404, 404])
  expect(await linkOf(c.friend, other)).toBe(200)
  const { agreements } = (await c.paul.call(listAgreements)).body
  expect(
    agreements.filter((a) => copies.some((id) => id === a.media_id)).map((a) => a.identity_id),
  ).toEqual(expect.arrayContaining([c.anneId, c.paulId]))
})

test('a report of a profile or an event freezes no picture that a request to leave closes', async () => {
  const c = await couple(t)
  const both = await photoOfBoth(c)
  await c.anne.call(patchAvatar, { params: { id: c.account }, body: { media_id: both } })
  const { event } = (
    await c.anne.call(createEvent, {
      body: {
        title: 'Soirée',
        start_date: new Date(t.ctx.now() + 5 * DAY_MS).toISOString(),
        access_type: 'open_to_relations',
        banner_media_id: both,
      },
    })
  ).body
  await c.anne.call(publishEvent, { params: { id: event.id }, body: { status: 'published' } })
  const frozen = async (kind: 'profile' | 'event', id: string) => {
    const body = { kind, id, reason: 'other', comment: '' } as const
    expect((await c.friend.call(report, { body })).status).toBe(201)
    const { n } = await t.ctx.db
      .selectFrom('evidence_photos')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return Number(n)
  }
  await ask(c.anne, { handle: c.handle })
  expect([await frozen('profile', c.account), await frozen('event', event.id)]).toEqual([0, 0])
  await c.anne.call(p.cancelParting)
  expect([await frozen('profile', c.account), await frozen('event', event.id)]).toEqual([1, 2])
})

test('a banner goes when a withdrawn request shows the one that was chosen meanwhile', async () => {
  const c = await couple(t)
  const shown = await addPhoto(c.anne, [c.anneId])
  const both = await photoOfBoth(c)
  const start = new Date(t.ctx.now() + 5 * DAY_MS).toISOString()
  const body = { title: 'Soirée', start_date: start, banner_media_id: shown }
  const { id } = (await c.anne.call(createEvent, { body })).body.event
  await ask(c.anne, { handle: c.handle })
  await c.anne.call(updateEvent, { params: { id }, body: { banner_media_id: both } })
  await c.anne.call(p.cancelParting)
  await t.ctx.bus.idle()
  expect(JSON.stringify((await c.anne.call(getEvent, { params: { id } })).body)).toContain(both)
  const left = await t.ctx.db
    .selectFrom('media')
    .where('id', 'in', [shown, both])
    .select('id')
    .execute()
  expect(left).toEqual([{ id: both }])
})

test('a banner goes when a request is cancelled because a login is gone', async () => {
  const c = await couple(t)
  const shown = await addPhoto(c.anne, [c.anneId])
  const both = await photoOfBoth(c)
  const start = new Date(t.ctx.now() + 30 * DAY_MS).toISOString()
  const body = { title: 'Soirée', start_date: start, banner_media_id: shown }
  const { id } = (await c.anne.call(createEvent, { body })).body.event
  await ask(c.anne, { handle: c.handle })
  await c.anne.call(updateEvent, { params: { id }, body: { banner_media_id: both } })
  await t.ctx.db.deleteFrom('users').where('id', '=', c.paul.userId).execute()
  t.clock.now += 7 * DAY_MS + 1000
  await t.app.jobs.run()
  await t.ctx.bus.idle()
  const left = await t.ctx.db
    .selectFrom('media')
    .where('id', 'in', [shown, both])
    .select('id')
    .execute()
  expect(left).toEqual([{ id: both }])
})

test('a verification by a picture that is closed counts again when the request is withdrawn', async () => {
  const c = await couple(t)
  const both = await photoOfBoth(c)
  await c.anne.call(patchAvatar, { params: { id: c.account }, body: { media_id: both } })
  const identities = JSON.stringify([c.anneId, c.paulId].toSorted())
  await t.ctx.db
    .insertInto('verifications')
    .values({ account_id: c.account, verified_on: t.ctx.now(), identities })
    .execute()
  await t.ctx.db
    .insertInto('verification_photos')
    .values({ account_id: c.account, media_id: both })
    .execute()
  const isVerified = async () =>
    (await c.friend.call(getProfile, { params: { id: c.account } })).body.badge.verifiedOn !== null
  expect(await isVerified()).toBe(true)
  await ask(c.anne, { handle: c.handle })
  expect(await isVerified()).toBe(false)
  await c.anne.call(p.cancelParting)
  expect(await isVerified()).toBe(true)
})
