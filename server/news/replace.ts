import { HOUR_MS } from '#contract/limits'
import type { NewsType } from '#contract/news'
import { chunksOf, type Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { iso } from '../iso'

/**
 * A news item for one member. `payload` holds what its sentence needs (title, handle), never an
 * address.
 */
export interface NewNews {
  readonly accountId: string
  readonly actorAccountId: string | null
  readonly eventId: string | null
  readonly type: NewsType
  readonly payload: Readonly<Record<string, unknown>>
  /** Ms; no longer shown from then on. */
  readonly endsAt?: number | null
  /** Of a deleted event, whose title is in the payload. */
  readonly eventCreatorId?: string
}

const PUBLICATION = ['event_published', 'event_unpublished'] as const
/**
 * Kinds that can be toggled at will, with the kinds that each one invalidates: only the last one is
 * kept per member and event.
 */
const REPLACED: Partial<Record<NewsType, readonly NewsType[]>> = {
  event_published: PUBLICATION,
  event_unpublished: PUBLICATION,
  location_revealed: ['location_revealed'],
  event_changed: ['event_changed'],
  waitlist_free: ['waitlist_free'],
  reconfirm_asked: ['reconfirm_asked'],
  participant_joined: ['participant_joined'],
  participant_waits: ['participant_waits'],
  participant_left: ['participant_left'],
}
/** Kinds of which an unread item is merged into the next one: ten confirmations are one line. */
const GATHERED: readonly NewsType[] = [
  'participant_joined',
  'participant_waits',
  'participant_left',
]
const replacedBy = (type: NewsType): readonly NewsType[] | undefined => REPLACED[type]
/** Toggled again within this time, it does not send a push. */
const AGAIN_MS = HOUR_MS

/** The list in a payload that merged items share: changed fields, or the members it is about. */
const itemsField = (type: string): 'fields' | 'accounts' =>
  type === 'event_changed' ? 'fields' : 'accounts'
const listOf = (
  type: string,
  payload: string | Readonly<Record<string, unknown>>,
): readonly unknown[] => {
  const list = (
    typeof payload === 'string' ? (JSON.parse(payload) as Record<string, unknown>) : payload
  )[itemsField(type)]
  return Array.isArray(list) ? list : []
}
const mergedWith = (item: NewNews, former: readonly unknown[]): NewNews =>
  former.length === 0
    ? item
    : {
        ...item,
        payload: {
          ...item.payload,
          [itemsField(item.type)]: [...new Set([...former, ...listOf(item.type, item.payload)])],
        },
      }

/**
 * Marks the items that these invalidate or repeat as removed, and deletes those marked before.
 * Returns the removed ids and the items to send.
 */
export const replaceItems = async (
  trx: Conn,
  items: readonly NewNews[],
  now: number,
): Promise<{ readonly removed: readonly string[]; readonly toSend: readonly NewNews[] }> => {
  const removed: string[] = []
  const former = new Map<string, readonly unknown[]>()
  for (const { eventId, type, actorAccountId } of new Map(
    items.map((i) => [`${i.eventId} ${i.type}`, i]),
  ).values()) {
    const kinds = replacedBy(type)
    if (!kinds || !eventId) continue
    const accounts = items
      .filter((i) => i.eventId === eventId && i.type === type)
      .map((i) => i.accountId)
    for (const some of chunksOf(accounts)) {
      await trx
        .deleteFrom('news')
        .where('event_id', '=', eventId)
        .where('news_type', 'in', kinds)
        .where('deleted_at', 'is not', null)
        .where('account_id', 'in', some)
        .execute()
      let query = activeItems(trx, eventId, kinds).where('account_id', 'in', some)
      // changes of one event within an hour merge into one item of each actor (a reader blocked by
      // one organizer still reads the other's)
      if (type === 'event_changed')
        query = query
          .where('created_at', '>', now - AGAIN_MS)
          .where('actor_account_id', '=', actorAccountId)
      if (GATHERED.includes(type)) query = query.where('read_at', 'is', null)
      const rows = await query.execute()
      for (const row of rows)
        former.set(`${row.account_id} ${eventId} ${type}`, listOf(type, row.payload))
      removed.push(...(await markRemoved(trx, rows, now)))
    }
  }
  return {
    removed,
    toSend: items.map((i) =>
      mergedWith(i, former.get(`${i.accountId} ${i.eventId} ${i.type}`) ?? []),
    ),
  }
}

/**
 * Ids of items that toggle something already toggled within the last hour (the replaced item is
 * still stored).
 */
export const repeatedToggles = async (
  db: Conn,
  rows: readonly Row<'news'>[],
): Promise<ReadonlySet<string>> => {
  const toggles = rows.filter(
    (r) => r.event_id !== null && r.deleted_at === null && replacedBy(r.news_type),
  )
  if (toggles.length === 0) return new Set()
  const former = await db
    .selectFrom('news')
    .where('event_id', 'in', [...new Set(toggles.flatMap((r) => r.event_id ?? []))])
    .where('account_id', 'in', [...new Set(toggles.map((r) => r.account_id))])
    .where('deleted_at', 'is not', null)
    .select(['account_id', 'event_id', 'news_type', 'created_at'])
    .execute()
  const keyOf = (r: Pick<Row<'news'>, 'account_id' | 'event_id' | 'news_type'>): string =>
    `${r.account_id} ${r.event_id} ${replacedBy(r.news_type)?.[0] ?? ''}`
  const last = new Map(former.map((f) => [keyOf(f), f.created_at]))
  return new Set(
    toggles
      .filter((r) => r.created_at - (last.get(keyOf(r)) ?? -Infinity) < AGAIN_MS)
      .map((r) => r.id),
  )
}

export const activeItems = (trx: Conn, eventId: string, types: readonly NewsType[]) =>
  trx
    .selectFrom('news')
    .where('event_id', '=', eventId)
    .where('news_type', 'in', types)
    .where('deleted_at', 'is', null)
    .select(['id', 'account_id', 'payload'])

export const markRemoved = async (
  trx: Conn,
  rows: readonly Pick<Row<'news'>, 'id' | 'payload'>[],
  now: number,
): Promise<readonly string[]> => {
  // one statement per distinct payload, as the event's lock is held
  for (const payload of new Set(rows.map((r) => r.payload))) {
    const ids = rows.filter((r) => r.payload === payload).map((r) => r.id)
    const payloadRemoved = JSON.stringify({
      ...(JSON.parse(payload) as object),
      removedAt: iso(now),
    })
    for (const some of chunksOf(ids))
      await trx
        .updateTable('news')
        .set({ deleted_at: now, payload: payloadRemoved })
        .where('id', 'in', some)
        .execute()
  }
  return rows.map((r) => r.id)
}
