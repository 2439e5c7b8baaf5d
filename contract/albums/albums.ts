import * as z from 'zod/mini'
import { photoPeople } from '../profile/people'
import { idempotencyKey, idParams, isoDate, ok, uuid } from '../common'
import { ALBUM_DESCRIPTION_MAX, ALBUM_MEDIA_PAGE, ALBUM_NAME_MAX } from '../limits'
import { memberLine } from '../profile/profile'
import { route } from '../route'

const name = z.string().check(
  z.overwrite((v) => v.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')),
  z.trim(),
  z.minLength(1, 'Donnez un nom à l’album.'),
  z.maxLength(ALBUM_NAME_MAX, `Le nom compte au plus ${ALBUM_NAME_MAX} caractères.`),
)
const description = z
  .string()
  .check(
    z.trim(),
    z.maxLength(
      ALBUM_DESCRIPTION_MAX,
      `La description compte au plus ${ALBUM_DESCRIPTION_MAX} caractères.`,
    ),
  )
/** Far above any requested page, and below the limit of the column. */
const position = z.number().check(z.int(), z.gte(0), z.lte(1_000_000))
/** A boolean in a query string. */
export const flag = z._default(
  z.pipe(
    z.enum(['true', 'false', '1', '0']),
    z.transform((v) => v === 'true' || v === '1'),
  ),
  false,
)

const albumMedia = z.object({
  id: uuid,
  url: z.string(),
  thumbnailUrl: z.string(),
  position: z.number(),
  addedAt: isoDate,
  filename: z.string(),
  mimeType: z.string(),
  fileSize: z.number(),
  width: z.number(),
  height: z.number(),
  blurhash: z.nullable(z.string()),
  /** For the owner only, where it is known. */
  people: z.optional(photoPeople),
})
export type AlbumMedia = z.infer<typeof albumMedia>
/** `pattern`: an unseen mark of viewer and day; `pseudonym`: the viewer's, pale, over the photo. */
const albumMarks = z.object({ pattern: z.boolean(), pseudonym: z.boolean() })
export type AlbumMarks = z.infer<typeof albumMarks>

/**
 * A private album that is not shared with the viewer only shows that it exists: no name, count or
 * photo.
 */
export const album = z.object({
  id: uuid,
  accountId: uuid,
  name: z.string(),
  description: z.nullable(z.string()),
  isPublic: z.boolean(),
  /** For its owner: what other viewers get its photos with. */
  marks: z.optional(albumMarks),
  mediaCount: z.number(),
  can_view: z.boolean(),
  createdAt: z.nullable(isoDate),
  /** When the viewer's access expires. */
  openUntil: z.optional(isoDate),
  /**
   * For a closed album whose owner the viewer may ask; `sent`: asked in the last 30 days, whatever
   * became of it.
   */
  request: z.optional(z.enum(['possible', 'sent'])),
  /** The first photos, for the collage: at most 4. */
  preview: z.array(albumMedia),
})
export type Album = z.infer<typeof album>
/** A private album of another member that is open to the caller. */
const sharedAlbum = z.extend(album, { owner: memberLine })
export type SharedAlbum = z.infer<typeof sharedAlbum>

export const listAlbums = route({
  id: 'listAlbums',
  method: 'GET',
  path: '/albums',
  auth: 'account',
  summary:
    'Albums of a member (default: the caller) as the caller may see them; sharedAlbums: ' +
    'private ones of others shared with the caller, the newest 300',
  query: z.object({ accountId: z.optional(uuid), includePrivate: flag, includeShared: flag }),
  reply: z.object({ albums: z.array(album), sharedAlbums: z.array(sharedAlbum) }),
})
export const createAlbum = route({
  id: 'createAlbum',
  method: 'POST',
  path: '/albums',
  auth: 'account',
  summary: 'Creates an album',
  body: z.object({
    name,
    description: z.optional(z.nullable(description)),
    isPublic: z._default(z.boolean(), false),
    /** Both for a private album, none for a public one, unless given. */
    marks: z.optional(albumMarks),
    idempotency_key: idempotencyKey,
  }),
  reply: z.object({ album }),
  status: 201,
})
export const updateAlbum = route({
  id: 'updateAlbum',
  method: 'PATCH',
  path: '/albums/:id',
  auth: 'account',
  summary: 'Updates name, description and visibility of an album; omitted fields keep their value',
  params: idParams,
  body: z.object({
    name: z.optional(name),
    description: z.optional(z.nullable(description)),
    isPublic: z.optional(z.boolean()),
    marks: z.optional(albumMarks),
  }),
  reply: z.object({ album }),
})
export const deleteAlbum = route({
  id: 'deleteAlbum',
  method: 'DELETE',
  path: '/albums/:id',
  auth: 'account',
  summary: 'Deletes an album; with deleteMedia also its photos, except those used elsewhere',
  params: idParams,
  query: z.object({ deleteMedia: flag }),
  reply: ok,
})
export const listAlbumMedia = route({
  id: 'listAlbumMedia',
  method: 'GET',
  path: '/albums/:id/media',
  auth: 'account',
  summary: 'Photos of an album by position; 403 without access',
  params: idParams,
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(500)), ALBUM_MEDIA_PAGE),
    offset: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0),
  }),
  reply: z.object({ media: z.array(albumMedia), total: z.number(), hasMore: z.boolean() }),
})
export const addAlbumMedia = route({
  id: 'addAlbumMedia',
  method: 'POST',
  path: '/albums/:id/media',
  auth: 'account',
  summary: 'Adds media to an album, at the end or at these positions; existing ones are ignored',
  params: idParams,
  body: z.object({
    mediaIds: z.array(uuid).check(z.minLength(1), z.maxLength(100)),
    positions: z.optional(z.array(position).check(z.maxLength(100))),
  }),
  reply: z.object({ media: z.array(albumMedia), total: z.number() }),
  status: 201,
})
export const removeAlbumMedia = route({
  id: 'removeAlbumMedia',
  method: 'DELETE',
  path: '/albums/:id/media/:mediaId',
  auth: 'account',
  summary: 'Removes a photo from an album; deletes it when nothing else uses it',
  params: z.object({ id: uuid, mediaId: uuid }),
  reply: ok,
})
export const moveAlbumMedia = route({
  id: 'moveAlbumMedia',
  method: 'PATCH',
  path: '/albums/:id/media/positions',
  auth: 'account',
  summary: 'Reorders the photos of an album',
  params: idParams,
  body: z.object({
    positions: z.array(z.object({ mediaId: uuid, position })).check(z.maxLength(2000)),
  }),
  reply: ok,
})

/** The account's uploads, for the drive panel. */
export const driveMedia = z.extend(albumMedia, {
  uses: z.array(z.enum(['album', 'profile', 'avatar', 'message', 'event'])),
})
export const listDrive = route({
  id: 'listDrive',
  method: 'GET',
  path: '/media',
  auth: 'account',
  summary: 'The caller’s photos, newest first, with the uses of each',
  query: z.object({
    before: z.optional(uuid),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 60),
  }),
  reply: z.object({ media: z.array(driveMedia), total: z.number(), hasMore: z.boolean() }),
})
export const deleteMedia = route({
  id: 'deleteMedia',
  method: 'DELETE',
  path: '/media/:id',
  auth: 'account',
  summary: 'Deletes a photo everywhere: albums, profile, avatar and messages',
  params: idParams,
  reply: ok,
})
