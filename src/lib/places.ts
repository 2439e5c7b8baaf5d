import type { EventItem } from '#contract/events/events'

type Places = Pick<
  EventItem,
  'participant_count' | 'max_participants' | 'has_unlimited_participants'
>

/** How many places an event has; null: as many as come. */
export const placesOf = (event: Places): number | null =>
  event.has_unlimited_participants ? null : event.max_participants

/** Every place is taken, as far as the member can see. */
export const isFull = (event: Places): boolean => {
  const places = placesOf(event)
  return places !== null && event.participant_count >= places
}
