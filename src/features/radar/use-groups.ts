import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { MapGroup, MapView } from '#contract/workers/map'
import { openMapWorker, type MapWorker } from '../../data/media/map-worker'
import type { MapMarker } from './markers'

/**
 * A group, with its marker when it is a single point. `key` is stable across replies, so that the
 * marker stays.
 */
export interface ShownGroup {
  readonly key: string
  readonly group: MapGroup
  readonly only: MapMarker | null
}
const shownOf =
  (markers: readonly MapMarker[]) =>
  (group: MapGroup): ShownGroup => {
    const only = group.count === 1 ? (markers[group.index] ?? null) : null
    return {
      key: only
        ? `${only.id} ${only.lat} ${only.lng}`
        : `${group.count} ${group.lat.toFixed(6)} ${group.lng.toFixed(6)}`,
      group,
      only,
    }
  }

export interface Groups {
  /** Replaces the points; false: they are unchanged. */
  readonly load: (markers: readonly MapMarker[]) => boolean
  /** The groups of a part of the map. */
  readonly of: (view: MapView) => Promise<readonly ShownGroup[]>
  readonly membersOf: (index: number, zoom: number) => Promise<readonly MapMarker[]>
  /** The worker could not be loaded or has failed. */
  readonly lost: boolean
}
const NONE: readonly MapMarker[] = []

/** The points of the map, grouped in a worker. */
export const useGroups = (): Groups => {
  const worker = useRef<MapWorker | null>(null)
  const loaded = useRef(NONE)
  const [lost, setLost] = useState(false)
  useLayoutEffect(() => {
    worker.current = openMapWorker(() => setLost(true))
    return () => {
      worker.current?.end()
      worker.current = null
      loaded.current = NONE
    }
  }, [])
  const load = useCallback((markers: readonly MapMarker[]): boolean => {
    if (loaded.current === markers) return false
    const points = new Float64Array(markers.length * 2)
    markers.forEach(({ lat, lng }, i) => {
      points[2 * i] = lat
      points[2 * i + 1] = lng
    })
    worker.current?.load(points)
    loaded.current = markers
    return true
  }, [])
  const of = useCallback(async (view: MapView): Promise<readonly ShownGroup[]> => {
    const markers = loaded.current
    return markers.length === 0 || !worker.current
      ? []
      : (await worker.current.groups(view)).map(shownOf(markers))
  }, [])
  const membersOf = useCallback(
    async (index: number, zoom: number): Promise<readonly MapMarker[]> => {
      const markers = loaded.current
      return worker.current
        ? (await worker.current.members(index, zoom)).flatMap((i) => markers[i] ?? [])
        : []
    },
    [],
  )
  return useMemo(() => ({ load, of, membersOf, lost }), [load, of, membersOf, lost])
}
