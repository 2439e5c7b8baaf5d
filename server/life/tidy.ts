import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '#contract/limits'
import { requestCutoff } from '../access/album-requests'
import { deleteForgottenCodes } from '../agreements/service'
import type { Ctx } from '../context'
import { removeParts } from '../media/service'
import { deleteEmptyGroups } from '../messaging/service'

/**
 * Expired links and tokens are kept this long, so that following one reports that it has expired.
 */
export const KEPT_MS = 30 * DAY_MS
/** `saveMedia` writes the files before the row. */
const YOUNG_MS = DAY_MS
/** How long a mark can be traced to its viewer. */
export const MARK_DAYS = 365
const BATCH = 500
/** A call whose reply was lost is repeated within this time. */
const REPEATED_MS = 10 * 60_000
/** Cached map tiles kept, bytes. */
const TILES_MAX = 500_000_000

/**
 * Deletes, a month after they expired: links, tokens, sessions, requests for albums and withdrawn
 * requests to part. Also deletes unused passkey challenges, unconfirmed registrations and groups
 * without members.
 */
export const deleteExpiredRows = async (ctx: Ctx): Promise<void> => {
  const limit = ctx.now() - KEPT_MS
  await ctx.db.deleteFrom('passkey_challenges').where('expires_at', '<', ctx.now()).execute()
  await ctx.db.deleteFrom('email_tokens').where('expires_at', '<', limit).execute()
  await ctx.db.deleteFrom('staff_links').where('expires_at', '<', ctx.now()).execute()
  // before the session's tokens, which still report why it ended; the last token removes the
  // session
  await ctx.db
    .deleteFrom('sessions')
    .where('id', 'in', (eb) =>
      eb.selectFrom('refresh_tokens').where('expires_at', '<', limit).select('session_id'),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('refresh_tokens as t')
            .whereRef('t.session_id', '=', 'sessions.id')
            .where('t.expires_at', '>=', limit)
            .select('t.id'),
        ),
      ),
    )
    .execute()
  await ctx.db.deleteFrom('refresh_tokens').where('expires_at', '<', limit).execute()
  await ctx.db
    .deleteFrom('photo_marks')
    .where('day', '<', new Date(ctx.now() - MARK_DAYS * DAY_MS).toISOString().slice(0, 10))
    .execute()
  await deleteForgottenCodes(ctx)
  await ctx.db.deleteFrom('join_links').where('expires_at', '<', limit).execute()
  // only a repeat of the call that took it back still asks for its text
  await ctx.db
    .updateTable('held_messages')
    .set({ content: '' })
    .where('state', '=', 'withdrawn')
    .where('updated_at', '<', ctx.now() - REPEATED_MS)
    .execute()
  // what was sent or taken back: only a late retry of the outbox still asks for it
  await ctx.db
    .deleteFrom('held_messages')
    .where('state', 'in', ['sent', 'withdrawn'])
    .where('updated_at', '<', limit)
    .execute()
  await ctx.db
    .deleteFrom('partings')
    .where('state', '=', 'cancelled')
    .where('due_at', '<', limit)
    .execute()
  const since = requestCutoff(ctx.now())
  await ctx.db
    .deleteFrom('album_requests')
    .where('asked_at', '<=', since)
    .where((eb) => eb.or([eb('refused_at', 'is', null), eb('refused_at', '<=', since)]))
    .execute()
  await ctx.db
    .deleteFrom('users')
    .where('email_verified_at', 'is', null)
    .where('account_id', 'is', null)
    .where('created_at', '<', limit)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('email_tokens as t')
            .whereRef('t.user_id', '=', 'users.id')
            .where('t.expires_at', '>', ctx.now())
            .select('t.id'),
        ),
      ),
    )
    .execute()
  // left by a process that ended after the deletion of the last member's account
  await deleteEmptyGroups(ctx)
}

/** Bounds the folder of cached map tiles, oldest first. */
export const trimTileCache = async (ctx: Ctx, maxBytes = TILES_MAX): Promise<void> => {
  const dir = join(ctx.env.DATA_DIR, 'tiles')
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => [])
  const files: { path: string; size: number; at: number }[] = []
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const known = entry.isFile() ? await stat(path).catch(() => null) : null
    if (known) files.push({ path, size: known.size, at: known.mtimeMs })
  }
  let left = maxBytes
  for (const { path, size } of files.toSorted((a, b) => b.at - a.at)) {
    left -= size
    if (left < 0) await rm(path, { force: true })
  }
}

/**
 * Deletes stored files without a media row, left by a process that was killed while saving or
 * deleting. Returns their number; fails at its end when one cannot be deleted.
 */
export const deleteOrphanedFiles = async (ctx: Ctx): Promise<number> => {
  await trimTileCache(ctx)
  await removeParts(join(ctx.env.DATA_DIR, 'media'), ctx.now() - YOUNG_MS)
  let gone = 0
  let kept = 0
  let some: string[] = []
  const settle = async (): Promise<void> => {
    if (some.length === 0) return
    const rows = await ctx.db
      .selectFrom('media')
      .where('id', 'in', [...new Set(some.map(idOf))])
      .select(['storage_key', 'thumbnail_key'])
      .execute()
    const known = new Set(rows.flatMap((r) => [r.storage_key, r.thumbnail_key]))
    for (const key of some)
      if (!known.has(key))
        try {
          await ctx.storage.delete(key)
          gone += 1
        } catch (error) {
          kept += 1
          ctx.log.warn({ err: error, key }, 'cannot remove an unreferenced media file')
        }
    some = []
  }
  for await (const { key, modifiedAt } of ctx.storage.list()) {
    // only names that `saveMedia` gives; other objects of the bucket are not ours
    if (!FILE.test(key) || ctx.now() - modifiedAt < YOUNG_MS) continue
    some.push(key)
    if (some.length >= BATCH) await settle()
  }
  await settle()
  if (gone > 0) ctx.log.info({ files: gone }, 'removed unreferenced media files')
  if (kept > 0) throw new Error(`${kept} unreferenced media files cannot be removed`)
  return gone
}

const FILE = /^[0-9a-f]{2}\/[0-9a-f]{2}\/([0-9a-f-]{36})-(?:full|thumb)$/
const idOf = (key: string): string => FILE.exec(key)?.[1] ?? ''
