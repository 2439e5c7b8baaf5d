import { describe, expect, test } from 'vitest'
import * as a from '#contract/albums/albums'
import { approveHeld, listHeld } from '#contract/messaging/held'
import { listMessages } from '#contract/messaging/messages'
import { getProfile } from '#contract/profile/data'
import { addPublicPhotos, listAccountPhotos } from '#contract/profile/photos'
import { setAvatar } from '#contract/profile/profile'
import { releaseAgreedMessages } from '../../../server/messaging/service'
import { addPhoto } from '../../support/world/couples'
import { say } from '../../support/world/exchanges'
import { liveClient, tapPublisher } from '../live-client'
import {
  setUp,
  t,
  scene,
  answer,
  listOf,
  stateOf,
  linkStatus,
  newsOf,
  send,
  surfaces,
} from './agreements-setup'

setUp()

describe('a photo of both', () => {
  test('is nowhere for others until the other half agrees, then everywhere at once', async () => {
    const s = await scene()
    const { couple, other, anne, paul } = s
    const id = await addPhoto(couple, [anne, paul])
    const shown = await surfaces(s, id)
    expect(await stateOf(couple, id)).toEqual(
      expect.arrayContaining([
        [anne, 'yes', false],
        [paul, 'asked', false],
      ]),
    )
    expect(await shown.seen(other)).not.toContain(id)
    expect(await linkStatus(other, id)).toBe(404)
    expect(
      (await other.call(getProfile, { params: { id: couple.accountId } })).body.photo_count,
    ).toBe(0)
    const listed = (
      await other.call(a.listAlbums, { query: { accountId: couple.accountId } })
    ).body.albums.find((x) => x.id === shown.album)
    expect(listed).toMatchObject({ mediaCount: 0, preview: [] })
    // its own account sees it, with the one who is missing
    const own = (await couple.call(a.listAlbumMedia, { params: { id: shown.album }, query: {} }))
      .body
    expect(own).toMatchObject({ total: 1, media: [{ id, people: { people: 'named' } }] })
    expect(own.media[0]?.people?.subjects).toContainEqual({
      identity_id: paul,
      state: 'asked',
      corrected: false,
    })
    expect(await linkStatus(couple, id)).toBe(200)
    expect((await listOf(couple)).places).toHaveLength(4)
    expect(await newsOf(couple)).toContainEqual([
      'agreement_asked',
      { person: expect.any(String) as string },
    ])

    expect((await answer(couple, anne, id, 'yes')).status).toBe(200)
    expect(await linkStatus(other, id)).toBe(404)
    expect((await answer(couple, paul, id, 'yes')).status).toBe(200)
    const text = await shown.seen(other)
    // album, its cover, the public photos, both avatars, the group's picture, the banner, the link
    expect(text.split(id).length - 1).toBeGreaterThanOrEqual(10)
    expect(text).not.toContain('subjects')
    couple.identity = anne
    await couple.call(addPublicPhotos, { body: { media_ids: [await addPhoto(couple, [paul])] } })
    expect(
      (await other.call(getProfile, { params: { id: couple.accountId } })).body.photo_count,
    ).toBe(1)
    expect(await linkStatus(other, id)).toBe(200)
    expect((await listOf(couple)).places).toEqual([])
  })

  test('adding as oneself is one’s own yes; as both on one login it is nobody’s', async () => {
    const { couple, other, anne, paul } = await scene()
    const alone = await addPhoto(couple, [anne])
    await couple.call(setAvatar, { body: { mediaId: alone } })
    expect(await linkStatus(other, alone)).toBe(200)
    couple.identity = null
    const both = await addPhoto(couple, [anne, paul])
    expect((await stateOf(couple, both)).map(([, state]) => state)).toEqual(['asked', 'asked'])
    expect((await answer(couple, null, both, 'yes')).body).toMatchObject({
      code: 'agreement_identity',
    })
    // a stranger's person, and another account's photo
    expect((await answer(other, null, both, 'yes')).status).toBe(404)
    couple.identity = anne
    const nobody = await addPhoto(couple, [])
    expect(await stateOf(couple, nobody)).toEqual([])
  })

  test('a single person is asked nothing', async () => {
    const { other } = await scene()
    const id = await addPhoto(other, other.identityIds)
    expect(await stateOf(other, id)).toEqual([])
    await other.call(addPublicPhotos, { body: { media_ids: [id] } })
    expect(
      (await other.call(listAccountPhotos, { params: { id: other.accountId } })).body.photos[0],
    ).not.toHaveProperty('people')
  })

  test('a message waits for the yes, and leaves with it; one with a refused photo is not taken', async () => {
    const { couple, other, talk, anne, paul } = await scene()
    const id = await addPhoto(couple, [anne, paul])
    const held = await send(couple, talk, [id], 'Regarde')
    expect(held.body).toMatchObject({ held: true })
    expect((await couple.call(listHeld, { params: { id: talk } })).body.held).toMatchObject([
      { reason: 'photo', wanted: [paul], media: [{ id }] },
    ])
    const textsOf = async () =>
      JSON.stringify((await other.call(listMessages, { params: { id: talk }, query: {} })).body)
    expect(await textsOf()).not.toContain('Regarde')
    await answer(couple, paul, id, 'yes')
    await t.ctx.bus.idle()
    expect(await textsOf()).toContain('Regarde')
    expect(await textsOf()).toContain(id)
    expect((await couple.call(listHeld, { params: { id: talk } })).body.held).toEqual([])

    couple.identity = anne
    const refused = await addPhoto(couple, [anne, paul])
    await answer(couple, paul, refused, 'no')
    const answered = await send(couple, talk, [refused], 'Et celle-ci')
    expect([answered.status, answered.body]).toMatchObject([409, { code: 'photo_waiting' }])
    expect(JSON.stringify(answered.body)).toContain('doit d’abord donner son accord')
  })

  test('a waiting message shows a refusal of its photo; only taking it back is left', async () => {
    const { couple, talk, anne, paul } = await scene()
    const id = await addPhoto(couple, [anne, paul])
    await send(couple, talk, [id], 'Regarde')
    const heldOf = async () => (await couple.call(listHeld, { params: { id: talk } })).body.held[0]
    expect(await heldOf()).toMatchObject({ wanted: [paul], agreed: [], refused: [] })
    const heard = tapPublisher(t)
    await answer(couple, paul, id, 'no')
    await t.ctx.bus.idle()
    expect(await heldOf()).toMatchObject({ wanted: [paul], agreed: [], refused: [paul] })
    heard.stop()
    expect(heard.events.filter((e) => e.name === 'account.held.updated')).toMatchObject([
      { data: { payload: { id: talk } } },
    ])
  })

  test('a message that a failure kept from leaving with the last yes is sent by the job', async () => {
    const { couple, other, talk, anne, paul } = await scene()
    const id = await addPhoto(couple, [anne, paul])
    await send(couple, talk, [id], 'Regarde')
    const textsOf = async () =>
      JSON.stringify((await other.call(listMessages, { params: { id: talk }, query: {} })).body)
    await releaseAgreedMessages(t.ctx)
    expect(await textsOf()).not.toContain('Regarde')
    // the yes was stored, and the process ended before the message was sent
    await t.ctx.db
      .updateTable('media_subjects')
      .set({ state: 'yes' })
      .where('media_id', '=', id)
      .execute()
    await releaseAgreedMessages(t.ctx)
    await releaseAgreedMessages(t.ctx)
    expect((await textsOf()).split('Regarde').length).toBe(2)
  })

  test('a yes to the message alone does not send a photo without its own yes', async () => {
    const { couple, other, talk, anne, paul } = await scene()
    const id = await addPhoto(couple, [anne, paul])
    await send(couple, talk, [id], 'Regarde')
    const [held] = (await couple.call(listHeld, { params: { id: talk } })).body.held
    couple.identity = paul
    const approved = await couple.call(approveHeld, {
      params: { id: held?.id ?? '' },
      body: { revision: held?.revision ?? 0 },
    })
    expect(approved.body).toMatchObject({ code: 'photo_waiting' })
    expect(
      JSON.stringify((await other.call(listMessages, { params: { id: talk }, query: {} })).body),
    ).not.toContain('Regarde')
  })

  test('a message of the photo alone goes with it, on an open screen too', async () => {
    const { couple, other, talk, anne, paul } = await scene()
    const id = await addPhoto(couple, [anne, paul])
    await answer(couple, paul, id, 'yes')
    couple.identity = anne
    const alone = (await send(couple, talk, [id])).body
    await say(other, talk, 'Belle photo')
    const live = await liveClient(await t.listen(), other)
    await live.subscribe(`private-account-${other.accountId}`)
    await live.subscribe(`private-conversation-${talk}`)
    await answer(couple, paul, id, 'withdraw')
    await expect
      .poll(() => JSON.stringify(live.named('account.media.hidden').map((h) => h.data)))
      .toContain(id)
    await expect
      .poll(() => JSON.stringify(live.named('conversation.message.created').map((h) => h.data)))
      .toContain('"media":[]')
    live.pusher.disconnect()
    const page = (await other.call(listMessages, { params: { id: talk }, query: {} })).body.messages
    expect(page.find((m) => m.id === alone.id)).toMatchObject({
      media: [],
      deletedAt: expect.any(String) as string,
    })
    expect(page.some((m) => m.content === 'Belle photo')).toBe(true)
  })
})
