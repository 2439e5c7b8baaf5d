import {
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  type RefObject,
} from 'react'
import type { MapView } from '#contract/workers/map'
import { toast } from '../../data/state/toasts'
import { containsPoint, isPoint, WORLD, type Point } from './boxes'
import type { RadarMap } from './leaflet-map'
import type { MapMarker } from './markers'
import { lastMapState, SELF_ZOOM, TOWN_ZOOM, requestPosition, startingView } from './places'
import type { ShownGroup } from './use-groups'
import { useMapMarkers, usePickedMarkers } from './use-map-markers'
import type { Points } from './use-points'
import { useRequestedPoint } from './use-requested-point'
import { useShowAll } from './use-show-all'

const NONE: readonly MapMarker[] = []
/** At this zoom a group is opened as a list instead of being zoomed into. */
const CLOSEST_ZOOM = 18

const zoomNow = (): number => lastMapState.at?.zoom ?? TOWN_ZOOM

export const showOwnPosition = async (map: RefObject<RadarMap | null>): Promise<void> => {
  try {
    const point = await requestPosition()
    map.current?.go(point, SELF_ZOOM)
    map.current?.mark(point, 'self')
  } catch {
    // the member has left the map before an answer came
    if (map.current) toast('Votre position n’est pas disponible.', { kind: 'info' })
  }
}

/** What the list shows: what the map shows, or every place where no map loads. */
const useInView = (
  listed: readonly MapMarker[],
  seen: MapView | null,
  ensureLoaded: Points['ensureLoaded'],
) => {
  const [isMapless, setMapless] = useState(false)
  const box = isMapless ? WORLD : seen
  const inView = useMemo(
    () => (box ? listed.filter((m) => containsPoint(box, m)) : NONE),
    [listed, box],
  )
  const onMapFailed = useCallback(
    (failed: boolean): void => {
      setMapless(failed)
      if (failed) void ensureLoaded(WORLD, { isImmediate: true })
    },
    [ensureLoaded],
  )
  return { inView, isMapless, onMapFailed }
}

/** State and actions of the radar screen. `home`: the member’s commune, undefined while it loads. */
export const useRadar = (home: Point | null | undefined) => {
  const requested = useRequestedPoint()
  const [view, setView] = useState<MapView | null>(null)
  const [shows, setShows] = useState(lastMapState.shows)
  const { membersOf, ...layers } = useMapMarkers()
  const { map, markers, points, hidden, verified } = layers
  const { known, ensureLoaded } = points
  const [picked, setPicked] = usePickedMarkers(markers)
  // the map moves first, the list follows
  const loaded = useDeferredValue(known) !== null
  const list = useInView(useDeferredValue(markers), useDeferredValue(view), ensureLoaded)
  const ready = view !== null
  const { showAll, cancelShowAll } = useShowAll({
    map,
    ready,
    ensureLoaded,
    hidden,
    verified,
    onEmpty: () => setShows('list'),
  })

  useEffect(() => {
    lastMapState.shows = shows
  }, [shows])
  // also for a point that is requested while the map is open
  useEffect(() => {
    if (!requested || !ready) return
    map.current?.go(requested, TOWN_ZOOM)
    map.current?.mark(requested, 'asked')
  }, [requested, ready, map])

  const onView = useCallback(
    (next: MapView): void => {
      const { south, north, west, east, zoom } = next
      lastMapState.at = { lat: (south + north) / 2, lng: (west + east) / 2, zoom }
      startTransition(() => setView(next))
      // the card belongs to what is seen
      setPicked((shown) => (shown.every((m) => containsPoint(next, m)) ? shown : NONE))
      void ensureLoaded(next)
    },
    [ensureLoaded, setPicked],
  )
  const pick = async ({ group, only }: ShownGroup): Promise<void> => {
    if (only) setPicked([only])
    else if (isPoint(group) || zoomNow() >= CLOSEST_ZOOM)
      setPicked(await membersOf(group.index, zoomNow()))
    else map.current?.fit(group)
  }
  const show = useCallback(
    (marker: MapMarker): void => {
      cancelShowAll()
      setShows('map')
      map.current?.go(marker, Math.max(zoomNow(), TOWN_ZOOM))
      setPicked([marker])
    },
    [map, setPicked, cancelShowAll],
  )
  return {
    ...layers,
    start: startingView(requested, home),
    ...list,
    onView,
    loaded,
    picked,
    setPicked,
    pick,
    shows,
    setShows,
    show,
    showAll,
    locate: () => {
      cancelShowAll()
      void showOwnPosition(map)
    },
  }
}
