import { describe, expect, test } from 'vitest'
import { deleteMedia } from '#contract/albums/albums'
import { listConversations } from '#contract/messaging/messages'
import { listPhotos, searchMessages, setReaction } from '#contract/messaging/acts'
import { parseEvent } from '#contract/realtime'
import {
  groupOf,
  hush,
  pageOf,
  pairOf,
  say,
  settled,
  syncOf,
} from '../../../support/world/exchanges'
import { picture, upload } from '../../../support/world/world'
import { tapPublisher } from '../../live-client'
import { setUp, t, remove } from './deletion-setup'

setUp()

describe('a photo destroyed from the drive', () => {
  test('a photo-only message is deleted with its last photo: thread, sync, list, quotes, realtime', async () => {
    const [a, b] = [await t.member(), await t.member()]
    const id = await groupOf(t, [a, b])
    const [one, two] = [
      (await upload(a, await picture(5))).body.media_id,
      (await upload(a, await picture(6))).body.media_id,
    ]
    const sent = await say(a, id, '', { media_ids: [one, two] })
    const answer = await say(b, id, 'jolies', { quoted_message_id: sent.id })
    const since = (await pageOf(b, id)).lastSyncDate
    await b.call(setReaction, { params: { id: sent.id }, body: { emoji: '👍', identity_id: null } })
    await say(a, id, 'après')
    const tap = tapPublisher(t)
    const heard = () =>
      tap.events.flatMap((e) => {
        const event = parseEvent(e.data)
        return event?.name === 'conversation.message.created' ? [event.payload.message] : []
      })
    await hush(tap.events)
    await a.call(deleteMedia, { params: { id: one } })
    await settled(() => heard().length > 0)
    expect(heard()[0]).toMatchObject({
      id: sent.id,
      content: '',
      deletedAt: null,
      media: [{ id: two }],
    })
    await hush(tap.events)
    await a.call(deleteMedia, { params: { id: two } })
    await settled(() => heard().length > 0)
    tap.stop()
    const gone = {
      id: sent.id,
      content: '',
      deletedAt: expect.stringMatching(/Z$/) as string,
      media: [],
      reactions: {},
    }
    expect(heard()[0]).toMatchObject(gone)
    for (const who of [a, b]) {
      const { messages } = await pageOf(who, id)
      expect(messages.map((x) => x.content)).toEqual(['', 'jolies', 'après'])
      expect(messages[0]).toMatchObject(gone)
      expect(messages.find((x) => x.id === answer.id)?.quote).toMatchObject({
        deleted: true,
        mediaCount: 0,
      })
      expect((await who.call(listPhotos, { params: { id } })).body).toMatchObject({
        photos: [],
        total: 0,
      })
    }
    expect((await syncOf(b, id, since)).messages.find((x) => x.id === sent.id)).toMatchObject(gone)
    expect((await remove(a, sent.id)).status).toBe(200)
  })

  test('of the last message the list says that it is deleted, and it counts as unread no more', async () => {
    const [a, b, id] = await pairOf(t)
    const photo = (await upload(a, await picture(7))).body.media_id
    const sent = await say(a, id, '', { media_ids: [photo] })
    const line = async () =>
      (await b.call(listConversations, {})).body.conversations.find((c) => c.id === id)
    expect(await line()).toMatchObject({
      unread_count: 1,
      last_message: { id: sent.id, deletedAt: null, mediaCount: 1 },
    })
    await a.call(deleteMedia, { params: { id: photo } })
    expect(await line()).toMatchObject({
      unread_count: 0,
      last_message: { id: sent.id, deletedAt: expect.any(String) as string, mediaCount: 0 },
    })
  })

  test('a message with words keeps them, live too', async () => {
    const [a, b, id] = await pairOf(t)
    const photo = (await upload(a, await picture(8))).body.media_id
    const sent = await say(a, id, 'regarde', { media_ids: [photo] })
    const tap = tapPublisher(t)
    await hush(tap.events)
    await a.call(deleteMedia, { params: { id: photo } })
    await settled(() => tap.events.some((e) => e.name === 'conversation.message.created'))
    tap.stop()
    expect(
      tap.events
        .filter((e) => e.name === 'conversation.message.created')
        .map((e) => parseEvent(e.data)?.payload)[0],
    ).toMatchObject({ message: { id: sent.id, content: 'regarde', deletedAt: null, media: [] } })
    expect((await pageOf(b, id)).messages).toMatchObject([
      { content: 'regarde', deletedAt: null, media: [] },
    ])
    expect(
      (await b.call(searchMessages, { params: { id }, query: { q: 'regarde' } })).body.hits,
    ).toHaveLength(1)
  })
})
