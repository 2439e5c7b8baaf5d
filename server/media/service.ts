import type { Attachment } from '#contract/media'
import type { LinkVariant } from '#contract/workers/tabs'
import { requireUnrestricted } from '../access/sanctions'
import { readableMedia } from '../access/media'
import type { Ctx, Viewer } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { iso } from '../iso'
import { newId } from '../tokens'
import {
  claimedHashes,
  countMedia,
  deleteMediaRows,
  findMedia,
  insertMedia,
  isSessionOf,
  lockMedia,
  partedHashes,
} from './queries'
import { isAlike, photoHashes } from './hashes'
import { signMediaLink, verifyMediaLink } from './signed-links'
import { unavoidableSubjects, nameSubjects } from './subjects'
import { markedPicture, markRuleFor } from './marks/serve'
import { mediaUses } from './uses'
import type { NewMedia } from './upload'
import { makeVariants } from './variants'

export { mediaUses }
export { markForStaff } from './marks/staff'
export { isDamaged } from './seal/storage'
export { readWhole } from './storage'
export { detachPhoto, destroyPhoto, detachOutsideMessages } from './removal'
export { isAlike, photoHashes } from './hashes'
export { lockPhotos } from '../access/agreements'
export { removeParts } from './disk'
export { deleteMediaRows as deleteMedia, isSessionOf, lockAllMedia } from './queries'
export { deleteRefusal, nameSubjects, peopleByPhoto, agreementTextOf } from './subjects'
// used by later rooms
export { withUpload } from './upload'
export { makeVariants } from './variants'

/** A media row as in the contract, without storage keys. The name of the sent file is not kept. */
export const presentMedia = (row: Row<'media'>): Attachment => ({
  id: row.id,
  category: row.category,
  filename: row.filename,
  originalFilename: row.filename,
  mimeType: row.mime_type,
  fileSize: row.file_size,
  width: row.width,
  height: row.height,
  blurhash: row.blurhash,
  r2Key: null,
  r2ThumbnailKey: null,
  uploadStatus: row.status,
  uploadProgress: 100,
})

/** Waits for both: a file that is still being written could not be removed. */
const putFiles = async (
  { storage }: Pick<Ctx, 'storage'>,
  keys: { full: string; thumbnail: string },
  files: { full: Buffer; thumbnail: Buffer },
): Promise<void> => {
  const puts = await Promise.allSettled([
    storage.put(keys.full, files.full, 'image/jpeg'),
    storage.put(keys.thumbnail, files.thumbnail, 'image/jpeg'),
  ])
  for (const p of puts) if (p.status === 'rejected') throw p.reason
}

/**
 * Closes a picture that was closed before, in the transaction of its insertion: `insertMedia` has
 * locked the account, as a claim and its end do.
 */
const closeAsBefore = async (
  trx: Conn,
  { id, account_id, created_at }: Row<'media'>,
  hashes: readonly string[],
): Promise<void> => {
  const isAlikeTo = (hash: string): boolean => isAlike(hashes, hash)
  if ((await partedHashes(trx, account_id)).some(isAlikeTo))
    await trx.insertInto('kept_photos').values({ media_id: id, account_id }).execute()
  const cases = (await claimedHashes(trx, account_id)).filter(({ hash }) => isAlikeTo(hash))
  for (const case_id of new Set(cases.map((c) => c.case_id)))
    await trx
      .insertInto('photo_claims')
      .values({ media_id: id, case_id, hash: hashes[0] ?? null, account_id, created_at })
      .execute()
}

/**
 * Re-encodes, stores and records one photo, up to `max` of the account. The files are removed again
 * when the row cannot be written.
 */
export const saveMedia = async (
  ctx: Ctx,
  viewer: Viewer,
  input: NewMedia,
  max = ctx.env.MEDIA_PER_ACCOUNT,
): Promise<Row<'media'>> => {
  const shows = [...new Set(input.shows ?? [])]
  if (shows.some((id) => !viewer.identityIds.includes(id))) fail('foreign_identity')
  const full = (): never =>
    fail('media_quota', undefined, undefined, `Vous avez atteint la limite de ${max} médias`)
  if ((await countMedia(ctx.db, viewer.accountId)) >= max) full()
  const v = await makeVariants(input.bytes, viewer.accountId)
  // a single person agrees by adding it
  const isCouple = viewer.identityIds.length > 1
  const hashes = await photoHashes(v.thumbnail)
  const id = newId()
  // the random tail: a UUIDv7 begins with the time, which would fill one folder at a time
  const folder = `${id.slice(-2)}/${id.slice(-4, -2)}`
  const keys = { full: `${folder}/${id}-full`, thumbnail: `${folder}/${id}-thumb` }
  const remove = (): Promise<unknown> =>
    Promise.allSettled([ctx.storage.delete(keys.full), ctx.storage.delete(keys.thumbnail)])
  const row: Row<'media'> = {
    id,
    account_id: viewer.accountId,
    identity_id: viewer.identityId,
    category: input.category ?? 'photo',
    filename: `${id}.jpg`,
    mime_type: 'image/jpeg',
    file_size: v.full.length,
    width: v.width,
    height: v.height,
    blurhash: v.blurhash,
    storage_key: keys.full,
    thumbnail_key: keys.thumbnail,
    thumbnail_size: v.thumbnail.length,
    status: 'completed',
    created_at: ctx.now(),
    people: null,
    hash: hashes[0] ?? null,
  }
  let asked: string[] = []
  try {
    await putFiles(ctx, keys, v)
    const isStored = await ctx.db.transaction().execute(async (trx) => {
      const named = isCouple
        ? [...new Set([...shows, ...(await unavoidableSubjects(trx, viewer, hashes))])]
        : []
      const people = named.length > 0 ? 'named' : isCouple ? (input.people ?? null) : null
      if (!(await insertMedia(trx, { ...row, people }, max))) return false
      // an upload may take minutes: the session may have ended meanwhile, or the couple parted
      const isMembers = viewer.sessionId !== ''
      if (isMembers && !(await isSessionOf(trx, viewer.sessionId, row.account_id)))
        fail('unauthorized')
      asked = await nameSubjects(trx, viewer, row, named, row.created_at)
      await closeAsBefore(trx, row, hashes)
      return true
    })
    if (!isStored) full()
  } catch (error) {
    await remove()
    throw error
  }
  ctx.bus.emit('photo.saved', { accountId: viewer.accountId, storageKey: keys.full })
  if (asked.length > 0)
    ctx.bus.emit('photo.asked', { accountId: viewer.accountId, mediaId: id, identityIds: asked })
  publishSaved(ctx, row)
  return row
}

/** A photo that a member adds. Fails with `restricted`, or as `saveMedia` does. */
export const addPhoto = async (
  ctx: Ctx,
  viewer: Viewer,
  input: NewMedia,
): Promise<Row<'media'>> => {
  await requireUnrestricted(ctx.db, viewer, 'photos', ctx.now())
  return saveMedia(ctx, viewer, input)
}

const publishSaved = (
  ctx: Pick<Ctx, 'realtime'>,
  { id, account_id, created_at }: Row<'media'>,
): void =>
  ctx.realtime.publish(
    'account.media.updated',
    {
      accountId: account_id,
      mediaId: id,
      status: 'completed',
      progress: 100,
      updatedAt: iso(created_at),
    },
    { accounts: [account_id] },
  )

interface WantedLink {
  readonly id: string
  readonly variant: LinkVariant
}
/** Links to those of the media that the viewer may see; the others are left out. */
export const createMediaLinks = async (
  ctx: Ctx,
  viewer: Viewer,
  wanted: readonly WantedLink[],
): Promise<(WantedLink & { url: string; expires_in: number })[]> => {
  const rights = await readableMedia(
    ctx.db,
    viewer.accountId,
    wanted.map((w) => w.id),
    ctx.now(),
  )
  return wanted.flatMap((w) => {
    const right = rights.get(w.id)
    return right
      ? [
          {
            ...w,
            ...signMediaLink(ctx.secret, ctx.now(), w.id, w.variant, viewer, right === 'avatar'),
          },
        ]
      : []
  })
}

/**
 * The photo behind a link: checks signature and expiry, then the session and permission as they are
 * now. `marked`: its bytes, where the viewer gets them with a mark.
 */
export const openMediaLink = async (
  ctx: Ctx,
  mediaId: string,
  query: Readonly<Record<string, unknown>>,
): Promise<{
  key: string
  leftS: number
  name: string
  marked: (() => Promise<Buffer>) | null
}> => {
  const link = verifyMediaLink(ctx.secret, mediaId, query)
  if (!link) return fail('forbidden')
  const leftS = link.expires - Math.floor(ctx.now() / 1000)
  if (leftS <= 0) return fail('link_expired')
  if (!(await isSessionOf(ctx.db, link.sessionId, link.accountId))) return fail('forbidden')
  const now = ctx.now()
  const right = (await readableMedia(ctx.db, link.accountId, [mediaId], now)).get(mediaId)
  if (!right) return fail('forbidden')
  // avatars are public, and owners get the stored file
  const rule = right === 'member' ? await markRuleFor(ctx.db, link.accountId, mediaId) : null
  const row = (await findMedia(ctx.db, [mediaId]))[0] ?? fail('not_found')
  return {
    key: link.variant === 'full' ? row.storage_key : row.thumbnail_key,
    leftS,
    name: row.filename,
    marked: rule && (() => markedPicture(ctx, row, link.variant, rule)),
  }
}

/**
 * Deletes those of an account's media that nothing uses, with their files. Ids of other accounts
 * and used media are ignored. Returns the ids of the deleted ones. Files are removed after the commit: a
 * failure there leaves files, never rows without files.
 */
export const deleteUnusedMedia = async (
  ctx: Pick<Ctx, 'db' | 'storage' | 'log'>,
  accountId: string,
  ids: readonly string[],
): Promise<readonly string[]> => {
  if (ids.length === 0) return []
  const gone = await ctx.db.transaction().execute(async (trx) => {
    const own = await lockMedia(trx, ids, accountId)
    const uses = await mediaUses(trx, own)
    return deleteMediaRows(
      trx,
      own.filter((id) => !uses.has(id)),
    )
  })
  await removeFiles(ctx, gone)
  return gone.map((m) => m.id)
}

/**
 * Deletes an account's media wherever they are used, with their files. Ids of other accounts are
 * ignored.
 */
export const destroyMedia = async (
  ctx: Pick<Ctx, 'db' | 'storage' | 'log'>,
  accountId: string,
  ids: readonly string[],
): Promise<void> => {
  const gone = await ctx.db
    .transaction()
    .execute(async (trx) => deleteMediaRows(trx, await lockMedia(trx, ids, accountId)))
  await removeFiles(ctx, gone)
}

/** Removes the files of deleted media rows. */
export const removeFiles = async (
  ctx: Pick<Ctx, 'storage' | 'log'>,
  rows: readonly Pick<Row<'media'>, 'storage_key' | 'thumbnail_key'>[],
): Promise<void> => {
  const done = await Promise.allSettled(
    rows.flatMap((m) => [ctx.storage.delete(m.storage_key), ctx.storage.delete(m.thumbnail_key)]),
  )
  for (const d of done)
    if (d.status === 'rejected')
      ctx.log.warn({ err: d.reason as unknown }, 'failed to remove the file of a deleted photo')
}
