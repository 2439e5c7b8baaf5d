import { describe, expect, test } from 'vitest'
import * as a from '#contract/albums/albums'
import { createAlbumShare, deleteAlbumShare, updateAlbumShare } from '#contract/albums/shares'
import { startConversation } from '#contract/messaging/messages'
import { countNews } from '#contract/news'
import { block, unblock } from '#contract/safety'
import { setSharing } from '#contract/sharing'
import { composePush } from '../../../server/push/compose'
import type { Device } from '../../../server/push/queries'
import type { Member } from '../../support/server/server'
import { answer, ask, HOUR, later, newsOf, scene, setUp, t, waiting } from './album-requests-setup'

setUp()

/** Each has opened their discussion: an empty one that the other opened lets nobody share. */
const acquainted = async () => {
  const both = await scene()
  await both.owner.call(startConversation, { body: { handle: both.asker.handle } })
  return both
}
const share = (owner: Member, reader: Member, id: string, expires_at: string | null = null) =>
  owner.call(createAlbumShare, {
    body: { album_id: id, account_id: reader.accountId, expires_at },
  })
const end = async (owner: Member, id: string | undefined) =>
  owner.call(deleteAlbumShare, { params: { id: id ?? '' } })
const unread = async (m: Member) => {
  await t.ctx.bus.idle()
  return (await m.call(countNews)).body.unread
}
const another = async (owner: Member, name: string): Promise<string> =>
  (await owner.call(a.createAlbum, { body: { name, isPublic: false } })).body.album.id
const told = async (m: Member) =>
  (await newsOf(m)).map(({ newsType, actorAccountId, payload }) => ({
    newsType,
    actorAccountId,
    payload,
  }))

describe('the news of an album that was shared', () => {
  test('one item of each owner counts the albums that are open, and goes with the last of them', async () => {
    const { owner, id, asker: reader } = await acquainted()
    const { body } = await share(owner, reader, id)
    expect(await unread(reader)).toBe(1)
    const second = await share(owner, reader, await another(owner, 'Plage'))
    expect(await unread(reader)).toBe(1)
    const item = { newsType: 'album_shared', actorAccountId: owner.accountId }
    expect(await told(reader)).toEqual([{ ...item, payload: { albums: 2 } }])
    await end(owner, second.body.share.id)
    expect(await told(reader)).toEqual([{ ...item, payload: { albums: 1 } }])
    await end(owner, body.share.id)
    expect(await told(reader)).toEqual([])
    // within the hour it is the item that is there, so that a switch cannot be used to ring
    await share(owner, reader, id)
    expect([(await told(reader)).length, await unread(reader)]).toEqual([1, 0])
    await later(2 * HOUR, owner, reader)
    await share(owner, reader, await another(owner, 'Lac'))
    expect([await unread(reader), (await told(reader)).length]).toEqual([1, 1])
    // it names no album, and tells the owner nothing
    expect(JSON.stringify(await newsOf(reader))).not.toMatch(/Velours|Plage|Lac/)
    expect(await newsOf(owner)).toEqual([])
  })

  test('of all albums at once and of an answered request; not of names, nor of what was open already', async () => {
    const { owner, id, asker: reader } = await acquainted()
    const all = (shareAllPrivateAlbums: boolean, shareNames: boolean) =>
      owner.call(setSharing, {
        params: { id: reader.accountId },
        body: { shareNames, shareEvents: false, shareAllPrivateAlbums, sharedAlbumIds: [] },
      })
    await all(false, true)
    expect(await told(reader)).toEqual([])
    await all(true, true)
    expect((await told(reader)).map((i) => i.payload)).toEqual([{ albums: 1 }])
    await later(2 * HOUR, owner, reader)
    await share(owner, reader, id)
    expect(await unread(reader)).toBe(0)
    const other = await scene()
    await ask(other.asker, other.owner)
    await answer(other.owner, (await waiting(other.owner))[0]?.id, 'hour')
    expect((await told(other.asker)).map((i) => i.newsType)).toEqual(['album_shared'])
    await later(HOUR + 1, other.asker)
    expect([await told(other.asker), await unread(other.asker)]).toEqual([[], 0])
  })

  test('a share that had expired and is given a later end is told too; a longer one is not', async () => {
    const { owner, id, asker: reader } = await acquainted()
    const soon = new Date(t.ctx.now() + HOUR).toISOString()
    const { share: made } = (await share(owner, reader, id, soon)).body
    const change = (expires_at: string | null) =>
      owner.call(updateAlbumShare, { params: { id: made.id }, body: { expires_at } })
    expect([await unread(reader), (await told(reader)).length]).toEqual([1, 1])
    await later(3 * HOUR, owner, reader)
    expect(await told(reader)).toEqual([])
    await change(null)
    expect([await unread(reader), (await told(reader)).length]).toEqual([1, 1])
    await later(3 * HOUR, owner, reader)
    await change(new Date(t.ctx.now() + HOUR).toISOString())
    expect(await unread(reader)).toBe(0)
  })

  test('none across a block, nor of an album that became public', async () => {
    const { owner, id, asker: reader } = await acquainted()
    await share(owner, reader, id)
    await reader.call(block, { params: { id: owner.accountId } })
    expect([await told(reader), await unread(reader)]).toEqual([[], 0])
    await reader.call(unblock, { params: { id: owner.accountId } })
    const open = await acquainted()
    await share(open.owner, open.asker, open.id)
    await open.owner.call(a.updateAlbum, { params: { id: open.id }, body: { isPublic: true } })
    expect([await told(open.asker), await unread(open.asker)]).toEqual([[], 0])
  })

  test('outside the app it names nobody, even for those who want details, and nothing is sent once the share is over', async () => {
    const { owner, id, asker: reader } = await acquainted()
    const { body } = await share(owner, reader, id)
    await t.ctx.bus.idle()
    // to noon, UTC: at night such a push waits
    await later(((36 - new Date(t.ctx.now()).getUTCHours()) % 24) * HOUR, owner)
    const row = await t.ctx.db
      .selectFrom('news')
      .where('account_id', '=', reader.accountId)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(JSON.parse(row.payload)).toEqual({})
    await t.ctx.db
      .updateTable('users')
      .set({ preferences: JSON.stringify({ push: { details: true } }) })
      .where('id', '=', reader.userId)
      .execute()
    const device = { account_id: reader.accountId, user_id: reader.userId, identity_id: null }
    const push = () =>
      composePush(t.ctx, device as unknown as Device, { source: 'news', source_id: row.id })
    expect(await push()).toMatchObject({
      path: '/news',
      words: { title: 'Du nouveau', body: 'Du nouveau vous attend dans l’application.' },
    })
    await end(owner, body.share.id)
    expect(await push()).toBe('drop')
  })
})
