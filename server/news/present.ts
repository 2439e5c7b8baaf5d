import { sql } from 'kysely'
import type { NewsItem } from '#contract/news'
import { openAlbumRequests } from '../access/album-requests'
import { countOpenAlbums } from '../access/albums'
import { eventIsReadable } from '../access/predicates'
import type { Ctx } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { iso } from '../iso'
import { DELETED_HANDLE } from '../profile/service'
import { albumNamesOfShares } from './share-ends'

export interface NewsWithEvent extends Row<'news'> {
  /** The event's current title. */
  title: string | null
  start_at: number | null
  /** Whether the reader may read the event; otherwise it only gets the stored wording. */
  is_read: number | boolean | null
  actor_deleted_at: number | null
  pending_id: string | null
}
/** By id, what the owner is shown of a request for an album that waits for the answer. */
type Requests = ReadonlyMap<string, { requestId: string; album: string; words: string }>
const requestsOf = async (ctx: Ctx, rows: readonly NewsWithEvent[]): Promise<Requests> => {
  const ids = rows
    .filter((r) => r.news_type === 'album_requested')
    .map((r) => String((JSON.parse(r.payload) as { request?: unknown }).request))
  if (ids.length === 0) return new Map()
  const open = await openAlbumRequests(ctx.db, ctx.now()).where('q.id', 'in', ids).execute()
  return new Map(open.map(({ id, album, words }) => [id, { requestId: id, album, words }]))
}
/** What is read when an item is shown, and stored nowhere. */
interface Current {
  readonly requests: Requests
  /** Open private albums, by reader and owner. */
  readonly albums: ReadonlyMap<string, number>
  /** Names of albums whose share ends soon, by the share. */
  readonly shares: ReadonlyMap<string, string>
}
export const loadCurrent = async (ctx: Ctx, rows: readonly NewsWithEvent[]): Promise<Current> => {
  const shares = rows.filter((r) => r.news_type === 'album_shared')
  const albums = new Map<string, number>()
  for (const reader of new Set(shares.map((r) => r.account_id))) {
    const owners = shares.flatMap((r) =>
      r.account_id === reader && r.actor_account_id ? [r.actor_account_id] : [],
    )
    for (const [owner, n] of await countOpenAlbums(ctx.db, owners, reader, ctx.now()))
      albums.set(`${reader} ${owner}`, n)
  }
  const ending = rows.filter((r) => r.news_type === 'album_share_ends').map((r) => r.payload)
  return {
    requests: await requestsOf(ctx, rows),
    albums,
    shares: await albumNamesOfShares(ctx.db, ending, ctx.now()),
  }
}
/**
 * The data that the sentence needs, without the name of a deleted account, even while its deletion
 * can be undone.
 */
const payloadOf = (
  row: NewsWithEvent,
  { requests, albums, shares }: Current,
): Record<string, unknown> => {
  const { accounts, request, share, ...stored } = JSON.parse(row.payload) as Record<string, unknown>
  const open = albums.get(`${row.account_id} ${row.actor_account_id}`)
  return {
    ...stored,
    ...(row.actor_deleted_at !== null && 'handle' in stored ? { handle: DELETED_HANDLE } : {}),
    // a number only: one of them may have blocked the reader since
    ...(Array.isArray(accounts) ? { others: accounts.length - 1 } : {}),
    // the participant of a request that waits for this organizer's decision
    ...(row.pending_id === null ? {} : { pendingId: row.pending_id }),
    ...requests.get(String(request)),
    ...(typeof share === 'string' && shares.has(share)
      ? { shareId: share, album: shares.get(share) }
      : {}),
    ...(row.news_type === 'album_shared' && open !== undefined ? { albums: open } : {}),
  }
}
export const presentNewsItem = (row: NewsWithEvent, current: Current): NewsItem => ({
  id: row.id,
  eventId: row.event_id,
  accountId: row.account_id,
  actorAccountId: row.actor_account_id,
  newsType: row.news_type,
  payload: payloadOf(row, current),
  createdAt: iso(row.created_at),
  readAt: iso(row.read_at),
  deletedAt: iso(row.deleted_at),
  event:
    row.event_id && row.title !== null && row.is_read
      ? { id: row.event_id, title: row.title, startDate: iso(row.start_at) }
      : null,
})
export const newsWithEvent = (db: Conn) =>
  db
    .selectFrom('news as n')
    .leftJoin('events as e', 'e.id', 'n.event_id')
    .leftJoin('accounts as actor', 'actor.id', 'n.actor_account_id')
    .selectAll('n')
    .select([
      'e.title',
      'e.start_at',
      'actor.deleted_at as actor_deleted_at',
      eventIsReadable(sql.ref('n.account_id')).as('is_read'),
      // for its organizers only, as long as the request is open
      sql<string | null>`(select asked.id from event_participants as asked
        where n.news_type = 'participation_requested' and asked.event_id = n.event_id
          and asked.account_id = n.actor_account_id and asked.status = 'pending_approval'
          and (e.creator_account_id = n.account_id or exists (select 1 from event_participants as lead
            where lead.event_id = n.event_id and lead.account_id = n.account_id
              and lead.is_co_organizer = 1)))`.as('pending_id'),
    ])
