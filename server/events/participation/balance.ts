import { PLACE_KINDS } from '#contract/events/balance'
import type { Event } from '#contract/events/events'
import type { EventRole } from '../../access/events'
import { identitiesAcceptingRules } from '../../access/house-rules'
import type { Conn } from '../../db/dialect'
import { countPlacesByKind, countTakenPlaces, type EventRow } from '../queries'
import { mayPassGate } from './gate'
import { placesOf } from './places'
import { ownReplies, questionsOf } from './questions'

type Balance = Pick<
  Event,
  | 'places_by_kind'
  | 'rules'
  | 'rules_accepted_by'
  | 'rules_awaited'
  | 'questions'
  | 'own_answers'
  | 'coming_identity_id'
  | 'verified_only'
  | 'verification_missing'
>

/** Kinds with places of their own: how many of each an account can take now, the total respected. */
const placesByKind = async (
  db: Conn,
  event: EventRow,
  now: number,
): Promise<Balance['places_by_kind']> => {
  const kinds = PLACE_KINDS.filter((kind) => placesOf(event, kind) !== null)
  if (kinds.length === 0) return []
  const taken = await countPlacesByKind(db, event.id, now)
  const free =
    event.max_participants === null
      ? Infinity
      : event.max_participants - (await countTakenPlaces(db, event.id, now))
  return kinds.map((kind) => {
    const places = placesOf(event, kind) ?? 0
    const seats = kind === 'couple' && event.counts_persons === 1 ? 2 : 1
    const left = Math.min(places - (taken.get(kind)?.all ?? 0), Math.floor(free / seats))
    return { kind, places, left: Math.max(0, left) }
  })
}

/** Places by kind, house rules, questions and the gate of an event, as its reader sees them. */
export const presentBalance = async (
  db: Conn,
  accountId: string,
  { event, participant, isOrganizer, awaitsRules }: EventRole,
  now: number,
): Promise<Balance> => {
  const questions = questionsOf(event)
  return {
    places_by_kind: await placesByKind(db, event, now),
    rules: event.rules === null ? null : { version: event.rules_version, text: event.rules },
    rules_accepted_by:
      event.rules === null ? [] : [...(await identitiesAcceptingRules(db, event, accountId))],
    rules_awaited: awaitsRules && !isOrganizer && participant?.status === 'accepted',
    questions,
    own_answers:
      questions.length > 0 && participant ? await ownReplies(db, event.id, accountId) : [],
    coming_identity_id: participant?.identity_id ?? null,
    verified_only: event.verified_only === 1,
    verification_missing:
      !isOrganizer && !(await mayPassGate(db, event, participant, accountId, now)),
  }
}
