import type { Audience } from '#contract/staff/community'
import { verifiedAmong } from '../access/verified'
import type { Ctx } from '../context'
import type { Conn } from '../db/dialect'

/** Accounts per query. */
const BATCH = 500

/** `announcements.audience`; null: all members. */
export const parseAudience = (stored: string | null): Audience =>
  stored === null
    ? { who: 'all', verified: false, department: null }
    : (JSON.parse(stored) as Audience)
export const serializeAudience = (audience: Audience): string | null =>
  audience.who === 'all' && !audience.verified && audience.department === null
    ? null
    : JSON.stringify(audience)

const departmentOf = (data: string): string | null =>
  (JSON.parse(data) as { location?: { department_code?: string } | null }).location
    ?.department_code ?? null

/** The accounts among these that belong to the audience now, from what their profiles show anyway. */
export const accountsInAudience = async (
  db: Conn,
  audience: Audience,
  ids: readonly string[],
  now: number,
): Promise<readonly string[]> => {
  let left = ids
  if (left.length > 0 && audience.department !== null) {
    const rows = await db
      .selectFrom('accounts')
      .where('id', 'in', [...left])
      .select(['id', 'data'])
      .execute()
    const there = new Set(
      rows.filter((r) => departmentOf(r.data) === audience.department).map((r) => r.id),
    )
    left = left.filter((id) => there.has(id))
  }
  if (left.length > 0 && audience.who !== 'all') {
    const persons = await db
      .selectFrom('identities')
      .where('account_id', 'in', [...left])
      .select(['account_id', 'gender'])
      .execute()
    const wanted = { women: 'woman', men: 'man', couples: null }[audience.who]
    left = left.filter((id) => {
      const own = persons.filter((p) => p.account_id === id)
      return wanted === null ? own.length > 1 : own.length === 1 && own[0]?.gender === wanted
    })
  }
  if (left.length > 0 && audience.verified) {
    const verified = await verifiedAmong(db, left, now)
    left = left.filter((id) => verified.has(id))
  }
  return left
}

/** The next accounts that had been made by `by` (ms), in the order of their ids. */
export const nextAccounts = async (
  db: Conn,
  after: string,
  by: number,
  limit: number,
): Promise<string[]> =>
  (
    await db
      .selectFrom('accounts')
      .where('id', '>', after)
      .where('deleted_at', 'is', null)
      .where('created_at', '<=', by)
      .select('id')
      .orderBy('id')
      .limit(limit)
      .execute()
  ).map((a) => a.id)

/** How many members a message would reach now. */
export const countAudience = async (ctx: Ctx, audience: Audience): Promise<number> => {
  const now = ctx.now()
  let [count, after] = [0, '']
  for (;;) {
    const ids = await nextAccounts(ctx.db, after, now, BATCH)
    const last = ids.at(-1)
    if (last === undefined) return count
    count += (await accountsInAudience(ctx.db, audience, ids, now)).length
    after = last
  }
}
