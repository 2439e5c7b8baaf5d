import type { Ctx } from '../../context'
import type { Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { groupBy } from '../../group-by'
import {
  fillPages,
  matchesIn,
  pageHeads,
  pageTexts,
  serveOthers,
  unpagedMessages,
  type Match,
} from './search-pages'

export type FoundRow = Pick<
  Row<'messages'>,
  'id' | 'conversation_id' | 'content' | 'created_at' | 'sender_account_id' | 'sender_identity_id'
>
interface Scope {
  readonly id: string
  readonly visible_after: number
}
type Place = Pick<Row<'messages'>, 'created_at' | 'id'>

export const newestFirst = (a: Place, b: Place): number =>
  b.created_at - a.created_at || (a.id < b.id ? 1 : -1)

const rowsOf = (db: Conn, matches: readonly Match[]): Promise<FoundRow[]> =>
  db
    .selectFrom('messages')
    .where((eb) =>
      eb.or(
        [...groupBy(matches, (m) => m.conversationId)].map(([id, found]) =>
          eb.and([
            eb('conversation_id', '=', id),
            eb(
              'seq',
              'in',
              found.map((m) => m.seq),
            ),
          ]),
        ),
      ),
    )
    .where('deleted_at', 'is', null)
    .select([
      'id',
      'conversation_id',
      'content',
      'created_at',
      'sender_account_id',
      'sender_identity_id',
    ])
    .execute()

/** Pages that are decrypted at once: about half a megabyte. */
const PAGES_AT_ONCE = 16

/**
 * Messages of the conversations that hold every word, newest first by time and id, before `below`;
 * at most `limit`.
 */
export const findMessages = async (
  ctx: Ctx,
  conversations: readonly Scope[],
  words: readonly string[],
  below: Place | null,
  limit: number,
): Promise<FoundRow[]> => {
  await fillPages(ctx, conversations)
  const since = new Map(conversations.map((c) => [c.id, c.visible_after]))
  const heads = await pageHeads(ctx.db, conversations)
  const pages = heads
    .filter((head) => head.up_to > (since.get(head.conversation_id) ?? 0))
    .sort((a, b) => b.newest_at - a.newest_at)
  const isAsked = (m: Match): boolean =>
    m.seq > (since.get(m.conversationId) ?? 0) && (!below || m.createdAt <= below.created_at)
  const isBelow = (row: FoundRow): boolean =>
    !below ||
    row.created_at < below.created_at ||
    (row.created_at === below.created_at && row.id < below.id)
  const byTime = (a: Match, b: Match): number => b.createdAt - a.createdAt
  let matches = (await unpagedMessages(ctx.db, conversations, heads, words))
    .filter(isAsked)
    .sort(byTime)
  const rows: FoundRow[] = []
  /** How many matches are newer than everything in the pages that are still unread. */
  const certain = (): number => {
    const at = pages[0]?.newest_at ?? -1
    const end = matches.findIndex((m) => m.createdAt <= at)
    return end < 0 ? matches.length : end
  }
  for (;;) {
    while (pages.length > 0 && certain() < limit - rows.length) {
      const read = await pageTexts(
        ctx.db,
        pages.splice(0, PAGES_AT_ONCE).map((p) => p.id),
      )
      matches.push(...read.flatMap((page) => matchesIn(page, words)).filter(isAsked))
      matches.sort(byTime)
      await serveOthers()
    }
    // messages of one moment are ordered by their id: all of them are read
    const last = matches[Math.min(certain(), limit - rows.length) - 1]
    if (!last) return rows
    const taken = matches.filter((m) => m.createdAt >= last.createdAt)
    matches = matches.slice(taken.length)
    rows.push(...(await rowsOf(ctx.db, taken)).filter(isBelow).sort(newestFirst))
    if (rows.length >= limit) return rows.slice(0, limit)
  }
}
