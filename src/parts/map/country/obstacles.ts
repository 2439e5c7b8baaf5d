import type { Box } from './place-names'

/** What is shown over a map and would hide its names, in pixels of the map. */
export interface Obstacles {
  readonly markers: readonly Box[]
  /** Labels of markers, buttons and notes. */
  readonly others: readonly Box[]
}
const MARKERS = '.leaflet-marker-pane button, .leaflet-marker-icon'

export const shiftBox = ({ left, top, right, bottom }: Box, x: number, y: number): Box => ({
  left: left + x,
  top: top + y,
  right: right + x,
  bottom: bottom + y,
})

/** Reads what is shown now: markers, and what lies beside the map’s element. */
export const readObstacles = (container: HTMLElement): Obstacles => {
  const map = container.getBoundingClientRect()
  const boxOf = (node: Element): Box => shiftBox(node.getBoundingClientRect(), -map.left, -map.top)
  const markers = [...container.querySelectorAll(MARKERS)].filter(
    (node) => !node.closest('[inert]'),
  )
  const beside = [...(container.parentElement?.children ?? [])].filter(
    (node) => node !== container && node.checkVisibility(),
  )
  return {
    markers: markers.map(boxOf),
    // not what covers the whole map while it loads
    others: [...markers.flatMap((node) => [...node.children]), ...beside]
      .map(boxOf)
      .filter((box) => box.bottom - box.top < map.height / 2),
  }
}
