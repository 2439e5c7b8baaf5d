import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addAlbumMedia, createAlbum } from '#contract/albums/albums'
import { mediaUrl, mediaUrls } from '#contract/media'
import { listConversations } from '#contract/messaging/messages'
import { listPhotos, searchMessages, setReaction } from '#contract/messaging/acts'
import { parseEvent } from '#contract/realtime'
import {
  groupOf,
  hush,
  pageOf,
  pairOf,
  say,
  seesFrom,
  settled,
  syncOf,
  takeOut,
} from '../../support/world/exchanges'
import { picture, upload } from '../../support/world/world'
import { tapPublisher } from '../live-client'
import { setUp, t, remove } from './messages/deletion-setup'

setUp()

const files = (dir: string): string[] =>
  readdirSync(dir).flatMap((name) =>
    statSync(join(dir, name)).isDirectory() ? files(join(dir, name)) : [name],
  )
const stored = (mediaId: string): string[] =>
  files(join(t.ctx.env.DATA_DIR, 'media')).filter((name) => name.startsWith(mediaId))

describe('deleting a message', () => {
  test('MSG-161: text, reactions and photos are gone for everybody, at once and in sync; its place stays', async () => {
    const [a, b, id] = await pairOf(t)
    const photo = (await upload(a, await picture(1))).body.media_id
    const sent = await say(a, id, 'un secret très discret', { media_ids: [photo] })
    const after = await say(b, id, 'oui', { quoted_message_id: sent.id })
    await b.call(setReaction, { params: { id: sent.id }, body: { emoji: '👍', identity_id: null } })
    const since = (await pageOf(b, id)).lastSyncDate
    const link = (await b.call(mediaUrl, { params: { id: photo } })).body.signed_url
    expect((await b.raw('GET', link)).status).toBe(200)
    expect(stored(photo)).toHaveLength(2)

    const { status, body } = await remove(a, sent.id)
    expect([status, body.message]).toEqual([
      200,
      {
        ...sent,
        changed: expect.any(Number) as number,
        content: '',
        deletedAt: expect.stringMatching(/Z$/) as string,
        reactions: {},
        media: [],
        readByOther: true,
        readByIdentityIds: b.identityIds,
      },
    ])
    expect((await b.raw('GET', link)).status).toBe(403)
    for (const who of [a, b]) {
      expect(
        (await who.call(mediaUrls, { body: { items: [{ id: photo, variant: 'thumbnail' }] } })).body
          .links,
      ).toEqual([])
      const page = await pageOf(who, id)
      expect(page.messages.map((x) => [x.id, x.content, x.deletedAt !== null])).toEqual([
        [sent.id, '', true],
        [after.id, 'oui', false],
      ])
      expect(page.messages[1]?.quote).toMatchObject({ content: '', deleted: true, mediaCount: 0 })
      expect(
        (await who.call(searchMessages, { params: { id }, query: { q: 'secret' } })).body.hits,
      ).toEqual([])
      expect((await who.call(listPhotos, { params: { id } })).body).toMatchObject({
        photos: [],
        total: 0,
      })
    }
    expect((await syncOf(b, id, since)).messages.map((x) => [x.id, x.deletedAt])).toEqual([
      [sent.id, body.message.deletedAt],
    ])
    expect(stored(photo)).toEqual([])
    const row = await t.ctx.db
      .selectFrom('messages')
      .where('id', '=', sent.id)
      .selectAll()
      .executeTakeFirst()
    expect([row?.content, row?.text_hash, row?.client_hash !== null]).toEqual(['', null, true])
    expect(
      await t.ctx.db.selectFrom('media').where('id', '=', photo).selectAll().execute(),
    ).toEqual([])
  })

  test('a photo that also stands in an album stays there; it is no longer the conversation’s', async () => {
    const [a, b, id] = await pairOf(t)
    const photo = (await upload(a, await picture(2))).body.media_id
    const album = (await a.call(createAlbum, { body: { name: 'Nous', isPublic: false } })).body
      .album.id
    await a.call(addAlbumMedia, { params: { id: album }, body: { mediaIds: [photo] } })
    const sent = await say(a, id, '', { media_ids: [photo] })
    expect((await b.call(mediaUrl, { params: { id: photo } })).status).toBe(200)
    await remove(a, sent.id)
    expect((await b.call(mediaUrl, { params: { id: photo } })).status).toBe(404)
    expect((await a.call(mediaUrl, { params: { id: photo } })).status).toBe(200)
    expect(stored(photo)).toHaveLength(2)
  })

  test('again answers the same and is not said again; the same client_msg_id still answers it, never the text', async () => {
    const [a, , id] = await pairOf(t)
    const sent = await say(a, id, 'une fois')
    const first = await remove(a, sent.id)
    const tap = tapPublisher(t)
    await hush(tap.events)
    expect((await remove(a, sent.id)).body).toEqual(first.body)
    const repeated = await say(a, id, 'une fois', { client_msg_id: sent.clientMsgId })
    expect([repeated.id, repeated.content]).toEqual([sent.id, ''])
    await settled(() => false, 30)
    tap.stop()
    expect(tap.events).toEqual([])
  })

  test('a deleted last message is shown as deleted in the list and no longer counts as unread', async () => {
    const [a, b, id] = await pairOf(t)
    await say(b, id, 'avant')
    const sent = await say(a, id, 'dernier')
    const entry = async () =>
      (await b.call(listConversations, {})).body.conversations.find((c) => c.id === id)
    expect((await entry())?.unread_count).toBe(1)
    await remove(a, sent.id)
    expect(await entry()).toMatchObject({
      unread_count: 0,
      last_message: {
        id: sent.id,
        content: '',
        deletedAt: expect.any(String) as string,
        mediaCount: 0,
      },
    })
  })
})

describe('who may', () => {
  test('MSG-155: its sending identity, or both; not the other identity, except what both had sent', async () => {
    const [a, , id] = await pairOf(t)
    const [first, second] = a.identityIds as [string, string]
    const [one, two, three] = [
      await say(a, id, 'un'),
      await say(a, id, 'deux'),
      await say(a, id, 'trois', { sender_identity_id: null }),
    ]
    expect((await remove(a, one.id, second)).body).toMatchObject({ code: 'message_not_yours' })
    expect((await pageOf(a, id)).messages[0]?.content).toBe('un')
    expect((await remove(a, one.id, first)).status).toBe(200)
    expect((await remove(a, two.id, null)).status).toBe(200)
    expect((await remove(a, three.id, second)).status).toBe(200)
  })

  test('the other one 403, a stranger 404, an administrator 403; who left deletes its own, and nothing of others', async () => {
    const [a, b, c] = [await t.member(), await t.member(), await t.member()]
    const id = await groupOf(t, [a, b, c])
    const [sent, last] = [await say(c, id, 'un'), await say(c, id, 'deux')]
    for (const who of [a, b])
      expect((await remove(who, sent.id)).body).toMatchObject({ code: 'message_not_yours' })
    expect((await remove(await t.member(), sent.id)).status).toBe(404)
    const other = await say(a, id, 'trois')
    await takeOut(t, id, c)
    expect((await remove(c, other.id)).status).toBe(404)
    expect((await remove(c, sent.id)).body).toMatchObject({ message: { content: '' } })
    await seesFrom(t, id, c, last.seq)
    expect((await remove(c, last.id)).status).toBe(200)
    expect((await pageOf(a, id)).messages.map((x) => x.content)).toEqual(['', '', 'trois'])
  })
})

test('publishes the emptied message and new unread counts, except to later members', async () => {
  const [a, b, late] = [await t.member(), await t.member(), await t.member()]
  const id = await groupOf(t, [a, b, late])
  const sent = await say(a, id, 'regretté')
  await seesFrom(t, id, late, sent.seq)
  const tap = tapPublisher(t)
  await hush(tap.events)
  const { body } = await remove(a, sent.id)
  await settled(() => tap.events.filter((e) => e.name === 'account.inbox.updated').length >= 2)
  tap.stop()
  const heard = tap.events.filter((e) => e.name === 'conversation.message.created')
  expect(heard.map((e) => e.channel).sort()).toEqual(
    [a, b].map((x) => `private-account-${x.accountId}`).sort(),
  )
  const event = parseEvent(heard[0]?.data)
  expect(event?.payload).toEqual({ conversationId: id, message: body.message, clientMsgId: null })
  expect(body.message).toMatchObject({
    id: sent.id,
    content: '',
    reactions: {},
    deletedAt: expect.any(String) as string,
  })
  const inbox = tap.events
    .filter(
      (e) => e.name === 'account.inbox.updated' && e.channel === `private-account-${b.accountId}`,
    )
    .map((e) => parseEvent(e.data)?.payload)
  expect(inbox).toEqual([
    { accountId: b.accountId, unreadConversations: 0, lastActivityAt: sent.createdAt },
  ])
})
