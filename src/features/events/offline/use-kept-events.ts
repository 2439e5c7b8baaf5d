import { useEffect, useState } from 'react'
import { readKeptEvents, type KeptEvent } from './kept-events'

/** Events on this device; undefined while they are read. */
export const useKeptEvents = (): readonly KeptEvent[] | undefined => {
  const [events, setEvents] = useState<readonly KeptEvent[]>()
  useEffect(() => {
    let isGone = false
    readKeptEvents().then(
      (found) => !isGone && setEvents(found),
      () => !isGone && setEvents([]),
    )
    return () => {
      isGone = true
    }
  }, [])
  return events
}
