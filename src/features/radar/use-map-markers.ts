import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { RadarMap } from './leaflet-map'
import { markerKindOf, type MarkerKind, type MapMarker } from './markers'
import { lastMapState } from './places'
import { useGroups } from './use-groups'
import { usePoints } from './use-points'

const NONE: readonly MapMarker[] = []

/** The points of the visible kinds, in the list and, through `map`, on the map. */
export const useMapMarkers = () => {
  const map = useRef<RadarMap>(null)
  const [hidden, setHidden] = useState(lastMapState.hidden)
  const { load, of: groupsOf, membersOf, lost } = useGroups()
  const showOnMap = useCallback(
    async (list: readonly MapMarker[]): Promise<void> => {
      if (!load(list) || !map.current) return
      await map.current.renew()
      // a frame of its own; hidden tabs never get one, so the caller limits the wait
      await new Promise(requestAnimationFrame)
    },
    [load],
  )
  // without a filter the map does not wait for a render
  const onKnown = useCallback(
    async (list: readonly MapMarker[]): Promise<void> => {
      if (lastMapState.hidden.size === 0) await showOnMap(list)
    },
    [showOnMap],
  )
  const [verified, setVerified] = useState(lastMapState.verified)
  const points = usePoints(onKnown, verified)
  const { known, retry } = points
  useEffect(() => {
    // another choice than that of what is shown
    if (known && known.verified !== verified) retry()
  }, [known, retry, verified])
  const all = known?.markers
  const markers = useMemo(
    () =>
      all && hidden.size > 0 ? all.filter((m) => !hidden.has(markerKindOf(m))) : (all ?? NONE),
    [all, hidden],
  )
  useLayoutEffect(() => void showOnMap(markers), [markers, showOnMap])
  useEffect(() => {
    Object.assign(lastMapState, { hidden, verified })
  }, [hidden, verified])
  const toggle = (kind: MarkerKind): void =>
    setHidden((old) => new Set(old.has(kind) ? [...old].filter((k) => k !== kind) : [...old, kind]))
  return { map, markers, points, groupsOf, membersOf, lost, hidden, toggle, verified, setVerified }
}

/** The markers on the card; those that are no longer among `markers` are removed from it. */
export const usePickedMarkers = (markers: readonly MapMarker[]) => {
  const [picked, setPicked] = useState<readonly MapMarker[]>([])
  useEffect(
    () =>
      setPicked((list) =>
        list.length === 0
          ? list
          : list.flatMap((one) => markers.find((m) => m.id === one.id) ?? []),
      ),
    [markers],
  )
  return [picked, setPicked] as const
}
