import { viewerOf } from '../../support/server/server'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAlbum } from '#contract/albums/albums'
import { createEvent } from '#contract/events/events'
import * as p from '#contract/profile/parting'
import { addMedia } from '../../../server/albums/photos'
import type { Ctx, Viewer } from '../../../server/context'
import { changeEvent, makeEvent } from '../../../server/events/editing/edit'
import { divideAccount } from '../../../server/parting/split'
import { publishPhotos } from '../../../server/photos/service'
import { changeIdentityAvatar } from '../../../server/profile/edit'
import { changeAvatar } from '../../../server/profile/service'
import { savePeople } from '../../../server/subjects/naming'
import { addPhoto } from '../../support/world/couples'
import { before, inHours, setUp, t } from '../events/participation/races-setup'
import { ask, couple, type Couple } from './setup'

setUp()

const countOf = async (
  table: string,
  column: string,
  mediaId: string,
  [owner, id]: readonly [string, string],
): Promise<number> =>
  (
    await sql`select 1 from ${sql.table(table)}
      where ${sql.ref(column)} = ${mediaId} and ${sql.ref(owner)} = ${id}`.execute(t.ctx.db)
  ).rows.length
const evening = () => ({ title: 'Soirée', start_date: inHours(72) })

interface Act {
  readonly title: string
  /** Something that the act needs; returns its id. */
  readonly prepare?: (c: Couple) => Promise<string>
  readonly act: (ctx: Ctx, as: Viewer, mediaId: string, c: Couple, id: string) => Promise<unknown>
  /** Rows of the couple's account that show the photo. */
  readonly rows: (c: Couple, mediaId: string, id: string) => Promise<number>
}
const ACTS: readonly Act[] = [
  {
    title: 'a photo on the profile',
    act: (ctx, as, mediaId) => publishPhotos(ctx, as, [mediaId]),
    rows: (c, mediaId) => countOf('profile_photos', 'media_id', mediaId, ['account_id', c.account]),
  },
  {
    title: 'a photo in an album',
    prepare: async (c) =>
      (await c.paul.call(createAlbum, { body: { name: 'Ouvert', isPublic: true } })).body.album.id,
    act: (ctx, as, mediaId, _c, id) => addMedia(ctx, as, id, { mediaIds: [mediaId] }),
    rows: (_c, mediaId, id) => countOf('album_media', 'media_id', mediaId, ['album_id', id]),
  },
  {
    title: 'the avatar of the account',
    act: (ctx, as, mediaId) => changeAvatar(ctx, as, mediaId),
    rows: (c, mediaId) => countOf('accounts', 'avatar_media_id', mediaId, ['id', c.account]),
  },
  {
    title: 'the avatar of a person',
    act: (ctx, as, mediaId, c) => changeIdentityAvatar(ctx, as, c.paulId, mediaId),
    rows: (c, mediaId) => countOf('identities', 'avatar_media_id', mediaId, ['id', c.paulId]),
  },
  {
    title: 'the persons on a photo',
    act: (ctx, as, mediaId, c) =>
      savePeople(ctx, as, mediaId, { people: 'named', shows: [c.paulId] }),
    rows: (c, mediaId) => countOf('media_subjects', 'media_id', mediaId, ['account_id', c.account]),
  },
  {
    title: 'the banner of a new event',
    act: (ctx, as, mediaId) =>
      makeEvent(ctx, as, { ...evening(), banner_media_id: mediaId }, () => Promise.resolve()),
    rows: (c, mediaId) =>
      countOf('events', 'banner_media_id', mediaId, ['creator_account_id', c.account]),
  },
  {
    title: 'the banner of an event',
    prepare: async (c) => (await c.paul.call(createEvent, { body: evening() })).body.event.id,
    act: (ctx, as, mediaId, _c, id) =>
      changeEvent(ctx, as, id, { banner_media_id: mediaId }, () => Promise.resolve()),
    rows: (_c, mediaId, id) => countOf('events', 'banner_media_id', mediaId, ['id', id]),
  },
]

test.for(ACTS)(
  '$title: a photo that went to the other, or that both keep, while it is asked for is refused',
  async ({ prepare, act, rows }) => {
    for (const code of ['media_not_yours', 'photo_parted']) {
      const c = await couple(t)
      const isKept = code === 'photo_parted'
      const photo = await addPhoto(c.anne, isKept ? [c.anneId, c.paulId] : [c.anneId])
      const id = (await prepare?.(c)) ?? ''
      await ask(c.anne, { handle: c.handle })
      for (const who of isKept ? [c.anne, c.paul] : [])
        await who.call(p.chooseInParting, { body: { kind: 'photo', ids: [photo], on: true } })
      const parting = await t.ctx.db
        .selectFrom('partings')
        .where('account_id', '=', c.account)
        .select('id')
        .executeTakeFirstOrThrow()
      const ctx = before(0, async () => expect(await divideAccount(t.ctx, parting.id)).toBe(true))
      await expect(act(ctx, viewerOf(c.paul), photo, c, id)).rejects.toMatchObject({ code })
      expect(await rows(c, photo, id)).toBe(0)
    }
  },
)
