import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { addAlbumMedia, createAlbum, listAlbums } from '#contract/albums/albums'
import { createEvent, publishEvent, listRelationEvents } from '#contract/events/events'
import { PRIVATE_LINK_S } from '#contract/limits'
import { mediaUrl } from '#contract/media'
import { getAccount } from '#contract/profile/data'
import { cutExposure, listExposure } from '#contract/sharing'
import { createRelation } from '../../../server/relations/service'
import { newId } from '../../../server/tokens'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { giveFirstname } from '../../support/world/first-names'
import { picture, upload } from '../../support/world/world'

const t = sharedApp()
let owner: Member
let readers: readonly Member[]
/** Private albums with a photo each. */
const albums: { id: string; photo: string }[] = []
beforeAll(async () => {
  owner = await t.member('montreuse', ['woman'])
  await giveFirstname(t.ctx.db, owner.identityIds, 'Zyqara')
  for (let n = 0; n < 3; n += 1) {
    const { id } = (await owner.call(createAlbum, { body: { name: `Album ${n}` } })).body.album
    const photo = (await upload(owner, await picture(n + 1))).body.media_id
    await owner.call(addAlbumMedia, { params: { id }, body: { mediaIds: [photo] } })
    albums.push({ id, photo })
  }
  const { event } = (
    await owner.call(createEvent, {
      body: {
        title: 'Soirée',
        start_date: new Date(t.ctx.now() + 9e7).toISOString(),
        access_type: 'invitation_only',
      },
    })
  ).body
  await owner.call(publishEvent, { params: { id: event.id }, body: { status: 'published' } })
  readers = [await t.member(), await t.member(), await t.member(), await t.member()]
})

/** How the owner and one reader stand. `shares`: per album, minutes until its end; null: none. */
const standing = fc.record({
  isRelation: fc.boolean(),
  settings: fc.option(fc.record({ names: fc.boolean(), events: fc.boolean(), all: fc.boolean() })),
  shares: fc.array(fc.option(fc.constantFrom(-1, 0, 10, Infinity)), { minLength: 3, maxLength: 3 }),
  block: fc.constantFrom(null, null, null, 'owner' as const, 'reader' as const),
})
type Standing = ReturnType<typeof standing.generate>['value']

const TABLES = ['relations', 'sharings', 'album_shares', 'blocks'] as const
const arrange = async (all: readonly Standing[]): Promise<void> => {
  const { db } = t.ctx
  const now = t.ctx.now()
  for (const table of TABLES) await db.deleteFrom(table).execute()
  for (const [at, { isRelation, settings, shares, block }] of all.entries()) {
    const [account_id, with_account_id] = [owner.accountId, readers[at]?.accountId ?? '']
    if (isRelation)
      await db
        .transaction()
        .execute((trx) => createRelation(trx, account_id, with_account_id, 'link', now))
    if (settings)
      await db
        .insertInto('sharings')
        .values({
          account_id,
          with_account_id,
          share_names: settings.names ? 1 : 0,
          share_events: settings.events ? 1 : 0,
          share_all_albums: settings.all ? 1 : 0,
          updated_at: now,
        })
        .onConflict((c) => c.doNothing())
        .execute()
    for (const [n, minutes] of shares.entries())
      if (minutes !== null)
        await db
          .insertInto('album_shares')
          .values({
            id: newId(),
            album_id: albums[n]?.id ?? '',
            account_id,
            with_account_id,
            expires_at: minutes === Infinity ? null : now + minutes * 60_000,
            created_at: now - 3_600_000,
          })
          .execute()
    if (block) {
      const [by, other] =
        block === 'owner' ? [account_id, with_account_id] : [with_account_id, account_id]
      await db
        .insertInto('blocks')
        .values({ account_id: by, blocked_account_id: other, created_at: now })
        .execute()
    }
  }
}

interface Seen {
  readonly names: boolean
  readonly events: boolean
  readonly albums: readonly string[]
}
const NOTHING: Seen = { names: false, events: false, albums: [] }
/** What the reader in fact gets, asked of the routes. */
const sees = async (reader: Member): Promise<Seen> => {
  const params = { id: owner.accountId }
  const account = await reader.call(getAccount, { params })
  const listed = await reader.call(listAlbums, {
    query: { accountId: owner.accountId, includePrivate: 'true' },
  })
  const open: string[] = []
  for (const { id, photo } of albums)
    if ((await reader.call(mediaUrl, { params: { id: photo } })).status === 200) open.push(id)
  const viewable =
    listed.status === 200 ? listed.body.albums.filter((x) => x.can_view).map((x) => x.id) : []
  expect(viewable.toSorted()).toEqual(open.toSorted())
  return {
    names: account.status === 200 && account.body.account.identities[0]?.firstname === 'Zyqara',
    events: (await reader.call(listRelationEvents, { params })).body.events?.length > 0,
    albums: open.toSorted(),
  }
}
/** What the owner is told that each reader sees. */
const told = async (): Promise<ReadonlyMap<string, Seen>> =>
  new Map(
    (await owner.call(listExposure, {})).body.exposures.map((x) => [
      x.relation.with_account_id,
      { names: x.names, events: x.events, albums: x.albums.map((one) => one.id).toSorted() },
    ]),
  )

test('«Qui voit quoi» is what each member gets, in any standing; after «Tout couper», toward one or all, it is nothing', async () => {
  let opened = 0
  await fc.assert(
    fc.asyncProperty(fc.array(standing, { minLength: 4, maxLength: 4 }), async (all) => {
      await arrange(all)
      const page = await told()
      for (const reader of readers) {
        const seen = await sees(reader)
        expect(page.get(reader.accountId) ?? NOTHING).toEqual(seen)
        opened += seen.albums.length
      }
      // toward one of them: theirs ends, and nothing of the others
      const [first, ...others] = readers
      const before = await Promise.all(others.map(sees))
      await owner.call(cutExposure, { body: { account_id: first?.accountId } })
      expect(first && (await sees(first))).toEqual(NOTHING)
      expect(await Promise.all(others.map(sees))).toEqual(before)
      await owner.call(cutExposure, { body: {} })
      for (const reader of readers) expect(await sees(reader)).toEqual(NOTHING)
      for (const seen of (await told()).values()) expect(seen).toEqual(NOTHING)
    }),
    { numRuns: 25, seed: 20261126 },
  )
  expect(opened).toBeGreaterThan(20)
}, 120_000)

test('a link to a photo never works past the end of its share, whenever it was signed', async () => {
  const [reader] = readers
  const [album] = albums
  if (!reader || !album) throw new Error('no world')
  await fc.assert(
    fc.asyncProperty(
      // seconds, never at the same instant: real time goes on
      fc.integer({ min: 0, max: 18 }).map((n) => n * 10 + 5),
      fc.integer({ min: 0, max: 20 }).map((n) => n * 10),
      fc.constantFrom(0, 10, 20, 30, 40, 50, 70, 80),
      async (endsIn, signedAfter, usedAfter) => {
        const begin = t.clock.now
        try {
          await arrange([])
          await t.ctx.db
            .insertInto('album_shares')
            .values({
              id: newId(),
              album_id: album.id,
              account_id: owner.accountId,
              with_account_id: reader.accountId,
              expires_at: t.ctx.now() + endsIn * 1000,
              created_at: t.ctx.now(),
            })
            .execute()
          t.clock.now = begin + signedAfter * 1000
          const link = await reader.call(mediaUrl, { params: { id: album.photo } })
          expect(link.status).toBe(signedAfter < endsIn ? 200 : 404)
          if (link.status !== 200) return
          t.clock.now += usedAfter * 1000
          const answer = await t.app.fastify.inject({ method: 'GET', url: link.body.signed_url })
          expect(answer.statusCode === 200).toBe(
            signedAfter + usedAfter < endsIn && usedAfter <= PRIVATE_LINK_S,
          )
        } finally {
          t.clock.now = begin
        }
      },
    ),
    { numRuns: 60, seed: 20261126 },
  )
})
