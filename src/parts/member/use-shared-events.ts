import { useData } from '../../data/http/cache'
import { type EventItem, listRelationEvents } from '#contract/events/events'
import { call } from '../../data/http/api'
import { memberKey } from '../../data/http/keys'

/**
 * The events that a member shares, one cached response for its tab and the tab's content. `id`
 * null: loads nothing.
 */
export const useSharedEvents = (
  id: string | null,
): { events: readonly EventItem[] | undefined; error: unknown; reload: () => void } => {
  const { data, error, mutate } = useData<{ events: EventItem[] }>(
    id === null ? null : memberKey('events', id),
    () => call(listRelationEvents, { params: { id: id as string } }),
    { shouldRetryOnError: false },
  )
  return { events: data?.events, error, reload: () => void mutate() }
}
