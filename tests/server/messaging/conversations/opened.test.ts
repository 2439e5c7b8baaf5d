import { expect, test } from 'vitest'
import * as e from '#contract/events/events'
import * as g from '#contract/messaging/groups'
import * as m from '#contract/messaging/messages'
import * as p from '#contract/events/participants'
import { createAlbum, listAlbums } from '#contract/albums/albums'
import { answerAlbumRequest, askAlbum, listAlbumRequests } from '#contract/albums/requests'
import { createAlbumShare } from '#contract/albums/shares'
import { getProfile } from '#contract/profile/data'
import { setSharing } from '#contract/sharing'
import { createRelation } from '../../../../server/relations/service'
import { newId } from '../../../../server/tokens'
import { renewToken } from '../../../support/world/staff'
import type { Member } from '../../../support/server/server'
import { list, pair, send, setUp, t } from '../messaging-setup'

setUp()

const WEEK = 7 * 86_400_000
const start = async (who: Member, whom: Member) =>
  (await who.call(m.startConversation, { body: { handle: whom.handle } })).body.conversation

test('an empty conversation that the other one opened is told by no call', async () => {
  const [a, b, id] = await pair()
  const opened = t.ctx.now()
  t.clock.now += WEEK
  for (const who of [a, b]) await renewToken(t, who)
  const later = t.ctx.now()
  const mine = await start(b, a)
  expect(mine.id).toBe(id)
  expect(Date.parse(mine.createdAt)).toBeGreaterThanOrEqual(later)
  const people = (await b.call(g.listParticipants, { params: { id } })).body.participants
  expect(people.every((x) => Date.parse(x.joined_at) >= later)).toBe(true)
  // what is new has no earlier time of the clock either, and no time in its id
  const page = (await b.call(m.listMessages, { params: { id } })).body
  expect(Date.parse(page.lastSyncDate)).toBe(0)
  expect(id.charAt(14)).toBe('4')
  // their own start is listed, as it was for the first
  expect((await list(b)).map((c) => [c.id, c.createdAt])).toEqual([[id, mine.createdAt]])
  // and says nothing to who opened it before
  const theirs = (await list(a)).find((c) => c.id === id)
  expect(Date.parse(theirs?.createdAt ?? '')).toBeLessThanOrEqual(opened)
  expect(
    (await a.call(g.listParticipants, { params: { id } })).body.participants.every(
      (x) => Date.parse(x.joined_at) <= opened,
    ),
  ).toBe(true)
  expect((await send(b, id, 'bonsoir')).status).toBe(201)
  const sync = await a.call(m.syncConversation, {
    params: { id },
    query: { since: page.lastSyncDate },
  })
  expect(sync.body.messages.map((x) => x.content)).toEqual(['bonsoir'])
})

test('nor by the question whether two guests of an event have one', async () => {
  const [lead, a, b] = [await t.member(), await t.member(), await t.member()]
  for (const who of [a, b])
    await t.ctx.db
      .transaction()
      .execute((trx) => createRelation(trx, lead.accountId, who.accountId, 'link', t.ctx.now()))
  const { id } = (
    await lead.call(e.createEvent, {
      body: { title: 'Dîner', start_date: new Date(t.ctx.now() + WEEK).toISOString() },
    })
  ).body.event
  await lead.call(e.publishEvent, { params: { id }, body: { status: 'published' } })
  for (const who of [a, b]) {
    await lead.call(p.inviteToEvent, { params: { id }, body: { account_handle: who.handle } })
    await who.call(e.participateInEvent, { params: { id } })
  }
  const rowOf = async (by: Member, who: Member) =>
    (await by.call(p.listEventParticipants, { params: { id } })).body.participants.find(
      (x) => x.account_id === who.accountId,
    )?.id ?? ''
  const asks = async (by: Member, who: Member) =>
    (
      await by.call(p.checkEventConversation, {
        params: { id, participantId: await rowOf(by, who) },
      })
    ).body
  const talk = await start(a, b)
  expect([await asks(a, b), await asks(b, a)]).toEqual([
    { exists: true, conversation_id: talk.id },
    { exists: false, conversation_id: null },
  ])
  await send(a, talk.id, 'bonsoir')
  expect(await asks(b, a)).toEqual({ exists: true, conversation_id: talk.id })
})

const albumOf = async (who: Member) =>
  (await who.call(createAlbum, { body: { name: 'Velours', isPublic: false } })).body.album.id
/** What the replies about sharing with the other tell. */
const sharing = async (who: Member, other: Member) => {
  const params = { id: other.accountId }
  const album_id = await albumOf(who)
  const single = { body: { album_id, account_id: other.accountId } }
  return {
    told: (await who.call(getProfile, { params })).body.may_share,
    set: (await who.call(setSharing, { params, body: {} })).status,
    share: (await who.call(createAlbumShare, single)).status,
  }
}
const CLOSED = { told: false, set: 403, share: 403 }
const OPEN = { told: true, set: 200, share: 201 }

test('nor by what may be shared, until one opens it too', async () => {
  const [a, b] = await pair()
  const stranger = await t.member()
  expect(await sharing(b, stranger)).toEqual(CLOSED)
  expect(await sharing(b, a)).toEqual(CLOSED)
  expect(await sharing(a, b)).toEqual(OPEN)
  await start(b, a)
  expect(await sharing(b, a)).toEqual(OPEN)
})

test('who is asked for an album may open it, and end what they share', async () => {
  const [a, b] = await pair()
  const album = await albumOf(b)
  const shown = await a.call(listAlbums, {
    query: { accountId: b.accountId, includePrivate: 'true' },
  })
  const masked = shown.body.albums?.[0]?.id ?? ''
  const body = { account_id: b.accountId, album_id: masked, words: 'Bonsoir' }
  expect((await a.call(askAlbum, { body })).status).toBe(204)
  const [request] = (await b.call(listAlbumRequests)).body.requests
  const answer = { params: { id: request?.id ?? '' }, body: { answer: 'always' as const } }
  expect((await b.call(answerAlbumRequest, answer)).status).toBe(200)
  const params = { id: a.accountId }
  expect((await b.call(getProfile, { params })).body.may_share).toBe(true)
  const ended = await b.call(setSharing, { params, body: { removedAlbumIds: [album] } })
  expect([ended.status, ended.body.sharedAlbumIds]).toEqual([200, []])
})

test('who opened all albums to one who asked may withdraw that, piece by piece', async () => {
  const [a, b] = await pair()
  await albumOf(b)
  const shown = await a.call(listAlbums, {
    query: { accountId: b.accountId, includePrivate: 'true' },
  })
  const masked = shown.body.albums?.[0]?.id ?? ''
  const body = { account_id: b.accountId, album_id: masked, words: 'Bonsoir' }
  expect((await a.call(askAlbum, { body })).status).toBe(204)
  const params = { id: a.accountId }
  const all = { shareNames: true, shareAllPrivateAlbums: true }
  expect((await b.call(setSharing, { params, body: all })).status).toBe(200)
  expect((await b.call(getProfile, { params })).body.may_share).toBe(true)
  const none = { shareNames: false, shareAllPrivateAlbums: false }
  const ended = await b.call(setSharing, { params, body: none })
  expect([ended.status, ended.body]).toMatchObject([200, none])
})

test('a restricted member is refused alike, whether the other one opened it or not', async () => {
  const [a, b] = await pair()
  await t.ctx.db
    .insertInto('sanctions')
    .values({
      id: newId(),
      account_id: b.accountId,
      kind: 'conversations',
      until: t.ctx.now() + WEEK,
      decision_id: newId(),
      lifted_at: null,
    } as never)
    .execute()
  const stranger = await t.member()
  for (const whom of [stranger, a])
    expect(await b.call(m.startConversation, { body: { handle: whom.handle } })).toMatchObject({
      status: 403,
      body: { code: 'restricted' },
    })
})
