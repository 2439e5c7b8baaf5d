import type { Event } from '#contract/events/events'
import type { RequestByCode } from '#contract/events/held-answers'
import { areSeparated } from '../../access/blocks'
import { readEventForEntry, findEvent, readEvent } from '../../access/events'
import { refuseInConstantTime } from '../../constant-time'
import type { Ctx, Viewer } from '../../context'
import { Fail, fail } from '../../fail'
import { iso } from '../../iso'
import { announceParticipations, changeParticipations } from '../editing/changes'
import { presentEvent } from '../present'
import { participationOf } from '../queries'
import { accessByCode, enterByCode, mayUseCode } from './by-code'
import { mayPassGate } from './gate'
import { presentHeld } from './held-answer-state'
import { holdCoupleRequest, takeBackAnswer } from './held-answers'

/** The event, or the id of one where a request waits for both identities. */
interface Joined {
  event: Event | null
  waits?: string
}

/**
 * Uses a code: creates a row where there is none. Holding the code of an event that is open to
 * relations is an invitation; that of an event by invitation only creates a request to participate,
 * or is refused, as its organizers chose. An unknown code, a refused one, a draft, an ended event
 * and a block fail alike, after the same time.
 */
export const joinByCode = (ctx: Ctx, viewer: Viewer, slug: string): Promise<Joined> =>
  refuseInConstantTime(() => useCode(ctx, viewer, slug))

const useCode = async (ctx: Ctx, viewer: Viewer, slug: string): Promise<Joined> => {
  const known = await findEvent(ctx.db, slug)
  const now = ctx.now()
  if (
    !known ||
    known.id === slug.toLowerCase() ||
    (await areSeparated(ctx.db, viewer.accountId, known.creator_account_id))
  )
    return fail('not_found')
  const mine = await participationOf(ctx.db, known.id, viewer.accountId)
  if (mayUseCode(mine) && known.creator_account_id !== viewer.accountId) {
    const gives = accessByCode(known, now) ?? fail('not_found')
    if (gives === 'request' && !(await mayPassGate(ctx.db, known, mine, viewer.accountId, now)))
      fail('event_verified')
    if (gives === 'request' && (await holdCoupleRequest(ctx, viewer, known)))
      return { event: null, waits: known.id }
    const done = await changeParticipations(ctx, known.id, (trx) =>
      enterByCode(trx, viewer.accountId, known, now),
    )
    await announceParticipations(ctx, known.id, done)
    // of the time before the couple stopped answering together
    if (gives === 'request') await takeBackAnswer(ctx, viewer, known.id)
  }
  return { event: await presentEvent(ctx, viewer, await readEvent(ctx.db, viewer, known.id)) }
}

/** What a refusal says of an event is not for this list. */
const refused = (error: unknown): null => {
  if (error instanceof Fail) return null
  throw error
}

/** The own requests with a code that wait, with what both must know to agree. */
export const listOwnCodeRequests = async (ctx: Ctx, viewer: Viewer): Promise<RequestByCode[]> => {
  const rows = await ctx.db
    .selectFrom('held_answers')
    .where('account_id', '=', viewer.accountId)
    .where('by_code', '=', 1)
    .orderBy('updated_at')
    .selectAll()
    .execute()
  const requests: RequestByCode[] = []
  for (const row of rows) {
    const approach = await readEventForEntry(ctx.db, viewer, row.event_id).catch(refused)
    if (approach?.closed !== 'event_waits') continue
    requests.push({
      event_id: row.event_id,
      title: approach.event.title,
      start_date: iso(approach.event.start_at),
      end_date: iso(approach.event.end_at),
      answer: await presentHeld(ctx.db, row),
    })
  }
  return requests
}
