import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as g from '#contract/agreements'
import { logAlbumAccess } from '#contract/albums/shares'
import { AGREEMENT_TEXTS } from '#contract/profile/agreement-texts'
import { mediaUrl } from '#contract/media'
import { createGroup, updateGroup } from '#contract/messaging/groups'
import { listPhotos } from '#contract/messaging/acts'
import { listMessages } from '#contract/messaging/messages'
import { getProfile } from '#contract/profile/data'
import { addPublicPhotos } from '#contract/profile/photos'
import { setAvatar } from '#contract/profile/profile'
import { report } from '#contract/safety'
import { collectArchive } from '../../../server/life/collect'
import { addPhoto, pattern, secondLogin } from '../../support/world/couples'
import { tapPublisher } from '../live-client'
import { open } from '../media/pictures'
import {
  setUp,
  t,
  scene,
  answer,
  stateOf,
  linkStatus,
  newsOf,
  send,
  surfaces,
} from './agreements-setup'

setUp()

describe('a photo of both', () => {
  test('a withdrawal takes it off everything at once, and tells open screens; the same picture asks again', async () => {
    const s = await scene()
    const { couple, other, talk, anne, paul } = s
    const bytes = await pattern(9_001)
    const id = await addPhoto(couple, [anne, paul], bytes)
    const shown = await surfaces(s, id)
    await answer(couple, paul, id, 'yes')
    const sent = await send(couple, talk, [id], 'Nous deux')
    expect(sent.status).toBe(201)
    await other.call(logAlbumAccess, { params: { id: shown.album } })
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

  test.each([
    ['asked', []],
    ['no', ['no']],
    ['withdrawn', ['yes', 'withdraw']],
    ['yes', ['yes']],
  ] as const)('in the state «%s» others see it everywhere, or nowhere', async (state, answers) => {
    const s = await scene()
    const id = await addPhoto(s.couple, [s.anne, s.paul])
    const shown = await surfaces(s, id)
    for (const how of answers) expect((await answer(s.couple, s.paul, id, how)).status).toBe(200)
    expect(await stateOf(s.couple, id)).toContainEqual([s.paul, state, false])
    const archive = JSON.stringify(await collectArchive(t.ctx, s.other))
    expect([
      (await shown.seen(s.other)).split(id).length - 1 >= 10,
      (await shown.seen(s.other)).includes(id),
      await linkStatus(s.other, id),
      archive.includes(id),
    ]).toEqual(state === 'yes' ? [true, true, 200, false] : [false, false, 404, false])
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
    const archive = (await collectArchive(t.ctx, viewer)) as {
      accords_photos: { photo: string; reponse: string; texte: string; oui: string | null }[]
    }
    expect(archive.accords_photos).toHaveLength(2)
    expect(archive.accords_photos).toContainEqual(
      expect.objectContaining({
        photo: `photos/${id}.jpg`,
        reponse: 'retiré',
        texte: AGREEMENT_TEXTS.answer.text,
        oui: expect.any(String) as string,
      }),
    )
  })
})

test('a withdrawal by another login hides neither who had said yes nor the words of that day', async () => {
  const { couple, anne, paul } = await scene()
  const second = await secondLogin(t, couple)
  await second.call(g.setLoginIdentity, { body: { identity_id: paul } })
  const id = await addPhoto(couple, [anne, paul])
  expect((await answer(second, paul, id, 'yes')).status).toBe(200)
  expect((await answer(couple, paul, id, 'withdraw')).status).toBe(200)
  const entry = async () => {
    const archive = (await collectArchive(t.ctx, second)) as {
      accords_photos: { identite: string; texte: string }[]
    }
    expect(archive.accords_photos).toHaveLength(1)
    return archive.accords_photos[0]
  }
  expect(await entry()).toMatchObject({
    reponse: 'retiré',
    oui_de_cet_identifiant: true,
    par_cet_identifiant: false,
    texte: AGREEMENT_TEXTS.answer.text,
  })
  // given when another text was shown
  const former =
    'Je suis sur cette photo : en l’ajoutant, j’accepte qu’elle soit montrée à d’autres membres. Je peux retirer cet accord à tout moment.'
  await t.ctx.db
    .updateTable('media_subjects')
    .set({ text_hash: createHash('sha256').update(former).digest('hex') })
    .where('media_id', '=', id)
    .where('identity_id', '=', paul)
    .execute()
  expect((await entry())?.texte).toBe(former)
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
    expect([r.text_hash, r.text_version, r.yes_at, r.yes_by, r.decided_at, r.decided_by]).toEqual([
      expect.stringMatching(/^[\da-f]{64}$/),
      expect.any(String),
      expect.anything(),
      expect.any(String),
      expect.anything(),
      expect.any(String),
    ])
})
