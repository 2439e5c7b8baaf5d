import type { PhotoPeople } from '#contract/profile/people'
import type { Album, AlbumMedia } from '#contract/albums/albums'
import { ALBUM_PREVIEW } from '#contract/limits'
import { mayRequestAlbum, requestCutoff } from '../access/album-requests'
import { albumReasons } from '../access/albums'
import type { Ctx, Viewer } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { peopleByPhoto } from '../media/service'
import { maskedIdOf } from '../tokens'
import { iso } from '../iso'
import {
  countPhotosByAlbum,
  accessEndsByAlbum,
  previewsOf,
  requestedAlbums,
  type PlacedMedia,
} from './queries'

/** Only the owner gets `people`. */
const presentPhoto = (row: PlacedMedia, people: PhotoPeople | undefined): AlbumMedia => ({
  id: row.id,
  url: `/api/media/${row.id}/url`,
  thumbnailUrl: `/api/media/${row.id}/thumbnail`,
  position: row.position,
  addedAt: iso(row.added_at),
  filename: row.filename,
  mimeType: row.mime_type,
  fileSize: row.file_size,
  width: row.width,
  height: row.height,
  blurhash: row.blurhash,
  ...(people ? { people } : {}),
})
export const presentPhotos = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  rows: readonly PlacedMedia[],
): Promise<AlbumMedia[]> => {
  const people = await peopleByPhoto(
    db,
    rows.filter((r) => r.account_id === viewer.accountId),
  )
  return rows.map((r) => presentPhoto(r, people.get(r.id)))
}

/** A locked album only shows that it exists. */
const LOCKED = {
  name: 'Album privé',
  description: null,
  mediaCount: 0,
  can_view: false,
  createdAt: null,
} as const

/** Closed albums that the viewer may ask for, and whether they did. */
const requestsOf = async (
  ctx: Pick<Ctx, 'db' | 'now'>,
  viewer: Pick<Viewer, 'accountId'>,
  closed: readonly Row<'albums'>[],
): Promise<ReadonlyMap<string, 'possible' | 'sent'>> => {
  const ids = closed.map((r) => r.id)
  const sent = await requestedAlbums(ctx.db, viewer.accountId, ids, requestCutoff(ctx.now()))
  const owners = new Map<string, boolean>()
  for (const id of new Set(closed.map((r) => r.account_id)))
    owners.set(id, await mayRequestAlbum(ctx.db, viewer.accountId, id, ctx.now()))
  return new Map(
    closed.flatMap(({ id, account_id }) =>
      owners.get(account_id) ? [[id, sent.has(id) ? 'sent' : 'possible'] as const] : [],
    ),
  )
}

/**
 * Albums as the viewer may see them, in the given order, without those of blocked or deleted
 * accounts; `withLocked`: and those that are closed to the viewer.
 */
export const presentAlbums = async (
  ctx: Pick<Ctx, 'db' | 'now' | 'secret'>,
  viewer: Pick<Viewer, 'accountId'>,
  rows: readonly Row<'albums'>[],
  withLocked = true,
): Promise<Album[]> => {
  const reasons = await albumReasons(ctx.db, viewer.accountId, rows, ctx.now())
  const open = rows
    .filter((r) => reasons.has(r.id) && reasons.get(r.id) !== 'private')
    .map((r) => r.id)
  const ends = await accessEndsByAlbum(ctx.db, viewer.accountId, open, ctx.now())
  const requests = await requestsOf(
    ctx,
    viewer,
    rows.filter((r) => withLocked && reasons.get(r.id) === 'private'),
  )
  const counts = await countPhotosByAlbum(ctx.db, viewer.accountId, open)
  const placed = await previewsOf(ctx.db, viewer.accountId, open, ALBUM_PREVIEW)
  const photos = await presentPhotos(ctx.db, viewer, placed)
  return rows.flatMap((row): Album[] => {
    const reason = reasons.get(row.id)
    if (!reason || (reason === 'private' && !withLocked)) return []
    const base = { id: row.id, accountId: row.account_id, isPublic: row.is_public === 1 }
    // the id would tell when it was made
    if (reason === 'private') {
      const [id, request] = [maskedIdOf(ctx.secret, 'album', row.id), requests.get(row.id)]
      return [{ ...base, id, ...LOCKED, ...(request ? { request } : {}), preview: [] }]
    }
    const end = ends.get(row.id)
    return [
      {
        ...base,
        name: row.name,
        description: row.description,
        mediaCount: counts.get(row.id) ?? 0,
        can_view: true,
        createdAt: iso(row.created_at),
        ...(row.account_id === viewer.accountId
          ? { marks: { pattern: row.mark_pattern === 1, pseudonym: row.mark_pseudonym === 1 } }
          : {}),
        ...(end === undefined ? {} : { openUntil: iso(end) }),
        preview: photos.filter((_, i) => placed[i]?.album_id === row.id),
      },
    ]
  })
}
