import { expect, test } from 'vitest'
import * as a from '#contract/albums/albums'
import {
  albumAccess,
  createAlbumShare,
  listAlbumShares,
  logAlbumAccess,
  readAlbumLog,
} from '#contract/albums/shares'
import * as e from '#contract/events/events'
import { getConversation } from '#contract/messaging/messages'
import { listParticipants } from '#contract/messaging/groups'
import * as p from '#contract/events/participants'
import { block, deleteAccount, keepAccount } from '#contract/safety'
import type { RouteInput } from '#contract/route'
import { getIncomingSharing, setSharing } from '#contract/sharing'
import { testApp, type Member } from '../../support/server/server'
import { setUp, t, evening, comes, read, newsOf } from './hostile-setup'

setUp()

test('who opened an album stands in its log no more once a block parts it from the owner', async () => {
  const [owner, other] = [await t.member(), await t.member()]
  await t.relate(owner, other)
  const id = (await owner.call(a.createAlbum, { body: { name: 'À deux', isPublic: false } })).body
    .album.id
  await owner.call(createAlbumShare, { body: { album_id: id, account_id: other.accountId } })
  await other.call(logAlbumAccess, { params: { id } })
  const log = async () =>
    (await owner.call(readAlbumLog, { params: { id } })).body.accesses.map((x) => x.account_id)
  expect(await log()).toEqual([other.accountId])
  await other.call(block, { params: { id: owner.accountId } })
  expect(await log()).toEqual([])
})

test('an album whose share is over is shared again when it is named again; a share that lasts keeps its end', async () => {
  const [owner, other] = [await t.member(), await t.member()]
  await t.relate(owner, other)
  const albumOf = async () =>
    (await owner.call(a.createAlbum, { body: { name: 'À deux', isPublic: false } })).body.album.id
  const [over, lasts] = [await albumOf(), await albumOf()]
  const until = new Date(t.ctx.now() + 3_600_000).toISOString()
  await owner.call(createAlbumShare, {
    body: {
      album_id: over,
      account_id: other.accountId,
      expires_at: new Date(t.ctx.now() - 1000).toISOString(),
    },
  })
  await owner.call(createAlbumShare, {
    body: { album_id: lasts, account_id: other.accountId, expires_at: until },
  })
  const set = await owner.call(setSharing, {
    params: { id: other.accountId },
    body: {
      shareNames: false,
      shareEvents: false,
      shareAllPrivateAlbums: false,
      sharedAlbumIds: [over, lasts],
    },
  })
  expect([...set.body.sharedAlbumIds].sort()).toEqual([over, lasts].sort())
  expect((await other.call(albumAccess, { params: { id: over } })).body.reason).toBe('shared')
  const shares = (
    await owner.call(listAlbumShares, { query: { type: 'outgoing', includeExpired: 'true' } })
  ).body.shares
  expect(shares.map((s) => [s.album_id, s.expires_at])).toEqual(
    expect.arrayContaining([
      [over, null],
      [lasts, until],
    ]),
  )
})

test('a change of what is shared leaves what it does not name: no share is renewed, none is taken back', async () => {
  const [owner, other] = [await t.member(), await t.member()]
  await t.relate(owner, other)
  const albumOf = async () =>
    (await owner.call(a.createAlbum, { body: { name: 'À deux', isPublic: false } })).body.album.id
  const [over, lasts, third] = [await albumOf(), await albumOf(), await albumOf()]
  for (const [album_id, ms] of [
    [over, -1000],
    [lasts, 3_600_000],
  ] as const)
    await owner.call(createAlbumShare, {
      body: {
        album_id,
        account_id: other.accountId,
        expires_at: new Date(t.ctx.now() + ms).toISOString(),
      },
    })
  const set = async (body: RouteInput<typeof setSharing>['body']) => {
    const { shareNames, shareEvents, shareAllPrivateAlbums, sharedAlbumIds } = (
      await owner.call(setSharing, { params: { id: other.accountId }, body })
    ).body
    return [[shareNames, shareEvents, shareAllPrivateAlbums], [...sharedAlbumIds].sort()]
  }
  expect(await set({ shareNames: true })).toEqual([[true, false, false], [lasts]])
  expect(await set({ shareEvents: true })).toEqual([[true, true, false], [lasts]])
  expect(await set({ addedAlbumIds: [third] })).toEqual([
    [true, true, false],
    [lasts, third].sort(),
  ])
  expect(await set({ removedAlbumIds: [lasts] })).toEqual([[true, true, false], [third]])
  expect(await set({ shareAllPrivateAlbums: true })).toEqual([[true, true, true], [third]])
  expect(await set({ shareAllPrivateAlbums: false, shareNames: false })).toEqual([
    [false, true, false],
    [third],
  ])
  expect((await other.call(albumAccess, { params: { id: over } })).body.reason).not.toBe('shared')
  expect(await set({ addedAlbumIds: [over] })).toEqual([[false, true, false], [over, third].sort()])
  expect(await set({})).toEqual([[false, true, false], [over, third].sort()])
})

test('guessing a code by looking it up counts like joining with it; reading by a code does not', async () => {
  const slow = await testApp({ RATE_FACTOR: '1' })
  try {
    const [lead, spy] = [await slow.member(), await slow.member()]
    const made = await lead.call(e.createEvent, {
      body: {
        title: 'Soirée',
        start_date: new Date(slow.ctx.now() + 9e7).toISOString(),
        slug: 'mon-code',
      },
    })
    const slug = made.body.event.slug ?? ''
    const tries: number[] = []
    for (let n = 0; n < 12; n += 1)
      tries.push(
        (await spy.call(e.getEvent, { params: { id: `essai-${n}` } })).status,
        (await spy.call(e.getEventBySlug, { params: { slug: n % 2 ? slug : 'essai' } })).status,
      )
    expect([tries.filter((s) => s === 404).length, tries.at(-1)]).toEqual([20, 429])
    expect((await spy.call(e.joinBySlug, { body: { slug } })).status).toBe(429)
    for (let n = 0; n < 25; n += 1)
      expect((await lead.call(e.getEventBySlug, { params: { slug } })).status).toBe(200)
  } finally {
    await slow.close()
  }
})

test('guessing the code of an event is slow, also by giving it to one of one’s own', async () => {
  const slow = await testApp({ RATE_FACTOR: '1' })
  try {
    const spy = await slow.member()
    const made = await spy.call(e.createEvent, {
      body: {
        title: 'Appât',
        start_date: new Date(slow.ctx.now() + 9e7).toISOString(),
        slug: 'mon-code',
      },
    })
    const { id } = made.body.event
    const tries: number[] = []
    for (let n = 0; n < 25; n += 1)
      tries.push(
        (await spy.call(e.updateEvent, { params: { id }, body: { slug: `essai-${n}` } })).status,
      )
    expect([tries.filter((s) => s === 200).length, tries.at(-1)]).toEqual([19, 429])
    expect((await spy.call(e.joinBySlug, { body: { slug: 'soiree-velours' } })).status).toBe(429)
    // what keeps its code is no guess
    const code = (await spy.call(e.getEvent, { params: { id } })).body.event.slug
    expect(
      (
        await spy.call(e.updateEvent, {
          params: { id },
          body: { title: 'Appât bis', slug: code },
        })
      ).status,
    ).toBe(200)
  } finally {
    await slow.close()
  }
})

test('a deletion request hides all shared content and news; cancelling it restores them', async () => {
  const [leaves, friend, host] = [await t.member('zzdisparue'), await t.member(), await t.member()]
  await t.relate(leaves, friend)
  await t.relate(host, leaves)
  const id = await evening(host, { requires_approval: true, access_type: 'open_to_relations' })
  await leaves.call(e.participateInEvent, { params: { id } })
  await evening(leaves)
  await leaves.call(setSharing, {
    params: { id: friend.accountId },
    body: { shareNames: true, shareEvents: true, shareAllPrivateAlbums: true, sharedAlbumIds: [] },
  })
  const album_id = (await leaves.call(a.createAlbum, { body: { name: 'À deux', isPublic: false } }))
    .body.album.id
  await leaves.call(createAlbumShare, { body: { album_id, account_id: friend.accountId } })
  const told = async () => ({
    events: (await friend.call(e.listRelationEvents, { params: { id: leaves.accountId } })).status,
    names: (await friend.call(getIncomingSharing, { params: { id: leaves.accountId } })).body
      .shareNames,
    shares: (await friend.call(listAlbumShares, { query: {} })).body.shares.length,
    news: JSON.stringify((await newsOf(host)).map((n) => n.payload)).includes('zzdisparue'),
  })
  const before = { events: 200, names: true, shares: 1, news: true }
  expect(await told()).toEqual(before)
  await leaves.call(deleteAccount, { body: { password: 'un-bon-mot-de-passe' } })
  expect(await told()).toEqual({ events: 404, names: undefined, shares: 0, news: false })
  await leaves.call(keepAccount)
  expect(await told()).toEqual(before)
})

test('hidden members are last in every list, in an order that hides their joining date', async () => {
  const lead = await t.member()
  const id = await evening(lead)
  const guests: Member[] = []
  for (let n = 0; n < 6; n += 1) {
    const guest = await t.member()
    await comes(lead, id, guest)
    guests.push(guest)
    // a hidden member before each visible one
    if (n % 2 === 0) await guest.call(p.hideMyself, { params: { id }, body: { is_hidden: true } })
  }
  const viewer = guests[5] as Member
  const talk = (await read(viewer, id)).body.event.conversation_id ?? ''
  const embedded = (await viewer.call(getConversation, { params: { id: talk } })).body.conversation
    .participants
  const whole = (await viewer.call(listParticipants, { params: { id: talk } })).body.participants
  for (const list of [embedded, whole]) {
    expect(list.map((x) => x.account.account_handle)).toEqual(
      [lead, guests[1], guests[3], viewer]
        .map((m) => m?.handle)
        .concat(['Pseudo caché', 'Pseudo caché', 'Pseudo caché']),
    )
    const hidden = list.slice(4).map((x) => x.account_id)
    expect(hidden).toEqual([...hidden].sort())
  }
})
