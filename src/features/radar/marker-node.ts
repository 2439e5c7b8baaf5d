import type * as Leaflet from 'leaflet'
import { clusterName, clusterSize, clusterText, kindOf, nameOf, type MapMarker } from './markers'
import type { Shown } from './use-groups'
import styles from './marker.module.css'

/** Where React draws the face of a member. */
export interface Face {
  readonly key: string
  readonly node: HTMLElement
  readonly shown: Shown
}
/** A marker: a button, what it stands for. One element: each that is positioned is a layer. */
export interface Marker {
  readonly button: HTMLButtonElement
  shown: Shown
  readonly face: Face | null
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
/** The sign of an outing or a place, to be put into a marker. */
export type SignOf = (kind: 'event' | 'place') => Node
const asPoint = (
  button: HTMLButtonElement,
  only: MapMarker,
  signOf: SignOf,
): HTMLElement | null => {
  const face = document.createElement('span')
  const label = document.createElement('span')
  button.className = `${styles.marker ?? ''} ${styles.point ?? ''}`
  const kind = kindOf(only)
  button.dataset['kind'] = kind
  button.style.setProperty('--marker', only.markerColor)
  face.className = styles.face ?? ''
  face.setAttribute('aria-hidden', 'true')
  label.className = styles.label ?? ''
  label.textContent = nameOf(only)
  // called as its card: the name that is seen, and around it what only screen readers need
  if (kind === 'relation') {
    const [before, after] = only.popup.split(nameOf(only), 2)
    button.append(spoken(before), face, label, spoken(after))
    return face
  }
  // two elements less, of which there may be hundreds; not for a face with letters in it, which would count as text that is seen
  button.setAttribute('aria-label', only.popup)
  face.append(signOf(kind))
  button.append(face, label)
  return null
}

/** The button of a group, or of one point alone. */
export const markerOf = (shown: Shown, signOf: SignOf): Marker => {
  const button = document.createElement('button')
  button.type = 'button'
  const node = shown.only && asPoint(button, shown.only, signOf)
  if (!shown.only) asGroup(button, shown.group.count)
  return { button, shown, face: node && { key: shown.key, node, shown } }
}
/** By its edges, not by a transform: of each the page would keep account in every frame. */
export const placeMarker = ({ button }: Marker, { x, y }: Leaflet.Point): void => {
  button.style.left = `${x}px`
  button.style.top = `${y}px`
  button.style.zIndex = String(y)
}
