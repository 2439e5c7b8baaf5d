import type { Conn } from '../db/dialect'

/** By account, the account through whose link it came in. */
export const invitersOf = async (
  db: Conn,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .where('account_id', 'in', [...ids])
    .where('invited_by', 'is not', null)
    .select(['account_id', 'invited_by'])
    .orderBy('created_at')
    .execute()
  const inviters = new Map<string, string>()
  // of a couple the first login
  for (const { account_id: id, invited_by: inviter } of rows)
    // a member who joined the account of the member who let them in has no other inviter
    if (id !== null && inviter !== null && inviter !== id && !inviters.has(id))
      inviters.set(id, inviter)
  return inviters
}

/** Levels upwards, as many as staff see downwards (`readInvitationTree`); more distant links say little. */
const LEVELS = 3

/** By account, through whose links it came in, nearest first. */
const lineagesOf = async (
  db: Conn,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const inviters = new Map<string, string>()
  let level = [...new Set(ids)]
  for (let n = 0; n < LEVELS && level.length > 0; n += 1) {
    const found = await invitersOf(db, level)
    for (const [id, inviter] of found) inviters.set(id, inviter)
    level = [...new Set(found.values())].filter((id) => !inviters.has(id))
  }
  const lineageOf = (id: string): string[] => {
    const line: string[] = []
    for (let at = inviters.get(id); at !== undefined && line.length < LEVELS; at = inviters.get(at))
      line.push(at)
    return line
  }
  return new Map(ids.map((id) => [id, lineageOf(id)]))
}

/**
 * By account, how many of those who speak for it are independent. A member who let another of them in is
 * not counted beside that one; all whom the account itself let in count as one. One more voice
 * never lowers the number.
 */
export const countIndependent = async (
  db: Conn,
  voices: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, number>> => {
  const lineages = await lineagesOf(db, [...new Set([...voices.values()].flat())])
  const lineOf = (id: string): readonly string[] => lineages.get(id) ?? []
  return new Map(
    [...voices].map(([account, ids]) => {
      const above = new Set(ids.flatMap(lineOf))
      const beside = ids.filter((id) => !lineOf(id).includes(account) && !above.has(id))
      const isSpokenForByOwn = ids.some((id) => lineOf(id).includes(account))
      // two couples may have let in one of each other: each is above the other
      return [
        account,
        Math.max(beside.length + (isSpokenForByOwn ? 1 : 0), Math.min(ids.length, 1)),
      ]
    }),
  )
}
