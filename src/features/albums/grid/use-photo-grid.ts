import { useMemo, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { moveItem } from '../state/model'
import type { GridItem, TileActs } from './photo-tile'
import { usePicturePrefetch } from './use-picture-prefetch'
import { usePhotoReorder } from './use-photo-reorder'
import { useRevokedLinkCount } from './use-revoked-link-count'
import { useDeleteReveal } from './use-delete-reveal'
import { useRovingFocus } from './use-roving-focus'
import { useGridWindow } from './use-grid-window'

export interface PhotoGridProps {
  readonly label: string
  /** One item per photo; undefined: not loaded. */
  readonly items: readonly (GridItem | undefined)[]
  readonly onOpen: (index: number) => void
  /** Photos at these indexes come into view. */
  readonly onNeed?: ((from: number, to: number) => void) | undefined
  readonly onDelete?: ((index: number) => void) | undefined
  /** Photos are moved instead of opened. */
  readonly arranging?: boolean
  readonly onMove?: (from: number, to: number) => void
  /** Selected ids: a click then selects instead of opening. */
  readonly chosen?: ReadonlySet<string>
}
/** The same object from one rendering to the next, so that tiles do not render again. */
const useStableActs = (
  open: TileActs['open'],
  remove: ((index: number) => void) | undefined,
): TileActs => {
  const latest = useRef({ open, remove })
  latest.current = { open, remove }
  const removable = remove !== undefined
  return useMemo<TileActs>(
    () => ({
      open: (index) => latest.current.open(index),
      remove: removable ? (index) => latest.current.remove?.(index) : null,
    }),
    [removable],
  )
}

/** What a grid of photos shows, and the handlers of its element. */
export const usePhotoGrid = ({
  items,
  onOpen,
  onNeed,
  onDelete,
  arranging = false,
  onMove,
}: Omit<PhotoGridProps, 'label' | 'chosen'>) => {
  const count = items.length
  const { ref, window: shape, measure } = useGridWindow(count)
  const [from, to] = [Math.min(shape.from, count), Math.min(shape.to, count)]
  const { carried, onPointerDown, toggle, onKey } = usePhotoReorder({
    grid: ref,
    shape,
    count,
    active: arranging,
    onMove: (from, to) => onMove?.(from, to),
  })
  const droppedOf = useRevokedLinkCount()
  usePicturePrefetch(items, from, to, onNeed)
  const { revealed, setRevealed, hold } = useDeleteReveal(!onDelete || arranging)
  const { current, setPlace, focusSoon, moveByKey } = useRovingFocus({
    grid: ref,
    shape,
    measure,
    count,
    carriedAt: carried?.by === 'keys' ? carried.at : null,
    onKey,
  })
  const open = (index: number): void => {
    setRevealed(null)
    setPlace(index)
    if (!arranging) return onOpen(index)
    focusSoon()
    toggle(index)
  }
  const remove = (index: number): void => {
    setRevealed(null)
    onDelete?.(index)
  }
  const acts = useStableActs(open, onDelete && remove)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    if (moveByKey(event) || event.key !== 'Delete') return
    if (!onDelete || arranging || !items[current]) return
    event.preventDefault()
    remove(current)
  }
  return {
    ref,
    shape,
    /** The rendered photos, in the order that is shown; the first is number `from`. */
    from,
    shown: (carried ? moveItem(items, carried.from, carried.at) : items).slice(from, to),
    carriedAt: carried?.at,
    current,
    revealed,
    droppedOf,
    acts,
    handlers: {
      onKeyDown,
      ...hold,
      onPointerDown: (event: PointerEvent) => {
        onPointerDown(event)
        hold.onPointerDown(event)
      },
    },
  }
}
