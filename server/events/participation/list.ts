import type { listEventParticipants, ParticipantRow } from '#contract/events/participants'
import type { ParsedInput } from '#contract/route'
import { notSeparated } from '../../access/blocks'
import { isPendingCodeRequest, readEvent } from '../../access/events'
import type { Ctx, Viewer } from '../../context'
import type { Conn } from '../../db/dialect'
import { fail } from '../../fail'
import { maskedIdOf } from '../../tokens'
import type { ParticipationRow } from '../queries'
import { presentParticipants } from './people'

interface Page {
  readonly rows: readonly ParticipationRow[]
  readonly next: string | null
}

/** Participants whose account still exists. */
const participants = (db: Conn, eventId: string) =>
  db
    .selectFrom('event_participants as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .where('p.event_id', '=', eventId)
    .where('a.deleted_at', 'is', null)

/**
 * `{createdAt ms}.{id}` of the last row of a page, which its reader was shown; `hidden.{masked id}`
 * among hidden participants, which come last; `hidden.` before the first of them.
 */
const readCursor = (cursor: string | undefined) => {
  if (cursor === undefined) return { at: Infinity, id: '', hidden: null }
  const [, at, id = '', hidden] =
    /^(?:(\d{1,16})\.([0-9a-f-]{36})|hidden\.((?:[0-9a-f-]{36})?))$/.exec(cursor) ?? []
  return at === undefined && hidden === undefined
    ? fail('invalid_payload')
    : { at: Number(at), id, hidden: hidden ?? null }
}

/** The newest first; hidden participants for organizers only, and the viewer's own row. */
const openPage = async (
  ctx: Ctx,
  viewer: Viewer,
  eventId: string,
  { at, id, limit, isOrganizer, isConfirmed }: ListQuery & { at: number; id: string },
): Promise<Page> => {
  let query = participants(ctx.db, eventId)
    .where(notSeparated('p.account_id', viewer.accountId))
    .selectAll('p')
  if (isConfirmed) query = query.where('p.status', '=', 'accepted')
  if (!isOrganizer)
    query = query.where((eb) =>
      eb.or([eb('p.is_hidden', '=', 0), eb('p.account_id', '=', viewer.accountId)]),
    )
  if (at !== Infinity)
    query = query.where((eb) =>
      eb.or([
        eb('p.created_at', '<', at),
        eb.and([eb('p.created_at', '=', at), eb('p.id', '<', id)]),
      ]),
    )
  const found = await query
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit + 1)
    .execute()
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: found.length > limit && last ? `${last.created_at}.${last.id}` : null }
}

/** Hidden participants by masked id: only ids are read of all of them. */
const hiddenPage = async (
  ctx: Ctx,
  viewer: Viewer,
  eventId: string,
  after: string,
  limit: number,
): Promise<Page> => {
  const ids = (
    await participants(ctx.db, eventId)
      .where('p.status', '=', 'accepted')
      .where('p.is_hidden', '=', 1)
      .where('p.account_id', '!=', viewer.accountId)
      .select('p.id')
      .execute()
  )
    .map(({ id }) => ({ id, masked: maskedIdOf(ctx.secret, 'participant', id) }))
    .filter(({ masked }) => masked > after)
    .sort((a, b) => (a.masked < b.masked ? -1 : 1))
  const page = ids.slice(0, limit)
  const rows =
    page.length === 0
      ? []
      : await ctx.db
          .selectFrom('event_participants')
          .where(
            'id',
            'in',
            page.map((r) => r.id),
          )
          .selectAll()
          .execute()
  return { rows, next: ids.length > limit ? `hidden.${page.at(-1)?.masked ?? after}` : null }
}

interface ListQuery {
  readonly limit: number
  readonly isOrganizer: boolean
  readonly isConfirmed: boolean
}

/**
 * A page of confirmed participants for all who may read the event, except those who only asked with
 * its code; of all participants, with notes, for organizers. Deleted accounts and those separated
 * from the viewer by a block are in no page, hidden participants in the last ones.
 */
export const listParticipants = async (
  ctx: Ctx,
  viewer: Viewer,
  ref: string,
  query: ParsedInput<typeof listEventParticipants>['query'],
): Promise<{ participants: ParticipantRow[]; next_cursor: string | null }> => {
  const role = await readEvent(ctx.db, viewer, ref)
  const from = readCursor(query.cursor)
  if (isPendingCodeRequest(role)) return { participants: [], next_cursor: null }
  const { event, isOrganizer } = role
  const isConfirmed = !isOrganizer || query.status === 'accepted'
  const { limit } = query
  const open: Page =
    from.hidden === null
      ? await openPage(ctx, viewer, event.id, { ...from, limit, isOrganizer, isConfirmed })
      : { rows: [], next: null }
  const hidden: Page =
    isOrganizer || open.next !== null
      ? { rows: [], next: open.next }
      : await hiddenPage(ctx, viewer, event.id, from.hidden ?? '', limit - open.rows.length)
  return {
    participants: await presentParticipants(ctx, viewer, role, [...open.rows, ...hidden.rows]),
    next_cursor: hidden.next,
  }
}
