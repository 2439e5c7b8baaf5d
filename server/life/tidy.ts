import type { Ctx } from '../context'

const DAY_MS = 86_400_000
/** A link or a token that has run out is kept this long: whoever follows it is told that it is over. */
const KEPT_MS = 30 * DAY_MS
/** A picture that is being saved has its files before its row. */
const YOUNG_MS = DAY_MS
const BATCH = 500

/** Links and tokens that ran out a month ago. */
export const tidyRows = async (ctx: Ctx): Promise<void> => {
  const limit = ctx.now() - KEPT_MS
  await ctx.db.deleteFrom('email_tokens').where('expires_at', '<', limit).execute()
  await ctx.db.deleteFrom('refresh_tokens').where('expires_at', '<', limit).execute()
  await ctx.db.deleteFrom('join_links').where('expires_at', '<', limit).execute()
}

/** Files of the store that no photo points to: left by a process that was killed while it saved or deleted one. Answers how many went. */
export const tidyFiles = async (ctx: Ctx): Promise<number> => {
  let gone = 0
  let some: string[] = []
  const settle = async (): Promise<void> => {
    if (some.length === 0) return
    const rows = await ctx.db.selectFrom('media').where('id', 'in', [...new Set(some.map(idOf))]).select(['storage_key', 'thumbnail_key']).execute()
    const known = new Set(rows.flatMap((r) => [r.storage_key, r.thumbnail_key]))
    for (const key of some)
      if (!known.has(key)) {
        await ctx.storage.delete(key)
        gone += 1
      }
    some = []
  }
  for await (const { key, modifiedAt } of ctx.storage.list()) {
    // only what saveMedia names; whatever else lies in the bucket is not ours
    if (!FILE.test(key) || ctx.now() - modifiedAt < YOUNG_MS) continue
    some.push(key)
    if (some.length >= BATCH) await settle()
  }
  await settle()
  if (gone > 0) ctx.log.info({ files: gone }, 'files without a photo removed')
  return gone
}

const FILE = /^[0-9a-f]{2}\/[0-9a-f]{2}\/([0-9a-f-]{36})-(?:full|thumb)$/
const idOf = (key: string): string => FILE.exec(key)?.[1] ?? ''
