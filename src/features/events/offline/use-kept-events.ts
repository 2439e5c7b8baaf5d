import { useEffect, useState } from 'react'
import { keptEvents, type KeptEvent } from './kept-events'

/** Events on this device; undefined while they are read. */
export const useKeptEvents = (): readonly KeptEvent[] | undefined => {
  const [events, setEvents] = useState<readonly KeptEvent[]>()
  useEffect(() => {
    let isGone = false
    keptEvents().then(
      (found) => !isGone && setEvents(found),
      () => !isGone && setEvents([]),
    )
    return () => {
      isGone = true
    }
  }, [])
  return events
}
