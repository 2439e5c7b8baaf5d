import { expect, test } from 'vitest'
import { createAlbum, listAlbums } from '#contract/albums/albums'
import { createAlbumShare, listAlbumShares } from '#contract/albums/shares'
import { SHARING_PAGE } from '#contract/limits'
import { listRelationLocations } from '#contract/radar'
import { listRelations } from '#contract/relations'
import type { Reply } from '#contract/route'
import { listExposure, listOutgoingSharing, setSharing } from '#contract/sharing'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'

const t = sharedApp()

const albumOf = async (who: Member, name: string): Promise<string> =>
  (await who.call(createAlbum, { body: { name, isPublic: false } })).body.album.id
const ORLEANS = { place_id: '45234', city: 'Orléans', lat: 47.9025, lng: 1.909 }
const bbox = '47,1,49,3'

test('lists of relations and shares ask as many queries for 100 members as for 10', async () => {
  const me = await t.member('listes_moi')
  const mine = await albumOf(me, 'Nous deux')
  const tie = async (n: number): Promise<void> => {
    for (let i = 0; i < n; i += 1) {
      const other = await t.member()
      await t.relate(me, other)
      await t.ctx.db
        .updateTable('accounts')
        .set({ data: JSON.stringify({ location: ORLEANS }) })
        .where('id', '=', other.accountId)
        .execute()
      const theirs = await albumOf(other, 'Elle')
      const shared = await other.call(createAlbumShare, {
        body: { album_id: theirs, account_id: me.accountId },
      })
      expect(shared.status).toBe(201)
      await me.call(setSharing, {
        params: { id: other.accountId },
        body: {
          shareNames: true,
          shareEvents: false,
          shareAllPrivateAlbums: false,
          sharedAlbumIds: [mine],
        },
      })
    }
    await t.ctx.bus.idle()
  }
  const lists = async (expected: number): Promise<readonly number[]> => {
    const counted: number[] = []
    const ask = async (load: () => Promise<{ status: number; length: number }>) => {
      const queries = await t.queriesOf(async () =>
        expect(await load()).toEqual({ status: 200, length: expected }),
      )
      counted.push(queries)
    }
    await ask(async () => {
      const { status, body } = await me.call(listOutgoingSharing, {})
      return { status, length: body.relations.length }
    })
    await ask(async () => {
      const { status, body } = await me.call(listAlbumShares, { query: { type: 'incoming' } })
      return { status, length: body.shares.length }
    })
    await ask(async () => {
      const { status, body } = await me.call(listExposure, {})
      return { status, length: body.exposures.filter((e) => e.albums.length === 1).length }
    })
    await ask(async () => {
      const { status, body } = await me.call(listRelations, { query: {} })
      return { status, length: body.relations.length }
    })
    await ask(async () => {
      const { status, body } = await me.call(listRelationLocations, { query: { bbox } })
      return { status, length: body.relations.length }
    })
    await ask(async () => {
      const { status, body } = await me.call(listAlbums, { query: { includeShared: 'true' } })
      return { status, length: body.sharedAlbums.length }
    })
    return counted
  }
  await tie(10)
  const few = await lists(10)
  await tie(90)
  expect(await lists(100)).toEqual(few)
}, 60_000)

test('an incoming share of an album that was made public, or of a deleted member, opens nothing', async () => {
  const [me, open, gone, kept] = [
    await t.member(),
    await t.member(),
    await t.member(),
    await t.member('listes_garde'),
  ]
  const albums = new Map<Member, string>()
  for (const other of [open, gone, kept]) {
    await t.relate(me, other)
    const id = await albumOf(other, 'Nous')
    albums.set(other, id)
    await other.call(createAlbumShare, { body: { album_id: id, account_id: me.accountId } })
  }
  await t.ctx.db
    .updateTable('albums')
    .set({ is_public: 1 })
    .where('id', '=', albums.get(open) ?? '')
    .execute()
  await t.ctx.db
    .updateTable('accounts')
    .set({ deleted_at: t.ctx.now() })
    .where('id', '=', gone.accountId)
    .execute()
  const { shares } = (await me.call(listAlbumShares, { query: { type: 'incoming' } })).body
  expect(shares.map((s) => s.account_id)).toEqual([kept.accountId])
})

test('shares of albums are asked for by album or by member', async () => {
  const [me, eva, nora] = [await t.member(), await t.member(), await t.member()]
  const [lake, town] = [await albumOf(me, 'Lac'), await albumOf(me, 'Ville')]
  for (const other of [eva, nora]) {
    await t.relate(me, other)
    for (const album_id of [lake, town])
      await me.call(createAlbumShare, { body: { album_id, account_id: other.accountId } })
  }
  const found = async (who: Member, query: { album_id?: string; account_id?: string }) =>
    (
      await who.call(listAlbumShares, {
        query: { type: who === me ? 'outgoing' : 'incoming', ...query },
      })
    ).body.shares.map((s) => [s.album_id, s.account_id])
  expect(await found(me, { album_id: lake })).toEqual([
    [lake, eva.accountId],
    [lake, nora.accountId],
  ])
  expect(await found(me, { account_id: nora.accountId })).toEqual([
    [lake, nora.accountId],
    [town, nora.accountId],
  ])
  expect(await found(eva, { album_id: town, account_id: me.accountId })).toEqual([
    [town, me.accountId],
  ])
})

/** Relations of a member, by handle from «Lié_0000» on. */
const relateMany = async (me: Member, count: number): Promise<readonly string[]> => {
  const { db } = t.ctx
  const model = await db
    .selectFrom('accounts')
    .where('id', '=', me.accountId)
    .selectAll()
    .executeTakeFirstOrThrow()
  const others = Array.from({ length: count }, (_, i) => ({
    ...model,
    id: `01999999-0000-7000-8000-${String(i).padStart(12, '0')}`,
    handle: `Lié_${String(i).padStart(4, '0')}`,
    handle_key: `lie_${String(i).padStart(4, '0')}`,
  }))
  for (let i = 0; i < others.length; i += 401) {
    const some = others.slice(i, i + 401)
    await db.insertInto('accounts').values(some).execute()
    await db
      .insertInto('relations')
      .values(
        some.map((o, n) => ({
          account_id: me.accountId,
          with_account_id: o.id,
          created_at: i + n,
          origin: 'link' as const,
        })),
      )
      .execute()
  }
  return others.map((o) => o.id)
}

test('a list holds the 2,000 latest relations, and a search finds the others', async () => {
  const me = await t.member('listes_beaucoup')
  const ids = await relateMany(me, 2_005)
  const all = (await me.call(listRelations, { query: {} })).body.relations
  expect(all).toHaveLength(2_000)
  expect(all[0]?.with_account_handle).toBe('Lié_0005')
  const found = (await me.call(listRelations, { query: { q: 'LIÉ_0001' } })).body.relations
  expect(found.map((r) => r.with_account_handle)).toEqual(['Lié_0001'])
  // a wildcard of SQL is a letter like any other
  expect((await me.call(listRelations, { query: { q: '%' } })).body.relations).toEqual([])
  // «Qui voit quoi» and what is shared name all of them, a page at a time
  for (let i = 0; i < ids.length; i += 401)
    await t.ctx.db
      .insertInto('sharings')
      .values(
        ids.slice(i, i + 401).map((with_account_id) => ({
          account_id: me.accountId,
          with_account_id,
          share_names: 1 as const,
          share_events: 0 as const,
          share_all_albums: 0 as const,
          updated_at: 1,
        })),
      )
      .execute()
  const [exposed, outgoing]: string[][] = [[], []]
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body }: { body: Reply<typeof listExposure> } = await me.call(listExposure, {
      query: { cursor },
    })
    expect(body.exposures.length).toBeLessThanOrEqual(SHARING_PAGE)
    expect(body.exposures.every((e) => e.names && e.is_relation)).toBe(true)
    exposed?.push(...body.exposures.map((e) => e.relation.with_account_id))
    cursor = body.next_cursor
  }
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body }: { body: Reply<typeof listOutgoingSharing> } = await me.call(
      listOutgoingSharing,
      { query: { cursor } },
    )
    expect(body.relations.length).toBeLessThanOrEqual(SHARING_PAGE)
    outgoing?.push(...body.relations.map((r) => r.with_account_id))
    cursor = body.next_cursor
  }
  expect(exposed).toEqual(ids)
  expect(outgoing).toEqual(ids)
}, 60_000)
