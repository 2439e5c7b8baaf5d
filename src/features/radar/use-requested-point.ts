import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { pointInUrl, type Point } from './boxes'

/**
 * The point in the address. It is removed from the address at once (and kept in the tab’s history
 * entry): the location of an event must not be readable in a history, a stored route or a
 * screenshot.
 */
export const useRequestedPoint = (): Point | null => {
  const search = useSearch()
  const [, navigate] = useLocation()
  const point = pointInUrl(search)
  const state: unknown = history.state
  const inState =
    typeof state === 'object' && state !== null && 'at' in state
      ? pointInUrl(String(state.at))
      : null
  const [requested, setRequested] = useState(point ?? inState)
  const key = point ? `?lat=${point.lat}&lng=${point.lng}` : null
  useEffect(() => {
    if (key === null) return
    setRequested(pointInUrl(key))
    navigate('/radar', { replace: true, state: { at: key } })
  }, [key, navigate])
  return requested
}
