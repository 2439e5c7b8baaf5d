import type { Ctx } from '../../context'
import type { Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { newId } from '../../tokens'
import { lockConversation } from '../conversations/members'
import { groupBy } from '../../group-by'
import { messageKey } from './search-key'

/**
 * The search texts of a conversation, 512 messages to a page: decrypting 100,000 messages one by
 * one takes 487 ms (docs/decisions/049). The search itself writes missing pages; the database drops
 * a page when the text of one of its messages changes (migration 0066).
 */
type PageHead = Pick<
  Row<'search_pages'>,
  'id' | 'conversation_id' | 'after_seq' | 'up_to' | 'newest_at' | 'size'
>
/** A message that holds every word. */
export interface Match {
  readonly conversationId: string
  readonly seq: number
  readonly createdAt: number
}
type Conversations = readonly { readonly id: string }[]

const PAGE_MESSAGES = 512
/** A page is also full when it has more text than this: a page is decrypted in one go. */
const PAGE_CHARS = 100_000
/** Up to this many newer messages of a conversation are read one by one; more get a page. */
const UNPAGED_MAX = 8

/** Oldest first within a conversation. */
export const pageHeads = (db: Conn, conversations: Conversations): Promise<PageHead[]> =>
  db
    .selectFrom('search_pages')
    .where(
      'conversation_id',
      'in',
      conversations.map((c) => c.id),
    )
    .select(['id', 'conversation_id', 'after_seq', 'up_to', 'newest_at', 'size'])
    .orderBy('conversation_id')
    .orderBy('up_to')
    .execute()

export const pageTexts = (db: Conn, ids: readonly string[]) =>
  db
    .selectFrom('search_pages')
    .where('id', 'in', [...ids])
    .select(['conversation_id', 'text'])
    .execute()

/** The oldest part of one conversation that no page covers; `upTo` null: its end. */
const firstGap = (heads: readonly PageHead[]) => {
  let before: PageHead | undefined
  for (const head of heads) {
    const after = before?.up_to ?? 0
    if (head.after_seq > after) return { before, after, upTo: head.after_seq }
    before = head
  }
  return { before, after: before?.up_to ?? 0, upTo: null }
}

/** «key, tab, seq», and after a point the ms by which the seq is ahead of the time; base 36. */
const lineOf = (key: string, seq: number, createdAt: number): string => {
  const ahead = seq - createdAt
  return `${key}\t${seq.toString(36)}${ahead === 0 ? '' : `.${ahead.toString(36)}`}\n`
}

/** The messages in (after, upTo], at most `limit`, as content of a page. */
const readPage = async (
  trx: Conn,
  conversationId: string,
  after: number,
  upTo: number | null,
  limit: number,
) => {
  let query = trx
    .selectFrom('messages')
    .where('conversation_id', '=', conversationId)
    .where('seq', '>', after)
  if (upTo !== null) query = query.where('seq', '<=', upTo)
  const rows = await query
    .select(['seq', 'content', 'created_at', 'deleted_at', 'sender_account_id'])
    .orderBy('seq')
    .limit(limit)
    .execute()
  let text = ''
  let newest_at = 0
  let last = after
  for (const m of rows) {
    if (text.length > PAGE_CHARS) return { up_to: last, newest_at, size: limit, text }
    const isSearched = m.deleted_at === null && m.sender_account_id !== null
    const key = isSearched ? messageKey(m.content) : null
    if (key !== null) text += lineOf(key, m.seq, m.created_at)
    newest_at = Math.max(newest_at, m.created_at)
    last = m.seq
  }
  const up_to = rows.length < limit && upTo !== null ? upTo : last
  return { up_to, newest_at, size: rows.length, text }
}

/** Extends the page before the first gap, or writes a new one. False: there is no gap. */
const writePage = (ctx: Ctx, conversationId: string): Promise<boolean> =>
  ctx.db.transaction().execute(async (trx) => {
    // texts change under this lock
    await lockConversation(trx, conversationId)
    const { before, after, upTo } = firstGap(await pageHeads(trx, [{ id: conversationId }]))
    const open = before && before.size < PAGE_MESSAGES ? before : null
    const limit = PAGE_MESSAGES - (open?.size ?? 0)
    const page = await readPage(trx, conversationId, after, upTo, limit)
    if (page.up_to === after) return false
    if (!open) {
      const row = { id: newId(), conversation_id: conversationId, after_seq: after, ...page }
      await trx.insertInto('search_pages').values(row).execute()
      return true
    }
    const [earlier] = await pageTexts(trx, [open.id])
    await trx
      .updateTable('search_pages')
      .set({
        up_to: page.up_to,
        newest_at: Math.max(open.newest_at, page.newest_at),
        size: open.size + page.size,
        text: (earlier?.text ?? '') + page.text,
      })
      .where('id', '=', open.id)
      .execute()
    return true
  })

const byConversation = (heads: readonly PageHead[]) =>
  groupBy(heads, (head) => head.conversation_id)

/** Messages that are newer than the pages of their conversation. */
const unpaged = (db: Conn, conversations: Conversations, heads: readonly PageHead[]) => {
  const pages = byConversation(heads)
  return db
    .selectFrom('messages')
    .where((eb) =>
      eb.or(
        conversations.map(({ id }) =>
          eb.and([
            eb('conversation_id', '=', id),
            eb('seq', '>', pages.get(id)?.at(-1)?.up_to ?? 0),
          ]),
        ),
      ),
    )
}

/** Lets other requests run between two long steps. */
export const serveOthers = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** Writes missing pages; other requests are served between two. */
export const fillPages = async (ctx: Ctx, conversations: Conversations): Promise<void> => {
  const heads = await pageHeads(ctx.db, conversations)
  const pages = byConversation(heads)
  const counts = await unpaged(ctx.db, conversations, heads)
    .select((eb) => ['conversation_id', eb.fn.countAll<number>().as('n')])
    .groupBy('conversation_id')
    .execute()
  const long = new Set(counts.filter((c) => c.n > UNPAGED_MAX).map((c) => c.conversation_id))
  for (const { id } of conversations)
    if (long.has(id) || firstGap(pages.get(id) ?? []).upTo !== null)
      while (await writePage(ctx, id)) await serveOthers()
}

export const unpagedMessages = async (
  db: Conn,
  conversations: Conversations,
  heads: readonly PageHead[],
  words: readonly string[],
): Promise<Match[]> => {
  const rows = await unpaged(db, conversations, heads)
    .where('deleted_at', 'is', null)
    .where('sender_account_id', 'is not', null)
    .select(['conversation_id', 'seq', 'created_at', 'content'])
    .execute()
  return rows
    .filter((m) => {
      const key = messageKey(m.content) ?? ''
      return words.every((word) => key.includes(word))
    })
    .map((m) => ({ conversationId: m.conversation_id, seq: m.seq, createdAt: m.created_at }))
}

/** The messages of a page that hold every word; the first word is the longest, and looked for first. */
export const matchesIn = (
  { conversation_id, text }: { readonly conversation_id: string; readonly text: string },
  [longest = '', ...words]: readonly string[],
): Match[] => {
  const matches: Match[] = []
  let end = 0
  for (let at = text.indexOf(longest); at >= 0; at = text.indexOf(longest, end)) {
    end = text.indexOf('\n', at)
    const tab = text.lastIndexOf('\t', end)
    const key = text.slice(text.lastIndexOf('\n', at) + 1, tab)
    if (at > tab || !words.every((word) => key.includes(word))) continue
    const [seq = '', ahead = '0'] = text.slice(tab + 1, end).split('.')
    const place = Number.parseInt(seq, 36)
    matches.push({
      conversationId: conversation_id,
      seq: place,
      createdAt: place - Number.parseInt(ahead, 36),
    })
  }
  return matches
}
