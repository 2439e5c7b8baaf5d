import { describe, expect, test } from 'vitest'
import * as a from '#contract/albums/albums'
import {
  albumAccess,
  createAlbumShare,
  deleteAlbumShare,
  listAlbumShares,
  logAlbumAccess,
  readAlbumLog,
  updateAlbumShare,
} from '#contract/albums/shares'
import { mediaUrl } from '#contract/media'
import { setSharing } from '#contract/sharing'
import { changeAlbum } from '../../../server/albums/service'
import { type Member } from '../../support/server/server'
import { setUp, t, photo, album, talk, list, pageOf } from './albums-setup'

setUp()

describe('albums of others', () => {
  test('SOC-178 SOC-189: public albums are open, private ones reveal nothing until shared (one, all, future ones)', async () => {
    const [m, other, couple] = [await t.member(), await t.member(), await t.member()]
    const open = await album(m, 'Ouvert', true, 1)
    const secret = await album(m, 'Secret bien gardé', false, 1)
    await talk(m, other)
    await talk(other, m)
    const seen = async () =>
      (await list(other, { accountId: m.accountId, includePrivate: 'true' })).albums
    expect((await list(other, { accountId: m.accountId })).albums.map((x) => x.id)).toEqual([
      open.id,
    ])
    expect(await seen()).toEqual([
      expect.objectContaining({ id: open.id, can_view: true }),
      {
        // a UUIDv7 would tell when it was made
        id: expect.stringMatching(/^.{14}8/) as string,
        accountId: m.accountId,
        name: 'Album privé',
        description: null,
        isPublic: false,
        mediaCount: 0,
        can_view: false,
        createdAt: null,
        preview: [],
        request: 'possible',
      },
    ])
    expect((await pageOf(other, secret.id)).status).toBe(403)
    expect((await other.call(mediaUrl, { params: { id: secret.media[0] as string } })).status).toBe(
      404,
    )
    const share = (patch: object) =>
      m.call(setSharing, {
        params: { id: other.accountId },
        body: {
          shareNames: false,
          shareEvents: false,
          shareAllPrivateAlbums: false,
          sharedAlbumIds: [],
          ...patch,
        },
      })
    await share({ sharedAlbumIds: [secret.id, open.id, '01890000-0000-7000-8000-000000000000'] })
    expect((await seen()).map((x) => x.name)).toEqual(['Ouvert', 'Secret bien gardé'])
    expect((await list(other, { includeShared: 'true' })).sharedAlbums.map((x) => x.id)).toEqual([
      secret.id,
    ])
    const link = (await other.call(mediaUrl, { params: { id: secret.media[0] as string } })).body
      .signed_url
    expect((await other.raw('GET', link)).status).toBe(200)
    // no other member
    expect(
      (await couple.call(mediaUrl, { params: { id: secret.media[0] as string } })).status,
    ).toBe(404)
    await share({})
    expect((await other.raw('GET', link)).status).toBe(403)
    expect((await seen())[1]?.can_view).toBe(false)
    await share({ shareAllPrivateAlbums: true })
    const later = await album(m, 'Plus tard', false, 1)
    expect((await seen()).map((x) => x.can_view)).toEqual([true, true, true])
    await share({})
    expect((await pageOf(other, later.id)).status).toBe(403)
  })

  test('SOC-195: a single share is created, listed by both sides, changed, removed, and ends with its date', async () => {
    const [m, other] = [await t.member(), await t.member()]
    const { id } = await album(m, 'Une semaine', false, 1)
    expect(
      (await m.call(createAlbumShare, { body: { album_id: id, account_id: other.accountId } }))
        .status,
    ).toBe(403)
    await talk(m, other)
    const until = new Date(t.ctx.now() + 60_000).toISOString()
    const { share } = (
      await m.call(createAlbumShare, {
        body: { album_id: id, account_id: other.accountId, expires_at: until },
      })
    ).body
    expect(
      (await other.call(listAlbumShares, { query: { type: 'incoming' } })).body.shares,
    ).toEqual([{ ...share, account_id: m.accountId }])
    expect((await m.call(listAlbumShares, { query: { type: 'outgoing' } })).body.shares).toEqual([
      { id: share.id, album_id: id, account_id: other.accountId, expires_at: until },
    ])
    expect((await pageOf(other, id)).status).toBe(200)
    t.clock.now += 61_000
    expect((await pageOf(other, id)).status).toBe(403)
    expect((await m.call(listAlbumShares, { query: { type: 'outgoing' } })).body.shares).toEqual([])
    expect(
      (await m.call(listAlbumShares, { query: { type: 'outgoing', includeExpired: 'true' } })).body
        .shares,
    ).toHaveLength(1)
    expect(
      (
        await other.call(updateAlbumShare, {
          params: { id: share.id },
          body: { expires_at: null },
        })
      ).status,
    ).toBe(404)
    await m.call(updateAlbumShare, { params: { id: share.id }, body: { expires_at: null } })
    expect((await pageOf(other, id)).status).toBe(200)
    await m.call(deleteAlbumShare, { params: { id: share.id } })
    expect((await pageOf(other, id)).status).toBe(403)
  })

  test('SOC-195: «1 heure» is an hour of the server, whatever the clock of the device says', async () => {
    const [m, other] = [await t.member(), await t.member()]
    const { id } = await album(m, 'Une heure')
    await talk(m, other)
    const expires_at = new Date(t.ctx.now() - 3_600_000).toISOString()
    const before = t.ctx.now()
    const { share } = (
      await m.call(createAlbumShare, {
        body: { album_id: id, account_id: other.accountId, for: 'hour', expires_at },
      })
    ).body
    /** Within what the call takes. */
    const expectIn = (at: string | null, ms: number): void => {
      expect(Date.parse(at ?? '')).toBeGreaterThanOrEqual(before + ms)
      expect(Date.parse(at ?? '')).toBeLessThanOrEqual(t.ctx.now() + ms)
    }
    expectIn(share.expires_at, 3_600_000)
    const change = (body: { for?: 'week' | 'always' }) =>
      m.call(updateAlbumShare, { params: { id: share.id }, body })
    expect((await change({ for: 'always' })).body.share.expires_at).toBeNull()
    const { body } = await change({ for: 'week' })
    expectIn(body.share.expires_at, 7 * 86_400_000)
    expect((await change({})).status).toBe(400)
  })

  test('SOC-196: access has a reason; visits are recorded once a day, for the owner only', async () => {
    const [m, other] = [await t.member(), await t.member()]
    const open = await album(m, 'Public', true)
    const secret = await album(m, 'Privé')
    const access = async (who: Member, id: string) =>
      (await who.call(albumAccess, { params: { id } })).body
    expect([
      await access(m, secret.id),
      await access(other, secret.id),
      await access(other, open.id),
    ]).toEqual([
      { canView: true, reason: 'owner' },
      { canView: false, reason: 'private' },
      { canView: true, reason: 'public' },
    ])
    expect((await other.call(logAlbumAccess, { params: { id: secret.id } })).status).toBe(403)
    for (let i = 0; i < 3; i += 1)
      expect((await other.call(logAlbumAccess, { params: { id: open.id } })).status).toBe(204)
    await m.call(logAlbumAccess, { params: { id: open.id } })
    const visits = async () =>
      (await m.call(readAlbumLog, { params: { id: open.id } })).body.accesses
    // nobody's visit of a public album is told, also not once it is private
    expect(await visits()).toEqual([])
    await m.call(a.updateAlbum, { params: { id: open.id }, body: { isPublic: false } })
    expect(await visits()).toEqual([])
    await talk(m, other)
    await m.call(createAlbumShare, {
      body: { album_id: open.id, account_id: other.accountId },
    })
    for (let i = 0; i < 2; i += 1) await other.call(logAlbumAccess, { params: { id: open.id } })
    expect(await visits()).toMatchObject([{ account_id: other.accountId, handle: other.handle }])
    expect((await other.call(readAlbumLog, { params: { id: open.id } })).status).toBe(404)
  })

  test('an album that becomes private forgets its public visits, also when the process stops then', async () => {
    const [m, other] = [await t.member(), await t.member()]
    const { id } = await album(m, 'Public', true)
    await other.call(logAlbumAccess, { params: { id } })
    const db = new Proxy(t.ctx.db, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target)
        if (name !== 'transaction')
          return typeof value === 'function'
            ? (value as (...all: unknown[]) => unknown).bind(target)
            : value
        return () => ({
          execute: async (work: (trx: never) => Promise<unknown>) => {
            await target.transaction().execute((trx) => work(trx as never))
            throw new Error('stopped')
          },
        })
      },
    })
    const owner = { ...m, sessionId: '', identityId: null }
    await expect(changeAlbum({ ...t.ctx, db }, owner, id, { isPublic: false })).rejects.toThrow(
      'stopped',
    )
    expect((await m.call(readAlbumLog, { params: { id } })).body.accesses).toEqual([])
  })
})

describe('the drive', () => {
  test('lists the account’s photos with their uses; deleting one removes it everywhere', async () => {
    const m = await t.member()
    const { id, media } = await album(m, 'Mes photos', true, 2)
    const unused = await photo(m)
    const drive = async (query = {}) => (await m.call(a.listDrive, { query })).body
    expect((await drive()).media.map((x) => [x.id, x.uses])).toEqual([
      [unused, []],
      [media[1], ['album']],
      [media[0], ['album']],
    ])
    const first = await drive({ limit: 2 })
    expect([first.total, first.hasMore]).toEqual([3, true])
    expect((await drive({ before: media[1] })).media.map((x) => x.id)).toEqual([media[0]])
    expect((await m.call(a.deleteMedia, { params: { id: media[0] as string } })).status).toBe(200)
    expect((await pageOf(m, id)).body.media.map((x) => x.id)).toEqual([media[1]])
  })
  test('the next page follows a photo that was deleted since', async () => {
    const m = await t.member()
    const { media } = await album(m, 'Mes photos', true, 3)
    const gone = media[1] as string
    expect((await m.call(a.deleteMedia, { params: { id: gone } })).status).toBe(200)
    const { body } = await m.call(a.listDrive, { query: { before: gone } })
    expect(body.media.map((x) => x.id)).toEqual([media[0]])
  })
})
