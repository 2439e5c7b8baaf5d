import type * as Leaflet from 'leaflet'
import {
  clusterName,
  clusterSize,
  clusterText,
  markerKindOf,
  markerName,
  type MapMarker,
} from './markers'
import type { ShownGroup } from './use-groups'
import styles from './marker.module.css'

/** Where React renders a member’s avatar. */
export interface AvatarSlot {
  readonly key: string
  readonly node: HTMLElement
  readonly shown: ShownGroup
}
/** A marker is a single positioned element: each one is a compositing layer. */
export interface Marker {
  readonly button: HTMLButtonElement
  shown: ShownGroup
  readonly face: AvatarSlot | null
}

const spoken = (text = ''): HTMLElement => {
  const node = document.createElement('span')
  node.className = 'visually-hidden'
  node.textContent = text
  return node
}
const asGroup = (button: HTMLButtonElement, count: number): void => {
  button.className = `${styles.marker ?? ''} ${styles.cluster ?? ''}`
  button.dataset['size'] = clusterSize(count)
  button.textContent = clusterText(count)
  button.setAttribute('aria-label', clusterName(count))
}
/** A copy of the icon of an event or a place. */
export type SignOf = (kind: 'event' | 'place') => Node
const asPoint = (
  button: HTMLButtonElement,
  only: MapMarker,
  signOf: SignOf,
): HTMLElement | null => {
  const face = document.createElement('span')
  const label = document.createElement('span')
  button.className = `${styles.marker ?? ''} ${styles.point ?? ''}`
  const kind = markerKindOf(only)
  button.dataset['kind'] = kind
  button.style.setProperty('--marker', only.markerColor)
  face.className = styles.face ?? ''
  face.setAttribute('aria-hidden', 'true')
  label.className = styles.label ?? ''
  label.textContent = markerName(only)
  // the accessible name is that of the card: the visible name, and text for screen readers around
  // it
  if (kind === 'relation') {
    const [before, after] = only.popup.split(markerName(only), 2)
    button.append(spoken(before), face, label, spoken(after))
    return face
  }
  // saves two elements on each of hundreds of markers; not for an avatar with initials, which count
  // as visible text
  button.setAttribute('aria-label', only.popup)
  face.append(signOf(kind))
  button.append(face, label)
  return null
}

/** The button of a group or of a single point. */
export const markerOf = (shown: ShownGroup, signOf: SignOf): Marker => {
  const button = document.createElement('button')
  button.type = 'button'
  const node = shown.only && asPoint(button, shown.only, signOf)
  if (!shown.only) asGroup(button, shown.group.count)
  return { button, shown, face: node && { key: shown.key, node, shown } }
}
/** With left and top: a transform would be a layer that the compositor updates in every frame. */
export const positionMarker = ({ button }: Marker, { x, y }: Leaflet.Point): void => {
  button.style.left = `${x}px`
  button.style.top = `${y}px`
  button.style.zIndex = String(y)
}
