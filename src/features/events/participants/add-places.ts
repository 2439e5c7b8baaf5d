import { PLACE_KINDS, type MissingPlaces } from '#contract/events/balance'
import { updateEvent, type Event } from '#contract/events/events'
import type { ParticipantRow } from '#contract/events/participants'
import { PARTICIPANTS_MAX } from '#contract/limits'
import { call } from '../../../data/http/api'
import type { ApiError } from '../../../data/http/api-error'
import { toast, toastRefusal } from '../../../data/state/toasts'
import { NBSP, plural } from '../../../lib/text'
import { confirm } from '../../../ui/overlay/confirm'
import { PLACE_KIND_PHRASES } from '../state/balance'
import { fetchEvent } from '../state/keys'

const sentence = ({ kind, max_participants: max, places }: MissingPlaces): string => {
  const all = PLACE_KIND_PHRASES[kind][2]
  if (places === null) return `La sortie passera à ${plural(max ?? 0, 'place')}`
  const some = `${plural(places, 'place')} pour ${all}`
  return max === null
    ? `La sortie aura ${some}`
    : `La sortie passera à ${plural(max, 'place')} et aura ${some}`
}

/** Only the numbers that are in the way; those of the other kinds are sent as they are. */
const bodyOf = (event: Event, { kind, max_participants, places }: MissingPlaces) => {
  const placesOf = (k: MissingPlaces['kind']): number | null =>
    event.places_by_kind.find((p) => p.kind === k)?.places ?? null
  const known = Object.fromEntries(PLACE_KINDS.map((k) => [k, placesOf(k)])) as Record<
    MissingPlaces['kind'],
    number | null
  >
  return {
    ...(max_participants === null ? {} : { max_participants }),
    ...(places === null ? {} : { places_by_kind: { ...known, [kind]: places } }),
  }
}

/**
 * Asks the organizer who accepts a member when every place is taken (`full`), then adds what is
 * missing: true when the member can be accepted. Rejects with `full` where no place can be added.
 */
export const ensurePlaces = async (
  eventId: string,
  row: Pick<ParticipantRow, 'status'>,
  full: ApiError,
): Promise<boolean> => {
  const missing = full.details as MissingPlaces | undefined
  const answer = missing ? await fetchEvent(eventId).catch(() => null) : null
  if (!missing || answer?.kind !== 'open') throw full
  if (Math.max(missing.max_participants ?? 0, missing.places ?? 0) > PARTICIPANTS_MAX) throw full
  const { event } = answer
  const others = (event.counts?.waitlist ?? 0) - Number(row.status === 'waitlist')
  if (event.auto_offer && others > 0) {
    toast(`C’est complet${NBSP}: une place ajoutée est d’abord proposée à la liste d’attente.`, {
      kind: 'info',
      durationMs: 8000,
    })
    return false
  }
  const isWanted = await confirm({
    title: `C’est complet. Augmenter le nombre de places${NBSP}?`,
    message: `${sentence(missing)}, et ce membre sera accepté.`,
    confirmLabel: 'Augmenter et accepter',
  })
  if (!isWanted) return false
  try {
    await call(updateEvent, { params: { id: eventId }, body: bodyOf(event, missing) })
    return true
  } catch (error) {
    toastRefusal(error, 'Le nombre de places n’a pas changé. Réessayez.')
    return false
  }
}
