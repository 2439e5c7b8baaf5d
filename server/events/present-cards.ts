import type { DisplayedStatus, EventItem, EventPlace } from '#contract/events/events'
import { separatedAccounts } from '../access/blocks'
import { isEnded, isPendingCodeRequest, readableEventIds, wasRefused } from '../access/events'
import type { Ctx, Viewer } from '../context'
import { iso } from '../iso'
import { facesIn } from './participation/faces'
import {
  confirmedCountsOf,
  gendersOf,
  handlesByAccount,
  participationsByEvent,
  type EventRow,
  type ParticipationRow,
} from './queries'

/** List items, and the viewer's participations that they were made from, by event. */
const readItems = async (
  ctx: Pick<Ctx, 'db' | 'now'>,
  viewer: Pick<Viewer, 'accountId'>,
  rows: readonly EventRow[],
  ownerId = viewer.accountId,
) => {
  const blocked = await separatedAccounts(ctx.db, viewer.accountId)
  const shown = rows.filter((e) => !blocked.has(e.creator_account_id))
  const ids = shown.map((e) => e.id)
  const counts = await confirmedCountsOf(ctx.db, ids)
  const handles = await handlesByAccount(
    ctx.db,
    shown.map((e) => e.creator_account_id),
  )
  const genders = await gendersOf(
    ctx.db,
    shown.map((e) => e.creator_account_id),
  )
  const own = await participationsByEvent(ctx.db, ids, viewer.accountId)
  const theirs =
    ownerId === viewer.accountId ? own : await participationsByEvent(ctx.db, ids, ownerId)
  const items = shown.map((e): EventItem => ({
    id: e.id,
    slug: shownStatus(e, viewer.accountId, own.get(e.id)) === 'organizer' ? e.slug : null,
    title: e.title,
    status: e.status,
    start_date: iso(e.start_at),
    end_date: iso(e.end_at),
    is_ended: isEnded(e, ctx.now()),
    banner_image_url: e.banner_media_id ? `/api/media/${e.banner_media_id}` : null,
    location: placeOfEvent(e),
    participant_count:
      (e.counts_persons === 1 ? counts.get(e.id)?.seats : counts.get(e.id)?.accounts) ?? 0,
    counts_persons: e.counts_persons === 1,
    has_waitlist: e.has_waitlist === 1,
    max_participants: e.max_participants,
    has_unlimited_participants: e.max_participants === null,
    creator_handle: handles.get(e.creator_account_id) ?? '',
    creator_genders: [...(genders.get(e.creator_account_id) ?? [])],
    participant_status: shownStatus(e, ownerId, theirs.get(e.id)),
    viewer_participant_status: shownStatus(e, viewer.accountId, own.get(e.id)),
    is_refused: isRefused(e, viewer.accountId, own.get(e.id)),
    access_type: e.access_type,
  }))
  return { items, own }
}

/**
 * List items for the viewer. `ownerId`: the account whose events are listed (a relation's, or the
 * viewer's own).
 */
export const presentItems = async (...args: Parameters<typeof readItems>): Promise<EventItem[]> =>
  (await readItems(...args)).items

/**
 * The same with faces, for a list of events: of those whose participants the viewer may list. A member
 * can share events of which others read only the line in the list.
 */
export const presentCards = async (
  ctx: Pick<Ctx, 'db' | 'now'>,
  viewer: Pick<Viewer, 'accountId'>,
  rows: readonly EventRow[],
  ownerId = viewer.accountId,
): Promise<EventItem[]> => {
  const { items, own } = await readItems(ctx, viewer, rows, ownerId)
  const read = await readableEventIds(
    ctx.db,
    viewer.accountId,
    items.map((e) => e.id),
  )
  const open = rows.filter(
    (event) =>
      read.has(event.id) &&
      !isPendingCodeRequest({
        event,
        participant: own.get(event.id) ?? null,
        isOrganizer: shownStatus(event, viewer.accountId, own.get(event.id)) === 'organizer',
      }),
  )
  const faces = await facesIn(
    ctx.db,
    viewer.accountId,
    open.map((e) => e.id),
  )
  return items.map((e) => ({
    ...e,
    faces: (faces.get(e.id) ?? []).map((id) => `/api/media/${id}/url`),
  }))
}

export const placeOfEvent = (event: Pick<EventRow, 'place'>): EventPlace | null =>
  event.place ? (JSON.parse(event.place) as EventPlace) : null
/** The status to display: `organizer` for the creator and co-organizers, else that of the row. */
export const shownStatus = (
  event: Pick<EventRow, 'creator_account_id'>,
  accountId: string,
  row: ParticipationRow | null | undefined,
): DisplayedStatus | null =>
  event.creator_account_id === accountId || row?.is_co_organizer === 1
    ? 'organizer'
    : (row?.status ?? null)

const isRefused = (...[event, accountId, row]: Parameters<typeof shownStatus>): boolean =>
  !!row && wasRefused(row) && shownStatus(event, accountId, row) === 'declined'
