import type { listMessages, Message } from '#contract/messaging/messages'
import type { ParsedInput } from '#contract/route'
import { requireMember } from '../../access/members'
import type { Ctx, Viewer } from '../../context'
import type { Row } from '../../db/tables'
import { fail } from '../../fail'
import { iso } from '../../iso'
import { presentMessages } from './present'
import { firstUnread, pageAfter, pageBefore, readSeqOf } from '../queries'

interface Slice {
  rows: Row<'messages'>[]
  hasMore: boolean
  hasNewer: boolean
}

/**
 * A page around the message `seq`: half a page before it, more when too few messages follow it, and
 * vice versa.
 */
const pageAround = async (
  ctx: Ctx,
  id: string,
  visibleAfter: number,
  seq: number,
  limit: number,
): Promise<Slice> => {
  const older = await pageBefore(ctx.db, id, visibleAfter, seq, limit)
  // its first row is the message itself
  const newer = await pageAfter(ctx.db, id, visibleAfter, seq - 1, limit + 1)
  const half = Math.floor(limit / 2)
  const before = Math.min(older.length, Math.max(half, limit - newer.length))
  const rows = [...older.slice(0, before).reverse(), ...newer.slice(0, limit - before)]
  return { rows, hasMore: older.length > before, hasNewer: newer.length > limit - before }
}

export interface Page {
  messages: Message[]
  hasMore: boolean
  hasNewer: boolean
  readSeq: number
  firstUnreadId: string | null
  lastSyncDate: string
}
/**
 * A page, oldest first: the latest, or before, after or around a message. Fails with `not_found`
 * for a message of another conversation. The clock is read before the page, so that later commits
 * come with the next sync.
 */
export const readMessagePage = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  asked: ParsedInput<typeof listMessages>['query'],
): Promise<Page> => {
  const { conversation, participant } = await requireMember(ctx.db, viewer, id)
  const from = participant.visible_after
  const { limit, oldestLoadedMessageId, newestLoadedMessageId } = asked
  const ids = [oldestLoadedMessageId, newestLoadedMessageId, asked.around].filter(
    (x) => x !== undefined,
  )
  if (ids.length > 1) fail('invalid_payload')
  const seq = ids[0]
    ? ((
        await ctx.db
          .selectFrom('messages')
          .where('id', '=', ids[0])
          .where('conversation_id', '=', id)
          .select('seq')
          .executeTakeFirst()
      )?.seq ?? fail('not_found'))
    : null
  if (asked.around && seq !== null && seq <= from) fail('not_found')
  let slice: Slice
  if (seq !== null && asked.around) slice = await pageAround(ctx, id, from, seq, limit)
  else if (seq !== null && newestLoadedMessageId) {
    const rows = await pageAfter(ctx.db, id, from, seq, limit + 1)
    slice = { rows: rows.slice(0, limit), hasMore: seq > from, hasNewer: rows.length > limit }
  } else {
    const rows = await pageBefore(ctx.db, id, from, seq, limit + 1)
    slice = {
      rows: rows.slice(0, limit).reverse(),
      hasMore: rows.length > limit,
      hasNewer: seq !== null && seq > from,
    }
  }
  const readSeq = await readSeqOf(ctx.db, id, viewer)
  return {
    messages: await presentMessages(ctx, conversation, slice.rows, viewer.accountId),
    hasMore: slice.hasMore,
    hasNewer: slice.hasNewer,
    readSeq,
    firstUnreadId: await firstUnread(ctx.db, id, viewer.accountId, Math.max(readSeq, from)),
    lastSyncDate: iso(conversation.clock),
  }
}
