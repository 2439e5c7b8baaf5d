import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { MapGroup, MapView } from '#contract/workers-map'
import { openMapWorker, type MapWorker } from '../../data/map-worker'
import { wider } from './boxes'
import type { MapMarker } from './markers'

/** Markers stand ready this far beyond the edge. */
const SPARE = 0.15

/** A group with what it stands for. `key` is the same for the same group of another answer: its marker stays. */
export interface Shown { readonly key: string; readonly group: MapGroup; readonly only: MapMarker | null }
const shownOf = (markers: readonly MapMarker[]) => (group: MapGroup): Shown => {
  const only = group.count === 1 ? (markers[group.index] ?? null) : null
  return { key: only ? `${only.id} ${only.lat} ${only.lng}` : `${group.count} ${group.lat.toFixed(6)} ${group.lng.toFixed(6)}`, group, only }
}

/** The groups of the part of the map that is seen, worked out in a worker. */
export const useGroups = (markers: readonly MapMarker[], view: MapView | null): { shown: readonly Shown[]; lost: boolean; membersOf: (index: number) => Promise<readonly MapMarker[]> } => {
  const worker = useRef<MapWorker | null>(null)
  const [shown, setShown] = useState<readonly Shown[]>([])
  const [lost, setLost] = useState(false)
  const loaded = useRef<readonly MapMarker[] | null>(null)
  useLayoutEffect(() => {
    worker.current = openMapWorker(() => setLost(true))
    loaded.current = null
    return () => {
      worker.current?.end()
      worker.current = null
    }
  }, [])
  useLayoutEffect(() => {
    const at = worker.current
    if (!at || !view) return undefined
    let current = true
    if (loaded.current !== markers) {
      const points = new Float64Array(markers.length * 2)
      markers.forEach(({ lat, lng }, i) => {
        points[2 * i] = lat
        points[2 * i + 1] = lng
      })
      at.load(points)
      loaded.current = markers
    }
    at.groups({ ...wider(view, SPARE), zoom: view.zoom }).then((groups) => current && flushSync(() => setShown(groups.map(shownOf(markers)))), () => undefined)
    return () => {
      current = false
    }
  }, [markers, view])
  const membersOf = useCallback(async (index: number): Promise<readonly MapMarker[]> => {
    if (!worker.current || !view) return []
    return (await worker.current.members(index, view.zoom)).flatMap((i) => markers[i] ?? [])
  }, [markers, view])
  return { shown, lost, membersOf }
}
