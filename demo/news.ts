import type { NewsType } from '#contract/news'
import type { NewRow } from '../server/db/tables'
import type { EventRows } from './events'
import type { MemberIds } from './people'
import { idOf, random, type Random } from './random'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Older news items have been read. */
const READ_AFTER_MS = 30 * HOUR

interface Planned {
  readonly to: string
  readonly by: string | null
  readonly type: NewsType
  readonly hoursAgo: number
  readonly payload?: Record<string, unknown>
}

type DemoEvent = EventRows['events'][number]
type DemoParticipant = EventRows['people'][number]

/** News items of one confirmed participant. */
const confirmedNews = (
  e: DemoEvent,
  to: string,
  ago: (from: number, to: number) => number,
  nowMs: number,
): Planned[] => {
  const by = e.creator_account_id
  return [
    ...(e.requires_approval
      ? [{ to, by, type: 'participation_accepted', hoursAgo: ago(80, 130) } as const]
      : []),
    ...(e.address_revealed
      ? [{ to, by, type: 'location_revealed', hoursAgo: ago(4, 20) } as const]
      : []),
    ...(e.address_public
      ? [
          {
            to,
            by,
            type: 'event_changed',
            hoursAgo: ago(30, 70),
            payload: { fields: ['price', 'address'] },
          } as const,
        ]
      : []),
    ...((e.end_at ?? e.start_at) < nowMs
      ? [
          {
            to,
            by: null,
            type: 'event_reminder',
            hoursAgo: (nowMs - e.start_at) / HOUR + 24,
            payload: { kind: 'day', startDate: new Date(e.start_at).toISOString() },
          } as const,
        ]
      : []),
  ]
}

/** News items of one event; `handles` by account id. */
const planNews = (
  e: DemoEvent,
  people: readonly DemoParticipant[],
  handles: ReadonlyMap<string, string>,
  r: Random,
  nowMs: number,
): Planned[] => {
  const leads = people.filter((p) => p.is_co_organizer === 1).map((p) => p.account_id)
  const by = e.creator_account_id
  const past = (e.end_at ?? e.start_at) < nowMs
  /** A time in hours before now; before the start for an event that has ended. */
  const ago = (from: number, to: number): number =>
    past ? (nowMs - e.start_at) / HOUR + from : r.between(from, to)
  const planned = people.flatMap((p): Planned[] => {
    const to = p.account_id
    if (p.is_co_organizer === 1)
      return [{ to, by, type: 'co_organizer_added', hoursAgo: ago(60, 110) }]
    if (p.status === 'pending_approval')
      return [by, ...leads].map((organizer) => ({
        to: organizer,
        by: to,
        type: 'participation_requested',
        hoursAgo: ago(1, 9),
        payload: { handle: handles.get(to) },
      }))
    const invited: Planned[] = p.invited_by_account_id
      ? [
          {
            to,
            by: p.invited_by_account_id,
            type: 'event_invited',
            hoursAgo: p.status === 'invited' ? ago(3, 52) : ago(140, 210),
          },
        ]
      : []
    return p.status === 'accepted' ? [...invited, ...confirmedNews(e, to, ago, nowMs)] : invited
  })
  const waits = people.some((p) => p.status === 'waitlist')
  return [
    ...planned,
    ...(waits
      ? [by, ...leads].map((to): Planned => ({
          to,
          by: null,
          type: 'waitlist_free',
          hoursAgo: ago(10, 40),
        }))
      : []),
  ]
}

/**
 * News items of the demonstration events: invitations, responses, addresses, a reminder; the latest
 * are unread.
 */
export const newsRows = (
  demoEvents: EventRows,
  ids: ReadonlyMap<string, MemberIds>,
  nowMs: number,
): NewRow<'news'>[] => {
  const handles = new Map([...ids].map(([handle, m]) => [m.accountId, handle]))
  const r = random('news')
  return demoEvents.events
    .filter((e) => e.status === 'published')
    .flatMap((e) => {
      const people = demoEvents.people.filter(
        (p) => p.event_id === e.id && p.account_id !== e.creator_account_id,
      )
      return planNews(e, people, handles, r, nowMs).map((n): NewRow<'news'> => {
        const created_at = Math.floor(nowMs - n.hoursAgo * HOUR)
        return {
          id: idOf(
            `news ${n.type} ${handles.get(n.to) ?? ''} ${handles.get(n.by ?? '') ?? ''} ${e.title}`,
            created_at,
          ),
          account_id: n.to,
          actor_account_id: n.by,
          event_id: e.id,
          news_type: n.type,
          payload: JSON.stringify({ title: e.title, ...n.payload }),
          created_at,
          read_at:
            nowMs - created_at > READ_AFTER_MS
              ? created_at + Math.floor(r.between(0.1, 0.9) * DAY)
              : null,
          deleted_at: null,
        }
      })
    })
}
