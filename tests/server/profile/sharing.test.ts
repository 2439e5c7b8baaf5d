import { describe, expect, test } from 'vitest'
import { createAlbum, listAlbums } from '#contract/albums/albums'
import { createAlbumShare } from '#contract/albums/shares'
import { startConversation } from '#contract/messaging/messages'
import { getAccount } from '#contract/profile/data'
import { listRelations } from '#contract/relations'
import { block } from '#contract/safety'
import type { RouteInput } from '#contract/route'
import * as s from '#contract/sharing'
import { type Member } from '../../support/server/server'
import { giveFirstname } from '../../support/world/first-names'
import { setUp, t, NONE, share, from, pair } from './sharing-setup'

setUp()

const toward = (from: Member, to: Member) =>
  from.call(s.getSharing, { params: { id: to.accountId } })
const albumOf = async (m: Member, name: string): Promise<string> =>
  (await m.call(createAlbum, { body: { name } })).body.album.id
const name = (m: Member, first: string) => giveFirstname(t.ctx.db, m.identityIds, first)
const namesSeen = async (viewer: Member, of: Member) =>
  (await viewer.call(getAccount, { params: { id: of.accountId } })).body.account

describe('sharing', () => {
  test('SOC-110 SOC-197 SOC-198 SOC-199: 404 before the first setting, then its values on both sides', async () => {
    const [a, b] = await pair()
    expect((await toward(a, b)).status).toBe(404)
    expect((await from(b, a)).body).toMatchObject(NONE)
    const album = await albumOf(a, 'Privé')
    const before = t.ctx.now()
    const saved = await share(a, b, {
      shareNames: true,
      shareAllPrivateAlbums: true,
      sharedAlbumIds: [album],
    })
    expect(saved.body).toEqual({
      shareNames: true,
      shareEvents: false,
      shareAllPrivateAlbums: true,
      sharedAlbumIds: [album],
      sharedAlbumEnds: {},
      sharingPermissions: {},
      updatedAt: expect.any(String) as string,
    })
    expect(Date.parse(saved.body.updatedAt ?? '')).toBeGreaterThanOrEqual(before)
    expect((await toward(a, b)).body).toEqual(saved.body)
    expect((await from(b, a)).body).toMatchObject({
      shareNames: true,
      shareEvents: false,
      shareAllPrivateAlbums: true,
    })
    await share(a, b, { shareEvents: true })
    expect((await toward(a, b)).body).toMatchObject({ ...NONE, shareEvents: true })
    expect((await from(b, a)).body).toMatchObject({ ...NONE, shareEvents: true })
    // one-way
    expect((await toward(b, a)).status).toBe(404)
    await share(a, b, {})
    expect((await toward(a, b)).body).toMatchObject(NONE)
    expect((await from(b, a)).body).toMatchObject(NONE)
  })

  test('a share that was taken back is given again until its end; one that runs keeps its own', async () => {
    const [a, b] = await pair()
    const [one, two] = [await albumOf(a, 'Un'), await albumOf(a, 'Deux')]
    const inDays = (days: number) => new Date(t.ctx.now() + days * 86_400_000).toISOString()
    const [soon, late] = [inDays(3), inDays(9)]
    const change = async (body: RouteInput<typeof s.setSharing>['body']) =>
      (await a.call(s.setSharing, { params: { id: b.accountId }, body })).body
    await a.call(createAlbumShare, {
      body: { album_id: one, account_id: b.accountId, expires_at: soon },
    })
    const first = (await toward(a, b)).body
    expect(first).toMatchObject({ sharedAlbumIds: [one], sharedAlbumEnds: { [one]: soon } })
    expect((await from(b, a)).body).toMatchObject({ sharedAlbumIds: [one], sharedAlbumEnds: {} })
    expect(await change({ removedAlbumIds: [one] })).toMatchObject({ sharedAlbumEnds: {} })
    const ends = { [one]: soon, [two]: late }
    expect(await change({ addedAlbumIds: [one, two], addedAlbumEnds: ends })).toMatchObject({
      sharedAlbumIds: [one, two],
      sharedAlbumEnds: ends,
    })
    await change({ addedAlbumIds: [one], addedAlbumEnds: { [one]: late } })
    expect((await toward(a, b)).body.sharedAlbumEnds).toEqual(ends)
    const [listed] = (await a.call(s.listOutgoingSharing, {})).body.relations
    expect(listed?.sharedAlbumEnds).toEqual(ends)
    const exposed = async () => (await a.call(s.listExposure, {})).body.exposures[0]?.albums
    expect(await exposed()).toMatchObject([
      { id: one, until: soon },
      { id: two, until: late },
    ])
    await change({ shareAllPrivateAlbums: true })
    expect((await exposed())?.map((album) => album.until)).toEqual([null, null])
    await change({ shareAllPrivateAlbums: false })
    // an end that has passed meanwhile opens nothing
    await change({ removedAlbumIds: [one] })
    await change({ addedAlbumIds: [one], addedAlbumEnds: { [one]: inDays(-1) } })
    expect((await from(b, a)).body.sharedAlbumIds).toEqual([two])
  })

  test('SOC-111: lists the account’s sharing by relation, without empty ones', async () => {
    const [a, b] = await pair()
    const c = await t.member()
    await t.relate(a, c)
    await share(a, b, { shareEvents: true })
    await share(a, c, { shareNames: true })
    const list = async () => (await a.call(s.listOutgoingSharing, {})).body.relations
    expect(
      (await list()).map((r) => [r.with_account_id, r.shareNames, r.shareEvents]).sort(),
    ).toEqual(
      [
        [b.accountId, false, true],
        [c.accountId, true, false],
      ].sort(),
    )
    await share(a, b, {})
    expect((await list()).map((r) => r.with_account_id)).toEqual([c.accountId])
  })

  test('a direct conversation is enough, no relation needed; a stranger, a blocked member, oneself: refused', async () => {
    const [a, b, stranger, blocker] = [
      await t.member(),
      await t.member(),
      await t.member(),
      await t.member(),
    ]
    expect((await share(a, b, { shareNames: true })).status).toBe(403)
    await a.call(startConversation, { body: { handle: b.handle } })
    expect((await share(a, b, { shareNames: true })).status).toBe(200)
    expect((await share(a, stranger, { shareNames: true })).body).toMatchObject({
      code: 'no_conversation',
    })
    await a.call(startConversation, { body: { handle: blocker.handle } })
    await blocker.call(block, { params: { id: a.accountId } })
    expect((await share(a, blocker, { shareNames: true })).status).toBe(403)
    expect((await share(a, a, { shareNames: true })).status).toBe(400)
  })

  test('CORE-135 MSG-072: first names are visible exactly while they are shared', async () => {
    const [a, b] = await pair()
    await name(a, 'Zyqara')
    expect(await namesSeen(b, a)).toMatchObject({
      permissions: { canViewFirstNames: false },
      identities: [{ firstname: null }],
    })
    await share(a, b, { shareNames: true })
    expect(await namesSeen(b, a)).toMatchObject({
      permissions: { canViewFirstNames: true },
      identities: [{ firstname: 'Zyqara' }],
    })
    expect(await namesSeen(a, b)).toMatchObject({ permissions: { canViewFirstNames: false } })
    await share(a, b, {})
    expect((await namesSeen(b, a)).identities[0]?.firstname).toBeNull()
  })
})

describe('relations', () => {
  test('SOC-120 SOC-203: every relation with its fields; q finds by handle, without case and accents', async () => {
    const a = await t.member()
    const [one, two] = [await t.member('Helene_Rouge'), await t.member('marc_bleu')]
    for (const o of [one, two]) await t.relate(a, o)
    const find = async (q?: string) =>
      (await a.call(listRelations, { query: q === undefined ? {} : { q } })).body.relations
    const all = await find()
    expect(all.map((r) => r.with_account_handle)).toEqual(['Helene_Rouge', 'marc_bleu'])
    expect(Object.keys(all[0] ?? {})).toEqual(
      expect.arrayContaining([
        'with_account_id',
        'with_account_handle',
        'avatar_url',
        'identities',
        'location',
      ]),
    )
    expect((await find('HÉLÈNE')).map((r) => r.with_account_handle)).toEqual(['Helene_Rouge'])
    expect((await find('<bleu>')).map((r) => r.with_account_handle)).toEqual(['marc_bleu'])
    expect(await find('personne')).toEqual([])
  })

  test('ending a relation ends it and the sharing on both sides', async () => {
    const [a, b] = await pair()
    await name(a, 'Zyqarb')
    await share(a, b, { shareNames: true })
    await share(b, a, { shareAllPrivateAlbums: true })
    const secret = await albumOf(b, 'Secret')
    const sees = async () =>
      (
        await a.call(listAlbums, { query: { accountId: b.accountId, includePrivate: 'true' } })
      ).body.albums.some((x) => x.id === secret && x.can_view)
    expect(await sees()).toBe(true)
    expect((await b.call(s.endRelation, { params: { id: a.accountId } })).status).toBe(200)
    expect((await a.call(listRelations, {})).body.relations).toEqual([])
    expect((await namesSeen(b, a)).identities[0]?.firstname).toBeNull()
    expect(await sees()).toBe(false)
    expect((await toward(a, b)).status).toBe(404)
    expect((await b.call(s.endRelation, { params: { id: a.accountId } })).status).toBe(404)
  })
})

describe('who sees what', () => {
  test('lists what permissions open to each member, and ends it at once', async () => {
    const [a, b] = await pair()
    const c = await t.member()
    await a.call(startConversation, { body: { handle: c.handle } })
    const [one, two] = [await albumOf(a, 'Un'), await albumOf(a, 'Deux')]
    await share(a, b, { shareNames: true, sharedAlbumIds: [two] })
    await share(a, c, { shareEvents: true, shareAllPrivateAlbums: true })
    const see = async () =>
      new Map(
        (await a.call(s.listExposure, {})).body.exposures.map((e) => [
          e.relation.with_account_id,
          e,
        ]),
      )
    const all = await see()
    expect(all.get(b.accountId)).toMatchObject({
      is_relation: true,
      names: true,
      events: false,
      allPrivateAlbums: false,
      albums: [{ id: two, name: 'Deux' }],
    })
    expect(all.get(c.accountId)).toMatchObject({
      is_relation: false,
      names: false,
      events: true,
      allPrivateAlbums: true,
      albums: [{ id: one }, { id: two }],
    })
    // the page shows exactly what the other account gets
    for (const viewer of [b, c])
      expect(
        (
          await viewer.call(listAlbums, {
            query: { accountId: a.accountId, includePrivate: 'true' },
          })
        ).body.albums
          .filter((x) => x.can_view)
          .map((x) => x.id),
      ).toEqual(all.get(viewer.accountId)?.albums.map((x) => x.id))
    await a.call(s.cutExposure, { body: { account_id: b.accountId } })
    expect((await see()).get(b.accountId)).toMatchObject({ names: false, albums: [] })
    expect((await see()).get(c.accountId)).toMatchObject({ events: true })
    await a.call(s.cutExposure, { body: {} })
    expect(
      (await a.call(listAlbums, { query: { accountId: a.accountId } })).body.albums,
    ).toHaveLength(2)
    expect(
      (
        await c.call(listAlbums, { query: { accountId: a.accountId, includePrivate: 'true' } })
      ).body.albums.every((x) => !x.can_view),
    ).toBe(true)
    // accounts without sharing or relation are not listed
    expect([...(await see()).keys()]).toEqual([b.accountId])
  })
})
