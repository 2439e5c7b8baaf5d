import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { addAlbumMedia, createAlbum, listDrive } from '#contract/albums/albums'
import { mediaUrl } from '#contract/media'
import * as b from '#contract/messaging/brief'
import { deleteMessage, listPhotos } from '#contract/messaging/acts'
import { createGroup } from '#contract/messaging/groups'
import * as m from '#contract/messaging/messages'
import { block, report } from '#contract/safety'
import { collectArchive } from '../../../server/life/collect'
import {
  destroyExpiredBriefPhotos,
  openEventConversation,
  syncEventMembers,
} from '../../../server/messaging/service'
import { createRelation } from '../../../server/relations/service'
import { newId } from '../../../server/tokens'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { addPhoto } from '../../support/world/couples'
import { pageOf, pairOf } from '../../support/world/exchanges'
import { tapPublisher } from '../live-client'

const t = sharedApp()

const HOUR = 3_600_000
const send = (
  who: Member,
  id: string,
  media_ids: readonly string[],
  brief: b.BriefMode | undefined = 'once',
) =>
  who.call(m.sendMessage, {
    params: { id },
    body: {
      content: '',
      sender_identity_id: who.identityIds[0] ?? null,
      client_msg_id: newId(),
      media_ids: [...media_ids],
      ...(brief ? { brief } : {}),
    },
  })
const open = (who: Member, id: string, view_id = newId()) =>
  who.call(b.openBrief, { params: { id }, body: { view_id } })
const scene = async (mode: b.BriefMode = 'once') => {
  const [a, other, talk] = await pairOf(t)
  const media = await addPhoto(a, [])
  const sent = (await send(a, talk, [media], mode)).body
  return { a, other, talk, media, sent, photo: sent.brief?.photos[0]?.id ?? '' }
}
const isStored = async (media: string): Promise<boolean> =>
  (await t.ctx.db.selectFrom('media').where('id', '=', media).select('id').executeTakeFirst()) !==
  undefined
/** Lets time pass for the brief photos alone: sessions stay valid. */
const pass = async (ms: number): Promise<void> => {
  await t.ctx.db
    .updateTable('brief_photos')
    .set((eb) => ({ expires_at: eb('expires_at', '-', ms) }))
    .execute()
  await sql`update brief_views set opened_at = opened_at - ${sql.lit(ms)}`.execute(t.ctx.db)
}

describe('a photo that is seen once', () => {
  test('is in no list, link, search or archive: of nobody, its sender included', async () => {
    const { a, other, talk, media, sent, photo } = await scene()
    expect(sent).toMatchObject({
      media: [],
      brief: { mode: 'once', photos: [{ openedBy: [] }] },
    })
    for (const who of [a, other]) {
      expect((await who.call(mediaUrl, { params: { id: media } })).status).toBe(404)
      const seen = JSON.stringify([
        (await pageOf(who, talk)).messages,
        (await who.call(listPhotos, { params: { id: talk }, query: {} })).body,
        (await who.call(listDrive, { query: {} })).body,
        await collectArchive(t.ctx, { ...who, sessionId: '', identityId: null } as never),
      ])
      expect(seen).not.toContain(media)
      expect(seen).not.toContain('blurhash":"')
    }
    // it cannot be shown elsewhere any more
    const album = (await a.call(createAlbum, { body: { name: 'A', isPublic: true } })).body.album.id
    expect(
      (await a.call(addAlbumMedia, { params: { id: album }, body: { mediaIds: [media] } })).status,
    ).toBe(403)
    expect((await send(a, talk, [media], undefined)).status).toBe(403)
    expect((await open(a, photo)).status).toBe(404)
  })

  test('is opened once: of two devices at the same instant one sees it', async () => {
    const { other, photo } = await scene()
    const answers = await Promise.all([open(other, photo), open(other, photo), open(other, photo)])
    expect(answers.map((x) => x.status).sort()).toEqual([200, 410, 410])
    const jpeg = Buffer.from(answers.find((x) => x.status === 200)?.body.jpeg ?? '', 'base64')
    expect([...jpeg.subarray(0, 2)]).toEqual([0xff, 0xd8])
    expect((await open(other, photo)).body).toMatchObject({ code: 'brief_gone' })
  })

  test('a lost reply is asked for again by the same view for a minute', async () => {
    const { other, photo } = await scene()
    const view = newId()
    expect((await open(other, photo, view)).status).toBe(200)
    expect((await open(other, photo, view)).status).toBe(200)
    await pass(61_000)
    expect((await open(other, photo, view)).status).toBe(410)
  })

  test('its sender hears of the view although its bytes came with the second try', async () => {
    const { other, photo } = await scene()
    const away = new Error('storage: away')
    const cut = vi.spyOn(t.ctx.storage, 'get').mockRejectedValueOnce(away)
    const [heard, view] = [tapPublisher(t), newId()]
    expect([
      (await open(other, photo, view)).status,
      (await open(other, photo, view)).status,
    ]).toEqual([503, 200])
    await t.ctx.bus.idle()
    heard.stop()
    cut.mockRestore()
    expect(JSON.stringify(heard.events)).toContain(`"openedBy":["${other.accountId}"]`)
  })

  test('across a block its sender reads of no view, as of no message that was read', async () => {
    const { a, other, talk, photo } = await scene()
    await other.call(block, { params: { id: a.accountId } })
    await t.ctx.bus.idle()
    const read = async (who: Member) => (await pageOf(who, talk)).messages.at(-1)
    const before = await read(a)
    const heard = tapPublisher(t)
    expect((await open(other, photo)).status).toBe(200)
    await t.ctx.bus.idle()
    heard.stop()
    expect(heard.events).toEqual([])
    expect(await read(a)).toEqual(before)
    // still once
    expect((await open(other, photo)).status).toBe(410)
    expect((await read(other))?.brief?.photos[0]?.openedBy).toEqual([other.accountId])
  })

  test('both sides read that it was opened, at once; its bytes go after 72 hours', async () => {
    const { a, other, talk, media, photo } = await scene()
    const heard = tapPublisher(t)
    await open(other, photo)
    await t.ctx.bus.idle()
    heard.stop()
    expect(JSON.stringify(heard.events)).toContain(`"openedBy":["${other.accountId}"]`)
    expect((await pageOf(a, talk)).messages.at(-1)?.brief?.photos[0]?.openedBy).toEqual([
      other.accountId,
    ])
    await pass(71 * HOUR)
    await destroyExpiredBriefPhotos(t.ctx)
    expect(await isStored(media)).toBe(true)
    await pass(2 * HOUR)
    await destroyExpiredBriefPhotos(t.ctx)
    expect(await isStored(media)).toBe(false)
    expect((await open(other, photo)).status).toBe(410)
  })

  test('in a group each member sees it once; it ends with the last, or unseen after 14 days', async () => {
    const [a, x, y] = [await t.member(), await t.member(), await t.member()]
    for (const one of [x, y])
      await t.ctx.db
        .transaction()
        .execute((trx) => createRelation(trx, a.accountId, one.accountId, 'link', t.ctx.now()))
    const talk = (
      await a.call(createGroup, {
        body: { title: 'Trois', account_ids: [x.accountId, y.accountId] },
      })
    ).body.conversation.id
    const [first, second] = [await addPhoto(a, []), await addPhoto(a, [])]
    const { brief } = (await send(a, talk, [first, second])).body
    const [one = '', two = ''] = brief?.photos.map((p) => p.id) ?? []
    expect((await open(x, one)).status).toBe(200)
    expect((await open(y, one)).status).toBe(200)
    expect((await open(x, two)).status).toBe(200)
    await pass(74 * HOUR)
    await destroyExpiredBriefPhotos(t.ctx)
    expect([await isStored(first), await isStored(second)]).toEqual([false, true])
    expect((await open(y, two)).status).toBe(200)
    const late = await scene()
    await pass(15 * 24 * HOUR)
    expect((await open(late.other, late.photo)).status).toBe(410)
  })

  test('one of a day opens as often as wanted for 24 hours', async () => {
    const { a, other, talk, media, photo } = await scene('day')
    expect((await open(other, photo)).status).toBe(200)
    expect((await open(other, photo)).status).toBe(200)
    await pass(25 * HOUR)
    expect((await open(other, photo)).status).toBe(410)
    // the copy that a report needs goes 72 hours later, and with it the last of the photo
    await destroyExpiredBriefPhotos(t.ctx)
    expect(await isStored(media)).toBe(true)
    await pass(73 * HOUR)
    await destroyExpiredBriefPhotos(t.ctx)
    expect(await isStored(media)).toBe(false)
    for (const one of [a, other]) {
      const { messages } = (await one.call(m.listMessages, { params: { id: talk } })).body
      const [left] = messages.at(-1)?.brief?.photos ?? []
      expect(Date.parse(left?.expiresAt ?? '')).toBeLessThan(t.ctx.now())
      expect(JSON.stringify(messages)).not.toContain(media)
    }
  })

  test('a deleted message, a stranger, and a photo that is shown elsewhere', async () => {
    const { a, other, talk, photo, sent, media } = await scene()
    expect((await open(await t.member(), photo)).status).toBe(404)
    await a.call(deleteMessage, { params: { id: sent.id } })
    expect((await open(other, photo)).status).toBe(410)
    await pass(73 * HOUR)
    await destroyExpiredBriefPhotos(t.ctx)
    expect(await isStored(media)).toBe(false)
    const shown = await addPhoto(a, [])
    const album = (await a.call(createAlbum, { body: { name: 'B', isPublic: true } })).body.album.id
    await a.call(addAlbumMedia, { params: { id: album }, body: { mediaIds: [shown] } })
    expect((await send(a, talk, [shown])).body).toMatchObject({ code: 'brief_used' })
    expect((await send(a, talk, [])).status).toBe(400)
  })

  test('who opened it can report it: the evidence has the photo; who did not, has not', async () => {
    const { other, sent, photo } = await scene()
    const photosOf = async (): Promise<number> => {
      const { status } = await other.call(report, {
        body: { kind: 'message', id: sent.id, reason: 'other' },
      })
      expect(status).toBeLessThan(300)
      return (
        await t.ctx.db
          .selectFrom('evidence_photos as p')
          .innerJoin('evidence as e', 'e.id', 'p.evidence_id')
          .where('e.subject_id', '=', sent.id)
          .select('p.position')
          .execute()
      ).length
    }
    await open(other, photo)
    expect(await photosOf()).toBe(1)
    const unseen = await scene()
    await unseen.other.call(report, {
      body: { kind: 'message', id: unseen.sent.id, reason: 'other' },
    })
    expect(
      await t.ctx.db
        .selectFrom('evidence_photos as p')
        .innerJoin('evidence as e', 'e.id', 'p.evidence_id')
        .where('e.subject_id', '=', unseen.sent.id)
        .select('p.position')
        .execute(),
    ).toEqual([])
  })
})

test('who becomes «Pseudo caché» leaves those who opened a photo, also on devices that have the message', async () => {
  const [organizer, a, other] = [await t.member(), await t.member(), await t.member()]
  const eventId = newId()
  const { id, after } = await openEventConversation(t.ctx, t.ctx.db, {
    eventId,
    title: 'Bal',
    startAt: t.ctx.now() + HOUR,
    groupOptions: 'all',
    organizerIds: [organizer.accountId],
  })
  await after()
  const follow = async (hidden: boolean) => {
    const announce = await syncEventMembers(t.ctx, t.ctx.db, {
      eventId,
      organizers: [organizer.accountId],
      accepted: [a, other].map(({ accountId }) => ({
        accountId,
        hidden: hidden && accountId === other.accountId,
      })),
    })
    await announce()
  }
  await follow(false)
  const sent = (await send(a, id, [await addPhoto(a, [])])).body
  const photo = sent.brief?.photos[0]?.id ?? ''
  expect((await open(other, photo)).status).toBe(200)
  const { messages, lastSyncDate } = await pageOf(a, id)
  const openedBy = (all: typeof messages) =>
    all.find((x) => x.id === sent.id)?.brief?.photos[0]?.openedBy
  expect(openedBy(messages)).toEqual([other.accountId])
  await follow(true)
  const { body } = await a.call(m.syncConversation, {
    params: { id },
    query: { since: lastSyncDate },
  })
  expect(openedBy(body.messages)).toEqual([])
})
