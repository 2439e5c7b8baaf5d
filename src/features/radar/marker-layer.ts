import type * as Leaflet from 'leaflet'
import type { MapGroup } from '#contract/workers/map'
import { positionMarker, type AvatarSlot, type Marker } from './marker-node'
import type { ShownGroup } from './use-groups'
import styles from './marker.module.css'

/** Position of a group in pixels of the layer. */
export type LayerPosition = (group: MapGroup) => Leaflet.Point

/** The markers of one zoom, which move as a whole. */
export interface MarkerLayer {
  readonly node: HTMLElement
  size(): number
  has(key: string): boolean
  /** Adds these; markers of `from` that are in the list are moved over, with avatar and focus. */
  put(list: readonly ShownGroup[], where: LayerPosition, from?: MarkerLayer): void
  /** Removes all. */
  clear(): void
  /** Removes all others. */
  keep(list: readonly ShownGroup[]): void
  /** Repositions all. */
  place(where: LayerPosition): void
  /** Removes one and returns it. */
  give(key: string): Marker | undefined
  /** Invisible, and inert for keyboard and screen readers. */
  hide(hidden: boolean): void
  faces(): readonly AvatarSlot[]
}

export const createLayer = (
  parent: HTMLElement,
  make: (shown: ShownGroup) => Marker,
): MarkerLayer => {
  const node = document.createElement('div')
  node.className = styles.pane ?? ''
  parent.append(node)
  const drawn = new Map<string, Marker>()
  return {
    node,
    size: () => drawn.size,
    has: (key) => drawn.has(key),
    put: (list, where, from) => {
      const fresh = document.createDocumentFragment()
      const focused = document.activeElement
      for (const shown of list) {
        if (drawn.has(shown.key)) continue
        const marker = from?.give(shown.key) ?? make(shown)
        marker.shown = shown
        positionMarker(marker, where(shown.group))
        drawn.set(shown.key, marker)
        fresh.append(marker.button)
      }
      node.append(fresh)
      if (
        focused !== document.activeElement &&
        focused instanceof HTMLElement &&
        node.contains(focused)
      )
        focused.focus({ preventScroll: true })
    },
    clear: () => {
      drawn.clear()
      node.replaceChildren()
    },
    keep: (list) => {
      const wanted = new Set(list.map((s) => s.key))
      for (const [key, { button }] of drawn) {
        if (wanted.has(key)) continue
        drawn.delete(key)
        button.remove()
      }
    },
    place: (where) => {
      for (const marker of drawn.values()) positionMarker(marker, where(marker.shown.group))
    },
    give: (key) => {
      const marker = drawn.get(key)
      drawn.delete(key)
      return marker
    },
    hide: (hidden) => {
      node.inert = hidden
      node.style.opacity = hidden ? '0' : ''
    },
    faces: () => [...drawn.values()].flatMap(({ face }) => face ?? []),
  }
}
