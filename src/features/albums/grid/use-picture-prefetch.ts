import { useEffect, useRef } from 'react'
import type { GridItem } from './photo-tile'
import { prefetchPictures } from './pictures-ahead'

/** Number of photos to prefetch beyond the rendered ones. */
const AHEAD = 32

/** Asks for what comes into view between two indexes, and prefetches in the direction of the scroll. */
export const usePicturePrefetch = (
  items: readonly (GridItem | undefined)[],
  from: number,
  to: number,
  onNeed: ((from: number, to: number) => void) | undefined,
): void => {
  const need = useRef(onNeed)
  need.current = onNeed
  const before = useRef(0)
  useEffect(() => {
    if (to > from) need.current?.(from, to)
  }, [from, to])
  useEffect(() => {
    if (to > from)
      prefetchPictures(
        (from >= before.current
          ? items.slice(to, to + AHEAD)
          : items.slice(Math.max(0, from - AHEAD), from).reverse()
        ).flatMap((item) => item?.media.id ?? []),
      )
    before.current = from
  }, [from, to, items])
}
