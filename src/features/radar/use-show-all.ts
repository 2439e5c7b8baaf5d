import { useCallback, useEffect, useRef, type RefObject } from 'react'
import { toast } from '../../data/state/toasts'
import { boxAround, WORLD } from './boxes'
import type { RadarMap } from './leaflet-map'
import { markerKindOf } from './markers'
import type { Points } from './use-points'

interface Options {
  readonly map: RefObject<RadarMap | null>
  /** The map has reported its first view. */
  readonly ready: boolean
  readonly ensureLoaded: Points['ensureLoaded']
  readonly hidden: ReadonlySet<string>
  readonly verified: boolean
  readonly onEmpty: () => void
}

/**
 * «Tout voir»: fits the map to all points; without any it shows the list, which says what to do
 * first. `cancelShowAll`: the member has asked for another place before the points have come.
 */
export const useShowAll = ({
  map,
  ready,
  ensureLoaded,
  hidden,
  verified,
  onEmpty,
}: Options): { showAll: () => void; cancelShowAll: () => void } => {
  /** Pressed before the first view, whose request may replace this one. */
  const early = useRef(false)
  const cancelled = useRef(0)
  const showAll = async (): Promise<void> => {
    early.current = !ready
    const before = cancelled.current
    const found = await ensureLoaded(WORLD, { isImmediate: true })
    if (cancelled.current !== before) return
    const box = boxAround((found?.markers ?? []).filter((m) => !hidden.has(markerKindOf(m))))
    if (found && !box) early.current = false
    if (box) map.current?.fit(box)
    else if (found?.markers.length === 0 && !verified) onEmpty()
    else if (found) toast('Rien de ce que vous avez choisi n’est sur la carte.', { kind: 'info' })
  }
  useEffect(() => {
    if (ready && early.current) void showAll()
  })
  const cancelShowAll = useCallback((): void => {
    early.current = false
    cancelled.current += 1
  }, [])
  return { showAll: () => void showAll(), cancelShowAll }
}
