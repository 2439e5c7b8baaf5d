import { sql, type SqlBool } from 'kysely'
import { PLACE_KINDS, type PlaceKind } from '#contract/events/balance'
import { HOUR_MS } from '#contract/limits'
import type { Ctx } from '../../context'
import type { Conn } from '../../db/dialect'
import { forEachDueRow } from '../../each-due'
import { addNews } from '../../news/service'
import {
  announceParticipations,
  changeParticipations,
  type ParticipationChanges,
  publishEventChanged,
} from '../editing/changes'
import {
  countPlacesByKind,
  lockEvent,
  insertReminderOnce,
  organizerIds,
  waitingParticipants,
  type EventRow,
  type ParticipationRow,
} from '../queries'
import { newsFor } from './organizer-news'
import { offerFreePlaces } from './participation'
import { hasPlacesByKind, placesOf } from './places'
import { reconfirmAskedOf, silentGuests, nextReconfirmStep } from './reconfirm-state'
import { setParticipationStatus } from './status'

interface Done extends ParticipationChanges {
  /** Accounts that received the question. */
  readonly asked: readonly string[]
}
const NOTHING: Done = { changes: [], news: [], asked: [] }

const ask = async (
  trx: Conn,
  event: EventRow,
  kind: 'reconfirm' | 'reconfirm_again',
  now: number,
): Promise<Done> => {
  if (!(await insertReminderOnce(trx, event, kind, now))) return NOTHING
  const again = kind === 'reconfirm_again'
  const { at } = await reconfirmAskedOf(trx, event)
  const rows = await silentGuests(trx, event, at ?? now)
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .where('a.deleted_at', 'is', null)
    .select('p.account_id')
    .execute()
  const asked = rows.map((r) => r.account_id)
  const items = asked.map((accountId) => {
    const n = newsFor(event, 'reconfirm_asked', accountId, null)
    return { ...n, payload: { ...n.payload, again }, endsAt: event.start_at }
  })
  return { changes: [], news: await addNews(trx, items, now), asked }
}

type Place = Pick<ParticipationRow, 'kind' | 'seats'>

/** Places as they would be after some leave and others come. */
class Places {
  private readonly taken: Map<PlaceKind, number>
  constructor(
    private readonly event: EventRow,
    taken: ReadonlyMap<PlaceKind, { readonly all: number }>,
    private seats = event.seats_taken,
  ) {
    this.taken = new Map(PLACE_KINDS.map((kind) => [kind, taken.get(kind)?.all ?? 0]))
  }
  /** How many seats, and places of its kind, are missing for one more. */
  missing({ kind, seats }: Place): { readonly seats: number; readonly ofKind: number } {
    const places = placesOf(this.event, kind ?? 'other')
    return {
      seats:
        this.event.max_participants === null ? 0 : this.seats + seats - this.event.max_participants,
      ofKind: places === null ? 0 : (this.taken.get(kind ?? 'other') ?? 0) + 1 - places,
    }
  }
  change({ kind, seats }: Place, by: 1 | -1): void {
    this.seats += by * seats
    this.taken.set(kind ?? 'other', (this.taken.get(kind ?? 'other') ?? 0) + by)
  }
}

/**
 * Participants without an answer whose places go to the waiting list, in its order; those who came
 * last lose theirs first, and only to someone who can take it.
 */
export const participantsToReplace = (
  event: EventRow,
  taken: ReadonlyMap<PlaceKind, { readonly all: number }>,
  silent: readonly ParticipationRow[],
  waiting: readonly ParticipationRow[],
): readonly ParticipationRow[] => {
  const places = new Places(event, taken)
  const left = new Set([...silent].sort((a, b) => b.status_at - a.status_at))
  const gone: ParticipationRow[] = []
  // a place goes to the first of its list (`nextWaitingWithRoom`): those after one without room
  // wait
  const stuck = new Set<string>()
  const listOf = ({ kind }: Place): string => (hasPlacesByKind(event) ? (kind ?? 'other') : '')
  for (const next of waiting) {
    if (stuck.has(listOf(next))) continue
    const leaving = new Set<ParticipationRow>()
    for (;;) {
      const { seats, ofKind } = places.missing(next)
      if (seats <= 0 && ofKind <= 0) break
      const all = [...left].filter((r) => !leaving.has(r))
      const fits =
        ofKind > 0
          ? all.find((r) => r.kind === next.kind)
          : (all.find((r) => r.seats >= seats && r.kind === next.kind) ??
            all.find((r) => r.seats >= seats) ??
            all[0])
      if (!fits) break
      places.change(fits, -1)
      leaving.add(fits)
    }
    const { seats, ofKind } = places.missing(next)
    if (seats > 0 || ofKind > 0) {
      // even all of them would not do
      for (const row of leaving) places.change(row, 1)
      stuck.add(listOf(next))
      continue
    }
    for (const row of leaving) left.delete(row)
    gone.push(...leaving)
    places.change(next, 1)
  }
  return gone
}

const give = async (trx: Conn, event: EventRow, before: number, now: number): Promise<Done> => {
  const waiting = await waitingParticipants(trx, event.id, now)
    .selectAll('p')
    .orderBy('p.status_at')
    .orderBy('p.id')
    .execute()
  if (waiting.length === 0) return NOTHING
  const gone = participantsToReplace(
    event,
    await countPlacesByKind(trx, event.id, now),
    await silentGuests(trx, event, before).selectAll('p').execute(),
    waiting,
  )
  if (gone.length === 0) return NOTHING
  const changes = []
  for (const known of gone) {
    // their place on the list is that of their first yes: the next one is theirs once they answer
    changes.push(
      await setParticipationStatus(trx, event, known.account_id, 'waitlist', now, {
        since: known.status_at,
        lapsedAt: now,
      }),
    )
  }
  const told = gone.map((r) => ({
    ...newsFor(event, 'reconfirm_lapsed', r.account_id, null),
    endsAt: event.start_at,
  }))
  const freed = hasPlacesByKind(event) ? (gone[0]?.kind ?? null) : null
  return {
    changes,
    news: [
      ...(await addNews(trx, told, now)),
      ...(await offerFreePlaces(trx, event.id, now, { freed })),
    ],
    asked: [],
  }
}

const step = (ctx: Ctx, id: string, now: number) =>
  changeParticipations(ctx, id, async (trx): Promise<Done> => {
    const event = await lockEvent(trx, id, now)
    if (!event) return NOTHING
    const asked = await reconfirmAskedOf(trx, event)
    const what = nextReconfirmStep(event, asked, now)
    if (what === null) return NOTHING
    return what === 'give' ? give(trx, event, asked.at ?? 0, now) : ask(trx, event, what, now)
  })

/**
 * «Toujours partants ?»: asks confirmed guests once, reminds the silent once, then gives places of
 * those that did not answer to the waiting list. Several servers may run it at the same moment.
 */
export const runReconfirmations = async (ctx: Ctx): Promise<void> => {
  const now = ctx.now()
  const events = await ctx.db
    .selectFrom('events')
    .where('status', '=', 'published')
    .where('start_at', '>', now)
    .where(sql<SqlBool>`start_at - reconfirm_hours * ${HOUR_MS} <= ${now}`)
    .selectAll()
    .execute()
  await forEachDueRow(ctx, events, async (event) => {
    // most minutes there is nothing to do: decided again under the lock
    if (nextReconfirmStep(event, await reconfirmAskedOf(ctx.db, event), now) === null) return
    const { asked, ...done } = await step(ctx, event.id, now)
    await announceParticipations(ctx, event.id, done)
    if (asked.length > 0)
      publishEventChanged(ctx, event.id, [...asked, ...(await organizerIds(ctx.db, event))])
  })
}
