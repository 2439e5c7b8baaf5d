import { describe, expect, test } from 'vitest'
import { answerAlbumRequest, askAlbum, listAlbumRequests } from '#contract/albums/requests'
import {
  addAlbumMedia,
  createAlbum,
  listAlbumMedia,
  listAlbums,
  updateAlbum,
} from '#contract/albums/albums'
import { createAlbumShare, updateAlbumShare } from '#contract/albums/shares'
import { createEvent, updateEvent } from '#contract/events/events'
import { createGroup, updateGroup } from '#contract/messaging/groups'
import { sendMessage } from '#contract/messaging/messages'
import { addPublicPhotos, listPublicPhotos } from '#contract/profile/photos'
import { setSharing } from '#contract/sharing'
import { newId } from '../../../../server/tokens'
import { type Member } from '../../../support/server/server'
import { picture, upload } from '../../../support/world/world'
import { codeOf, DAY, decide, later, moderator, reported, RULE, setUp, t } from '../cases-setup'

setUp()

const send = (who: Member, id: string, content: string, clientMsgId = newId()) =>
  who.call(sendMessage, {
    params: { id },
    body: { content, sender_identity_id: who.identityIds[0] ?? null, client_msg_id: clientMsgId },
  })

describe('a restriction of photos', () => {
  test('closes sending the photos that were there before, too; words are still written', async () => {
    const { bad, talk, id } = await reported()
    const photos = []
    for (const seed of [31, 32, 33])
      photos.push((await upload(bad, await picture(seed))).body.media_id)
    const [sent = '', plain = '', once = ''] = photos
    const show = (media: string, more: object = {}, clientMsgId = newId()) =>
      bad.call(sendMessage, {
        params: { id: talk },
        body: {
          content: '',
          sender_identity_id: bad.identityIds[0] ?? null,
          client_msg_id: clientMsgId,
          media_ids: [media],
          ...more,
        },
      })
    const first = newId()
    const before = await show(sent, {}, first)
    expect(before.status).toBe(201)
    await decide(moderator, id, 'restrict', { ...RULE, days: 7, scopes: ['photos'] })
    expect(codeOf(await show(plain))).toBe('restricted')
    expect(codeOf(await show(once, { brief: 'once' }))).toBe('restricted')
    expect((await send(bad, talk, 'des mots')).status).toBe(201)
    // a send that is repeated because its reply was lost
    expect((await show(sent, {}, first)).body.id).toBe(before.body.id)
    await later(7 * DAY + 1, [bad], async () => expect((await show(plain)).status).toBe(201))
  })
})

describe('a restriction of photos, beside messages', () => {
  test('closes what shows more to somebody; what is there stays, and showing less is open', async () => {
    const { bad, id } = await reported()
    const [friend, other] = [await t.member(), await t.member()]
    for (const one of [friend, other]) await t.relate(bad, one)
    const make = async (name: string) =>
      (await bad.call(createAlbum, { body: { name, isPublic: false } })).body.album.id
    const [seen, hidden] = [await make('Plage'), await make('Forêt')]
    const photos: string[] = []
    for (const seed of [41, 42, 43])
      photos.push((await upload(bad, await picture(seed))).body.media_id)
    const [first = '', second = '', third = ''] = photos
    const add = (media: string) =>
      bad.call(addAlbumMedia, { params: { id: seen }, body: { mediaIds: [media] } })
    const publish = (media: string) => bad.call(addPublicPhotos, { body: { media_ids: [media] } })
    const open = (album_id: string, to: Member) =>
      bad.call(createAlbumShare, { body: { album_id, account_id: to.accountId } })
    const set = (to: Member, sharedAlbumIds: string[], all = false) =>
      bad.call(setSharing, {
        params: { id: to.accountId },
        body: {
          shareNames: true,
          shareEvents: false,
          shareAllPrivateAlbums: all,
          sharedAlbumIds,
        },
      })
    const turn = (isPublic: boolean) =>
      bad.call(updateAlbum, { params: { id: seen }, body: { isPublic } })
    const seesPhotos = async () => ({
      album: (await friend.call(listAlbumMedia, { params: { id: seen } })).body.total,
      public: (await friend.call(listPublicPhotos, { params: { id: bad.accountId } })).body.photos
        .length,
    })
    for (const done of [await add(first), await publish(second), await open(seen, friend)])
      expect(done.status).toBeLessThan(300)
    await decide(moderator, id, 'restrict', { ...RULE, days: 7, scopes: ['photos'] })

    for (const tried of [
      await add(third),
      await publish(third),
      await open(hidden, friend),
      await open(seen, other),
      await set(friend, [seen, hidden]),
      await set(other, [], true),
      await turn(true),
    ])
      expect(codeOf(tried)).toBe('restricted')
    expect(await seesPhotos()).toEqual({ album: 1, public: 1 })

    expect((await set(friend, [seen])).status).toBe(200)
    expect((await turn(false)).status).toBe(200)
    expect((await set(friend, [])).status).toBe(200)
    await later(7 * DAY + 1, [bad, friend], async () => {
      expect((await set(friend, [], true)).status).toBe(200)
      expect((await publish(third)).status).toBeLessThan(300)
    })
  })

  test('leaves the answer to somebody who asked for an album', async () => {
    const { bad, id } = await reported()
    const asker = await t.member()
    const made = await bad.call(createAlbum, { body: { name: 'Plage', isPublic: false } })
    await t.relate(bad, asker)
    const { media_id } = (await upload(bad, await picture(44))).body
    const { id: albumId } = made.body.album
    await bad.call(addAlbumMedia, { params: { id: albumId }, body: { mediaIds: [media_id] } })
    const query = { accountId: bad.accountId, includePrivate: 'true' as const }
    const [closed] = (await asker.call(listAlbums, { query })).body.albums ?? []
    const asked = await asker.call(askAlbum, {
      body: { account_id: bad.accountId, album_id: closed?.id ?? '' },
    })
    expect(asked.status).toBeLessThan(300)
    await decide(moderator, id, 'restrict', { ...RULE, days: 7, scopes: ['photos'] })
    const [request] = (await bad.call(listAlbumRequests)).body.requests
    const yes = await bad.call(answerAlbumRequest, {
      params: { id: request?.id ?? '' },
      body: { answer: 'day' },
    })
    expect(yes.status).toBe(200)
    expect((await asker.call(listAlbumMedia, { params: { id: albumId } })).status).toBe(200)
  })

  test('closes pictures of groups and banners of sorties, which others see unasked', async () => {
    const { bad, id } = await reported()
    const friend = await t.member()
    await t.relate(bad, friend)
    const { media_id } = (await upload(bad, await picture(45))).body
    const account_ids = [friend.accountId]
    const make = (avatar_media_id: string | null) =>
      bad.call(createGroup, { body: { title: 'Nous', account_ids, avatar_media_id } })
    const group = (await make(null)).body.conversation.id
    const change = (avatar_media_id: string | null) =>
      bad.call(updateGroup, { params: { id: group }, body: { avatar_media_id } })
    const start_date = new Date(t.ctx.now() + 3 * DAY).toISOString()
    const announce = (banner_media_id: string | null) =>
      bad.call(createEvent, { body: { title: 'Soirée', start_date, banner_media_id } })
    const event = (await announce(null)).body.event.id
    const show = (banner_media_id: string | null) =>
      bad.call(updateEvent, { params: { id: event }, body: { banner_media_id } })
    await decide(moderator, id, 'restrict', { ...RULE, days: 7, scopes: ['photos'] })
    for (const tried of [make, change, announce, show])
      expect([codeOf(await tried(media_id)), codeOf(await tried(null))]).toEqual([
        'restricted',
        undefined,
      ])
  })

  test('leaves a later end to a share that opens an album now, not to one that is over', async () => {
    const { bad, id } = await reported()
    const [friend, former] = [await t.member(), await t.member()]
    for (const one of [friend, former]) await t.relate(bad, one)
    const made = await bad.call(createAlbum, { body: { name: 'Plage', isPublic: false } })
    const album_id = made.body.album.id
    const end = (days: number) => new Date(t.ctx.now() + days * DAY).toISOString()
    const share = async (to: Member) =>
      (
        await bad.call(createAlbumShare, {
          body: { album_id, account_id: to.accountId, expires_at: end(1) },
        })
      ).body.share.id
    const [open, over] = [await share(friend), await share(former)]
    await t.ctx.db
      .updateTable('album_shares')
      .set({ expires_at: t.ctx.now() - 1 })
      .where('id', '=', over)
      .execute()
    const extend = (share: string, expires_at: string | null) =>
      bad.call(updateAlbumShare, { params: { id: share }, body: { expires_at } })
    await decide(moderator, id, 'restrict', { ...RULE, days: 7, scopes: ['photos'] })
    expect((await extend(open, end(3))).status).toBe(200)
    for (const later of [end(3), null]) expect(codeOf(await extend(over, later))).toBe('restricted')
    expect((await former.call(listAlbumMedia, { params: { id: album_id } })).status).toBe(403)
  })
})
