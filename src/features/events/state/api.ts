import { useData } from '../../../data/http/cache'
import { useDebouncedValue } from '../../../ui/forms/use-debounced-value'
import type { EventItem } from '#contract/events/events'
import {
  eventKey,
  fetchEvent,
  fetchList,
  eventListKey,
  type EventAnswer,
  type EventListName,
} from './keys'

const SEARCH_MS = 300
/** The search text without < and >, 300 ms after the last key. */
export const useSearchText = (typed: string): string =>
  useDebouncedValue(typed.replace(/[<>]/g, '').trim(), SEARCH_MS)

export const useEventList = (which: EventListName, q: string, verified: boolean) =>
  useData<readonly EventItem[]>(
    eventListKey(which, q, verified),
    () => fetchList(which, q, verified),
    {
      keepPreviousData: true,
    },
  )

interface EventQuery {
  readonly answer: EventAnswer | undefined
  readonly error: Error | undefined
  readonly reload: () => void
}
/** One event by id or code, as the member may see it. */
export const useEvent = (ref: string): EventQuery => {
  const { data, error, mutate } = useData<EventAnswer>(eventKey(ref), () => fetchEvent(ref))
  return { answer: data, error, reload: () => void mutate() }
}
