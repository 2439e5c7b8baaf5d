import { describe, expect, test } from 'vitest'
import * as g from '#contract/agreements'
import * as a from '#contract/albums'
import { mediaUrl } from '#contract/media'
import { createGroup, updateGroup } from '#contract/messaging/groups'
import { listPhotos } from '#contract/messaging/acts'
import { approveHeld, listHeld } from '#contract/messaging/held'
import { listMessages } from '#contract/messaging/messages'
import { getProfile } from '#contract/profile/data'
import { addPublicPhotos, listAccountPhotos } from '#contract/profile/photos'
import { setAvatar } from '#contract/profile/profile'
import { report } from '#contract/safety'
import { collect } from '../../../server/life/collect'
import { releaseAgreed } from '../../../server/messaging/service'
import { addPhoto, pattern } from '../../support/world/couples'
import { say } from '../../support/world/exchanges'
import { liveClient, tapPublisher } from '../live-client'
import { open } from '../media/pictures'
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

  test('a withdrawal takes it off everything at once, and tells open screens; the same picture asks again', async () => {
    const s = await scene()
    const { couple, other, talk, anne, paul } = s
    const bytes = await pattern(9_001)
    const id = await addPhoto(couple, [anne, paul], bytes)
    const shown = await surfaces(s, id)
    await answer(couple, paul, id, 'yes')
    const sent = await send(couple, talk, [id], 'Nous deux')
    expect(sent.status).toBe(201)
    await other.call(a.logAlbumAccess, { params: { id: shown.album } })
    const link = (await other.call(mediaUrl, { params: { id } })).body.signed_url
    expect((await open(t, link)).status).toBe(200)

    const tap = tapPublisher(t)
    expect((await answer(couple, paul, id, 'withdraw')).status).toBe(200)
    await t.ctx.bus.idle()
    tap.stop()
    expect((await open(t, link)).status).toBe(403)
    expect(await shown.seen(other)).not.toContain(id)
    const messages = (await other.call(listMessages, { params: { id: talk }, query: {} })).body
    expect(JSON.stringify(messages)).not.toContain(id)
    expect(JSON.stringify(messages)).toContain('Nous deux')
    expect((await other.call(listPhotos, { params: { id: talk }, query: {} })).body).toMatchObject({
      photos: [],
      total: 0,
    })
    expect(
      tap.events.filter(
        (x) =>
          x.name === 'account.media.hidden' &&
          x.channel === `private-account-${other.accountId}` &&
          JSON.stringify(x.data).includes(id),
      ),
    ).toHaveLength(1)
    // told neutrally: neither who, nor which photo
    expect(await newsOf(couple)).toContainEqual(['photo_hidden', {}])
    expect(await stateOf(couple, id)).toContainEqual([paul, 'withdrawn', false])
    expect(await linkStatus(couple, id)).toBe(200)

    couple.identity = anne
    const again = await addPhoto(couple, [], bytes)
    expect(await stateOf(couple, again)).toEqual([[paul, 'asked', false]])
    await couple.call(setAvatar, { body: { mediaId: again } })
    expect(await linkStatus(other, again)).toBe(404)
    // once agreed to, it asks no more
    await answer(couple, paul, again, 'yes')
    expect(await linkStatus(other, again)).toBe(200)
    couple.identity = anne
    expect(await stateOf(couple, await addPhoto(couple, [], bytes))).toEqual([])
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
    await releaseAgreed(t.ctx)
    expect(await textsOf()).not.toContain('Regarde')
    // the yes was stored, and the process ended before the message was sent
    await t.ctx.db
      .updateTable('media_subjects')
      .set({ state: 'yes' })
      .where('media_id', '=', id)
      .execute()
    await releaseAgreed(t.ctx)
    await releaseAgreed(t.ctx)
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

  test('somebody named later hides a photo that is shown until they agree', async () => {
    const s = await scene()
    const { couple, other, talk, anne, paul } = s
    const id = await addPhoto(couple, [])
    const shown = await surfaces(s, id)
    await send(couple, talk, [id], 'Avant')
    expect(await shown.seen(other)).toContain(id)
    const said = await couple.call(g.setPeople, {
      params: { id },
      body: { people: 'named', shows: [anne, paul] },
    })
    expect(said.body.subjects).toContainEqual({
      identity_id: paul,
      state: 'asked',
      corrected: false,
    })
    expect(await shown.seen(other)).not.toContain(id)
    expect(
      JSON.stringify((await other.call(listMessages, { params: { id: talk }, query: {} })).body),
    ).not.toContain(id)
    await answer(couple, paul, id, 'yes')
    const text = await shown.seen(other)
    for (const part of ['"banner_image_url"', '"avatarUrl"']) expect(text).toContain(part)
    expect(text.split(id).length - 1).toBeGreaterThanOrEqual(10)
    expect(
      (await other.call(g.setPeople, { params: { id }, body: { people: 'nobody', shows: [] } }))
        .status,
    ).toBe(403)
  })

  test('another avatar chosen meanwhile is not replaced by the one that waited', async () => {
    const { couple, other, anne, paul } = await scene()
    const [first, both, later] = [
      await addPhoto(couple, [anne]),
      await addPhoto(couple, [anne, paul]),
      await addPhoto(couple, [anne]),
    ]
    const avatar = async () =>
      (await other.call(getProfile, { params: { id: couple.accountId } })).body.account.avatar_url
    await couple.call(setAvatar, { body: { mediaId: first } })
    await couple.call(setAvatar, { body: { mediaId: both } })
    expect(await avatar()).toContain(first)
    await couple.call(setAvatar, { body: { mediaId: later } })
    await answer(couple, paul, both, 'yes')
    expect(await avatar()).toContain(later)
  })

  test('a group whose picture waits says nothing of it', async () => {
    const { couple, other, anne, paul } = await scene()
    const id = await addPhoto(couple, [anne, paul])
    const group = (
      await couple.call(createGroup, { body: { title: 'Nous', account_ids: [other.accountId] } })
    ).body.conversation.id
    await couple.call(updateGroup, { params: { id: group }, body: { avatar_media_id: id } })
    await t.ctx.bus.idle()
    const text = JSON.stringify(
      (await other.call(listMessages, { params: { id: group }, query: {} })).body,
    )
    expect(text).not.toContain('image')
  })

  test('a report and the archive: only what others see is evidence, each agreement is proved', async () => {
    const { couple, other, anne, paul } = await scene()
    const id = await addPhoto(couple, [anne, paul])
    await couple.call(addPublicPhotos, { body: { media_ids: [id] } })
    await other.call(report, {
      body: { kind: 'profile', id: couple.accountId, reason: 'other', comment: 'voir' },
    })
    const photos = () =>
      t.ctx.db
        .selectFrom('evidence_photos as p')
        .innerJoin('evidence as v', 'v.id', 'p.evidence_id')
        .where('v.subject_id', '=', couple.accountId)
        .select('p.evidence_id')
        .execute()
    expect(await photos()).toEqual([])
    await answer(couple, paul, id, 'yes')
    await answer(couple, paul, id, 'withdraw')
    couple.identity = null
    const viewer = {
      userId: couple.userId,
      sessionId: '',
      accountId: couple.accountId,
      identityId: null,
      identityIds: couple.identityIds,
    }
    const archive = (await collect(t.ctx, viewer)) as {
      accords_photos: { photo: string; reponse: string; texte: string; oui: string | null }[]
    }
    expect(archive.accords_photos).toHaveLength(2)
    expect(archive.accords_photos).toContainEqual(
      expect.objectContaining({
        photo: `photos/${id}.jpg`,
        reponse: 'retiré',
        texte: g.AGREEMENT_TEXTS.answer.text,
        oui: expect.any(String) as string,
      }),
    )
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

// last: of every story of this file
test('each yes and each withdrawal names its text, by hash and version, its time and its login', async () => {
  const rows = await t.ctx.db
    .selectFrom('media_subjects')
    .where('state', 'in', ['yes', 'withdrawn'])
    // one story sets a state by hand
    .where('decided_at', 'is not', null)
    .selectAll()
    .execute()
  expect(new Set(rows.map((r) => r.state))).toEqual(new Set(['yes', 'withdrawn']))
  for (const r of rows)
    expect([r.text_hash, r.text_version, r.yes_at, r.decided_at, r.decided_by]).toEqual([
      expect.stringMatching(/^[\da-f]{64}$/),
      expect.any(String),
      expect.anything(),
      expect.anything(),
      expect.any(String),
    ])
})
