import type * as Leaflet from 'leaflet'
import { createLayer, type Where } from './marker-layer'
import type { Face, Marker } from './marker-node'
import type { Shown } from './use-groups'

/** Leaflet’s own time and pace of a zoom. */
const ZOOMING = { duration: 250, easing: 'cubic-bezier(0, 0, 0.25, 1)', fill: 'forwards' } as const
/** At the beginning of it the markers leave: they would swell with the ground, and most are others at its end. */
const LEAVING = { duration: 90, easing: 'ease-out', fill: 'forwards' } as const
/** Without groups for the new ground after so long (ms), the old ones are shown. */
const PATIENCE_MS = 1_500
/** So many markers are made in one frame while the ground moves. */
const SLICE = 12

/** Markers for the end of a zoom, which are being made. */
interface Next {
  readonly list: readonly Shown[]
  readonly origin: Leaflet.Point
  readonly where: Where
  made: number
  frame: number
}
interface Options {
  readonly map: Leaflet.Map
  readonly make: (shown: Shown) => Marker
  readonly onFaces: (faces: readonly Face[]) => void
}
export interface MarkerGround {
  /** Shows these and no others. */
  draw(list: readonly Shown[]): void
  /** A zoom begins: what is shown goes with the ground, which will count from `origin`. */
  leave(zoom: number, origin: Leaflet.Point): void
  /** Makes the markers for the end of the zoom, unseen. */
  prepare(list: readonly Shown[], zoom: number, origin: Leaflet.Point): void
  /** The zoom is at its end: shows what was made for it, or nothing until it is drawn. */
  arrive(): void
  /** The zoom changes under the markers. */
  stay(): void
  /** What is being made is not true any more. */
  forget(): void
  end(): void
}

/** All markers of a map: one layer that is seen, and one in which those of the next zoom are made. */
export const createMarkerGround = ({ map, make, onFaces }: Options): MarkerGround => {
  // Leaflet’s own markers are three times the work, and each of their transitions sends events through the whole page
  const parent = map.getPane('markerPane') as HTMLElement
  let [front, back] = [createLayer(parent, make), createLayer(parent, make)]
  back.hide(true)
  let next: Next | null = null
  let rest = 0
  let moving: Animation[] = []
  /** Where the markers stand is not true any more: they wait unseen for the groups of the new ground. */
  let waits: ReturnType<typeof setTimeout> | undefined
  const here: Where = ({ lat, lng }) => map.latLngToLayerPoint([lat, lng])
  const tell = (): void => onFaces([...front.faces(), ...back.faces()])
  const still = (): void => {
    clearTimeout(waits)
    waits = undefined
    for (const one of moving) one.cancel()
    moving = []
  }
  const forget = (): void => {
    cancelAnimationFrame(rest)
    if (next) cancelAnimationFrame(next.frame)
    next = null
    back.clear()
  }
  const stay = (): void => {
    still()
    front.place(here)
    front.hide(false)
  }
  /** A slice of what is made; points that are seen already come over at the end. */
  const prepareSome = (of: Next, count: number): void => {
    const to = Math.min(of.list.length, of.made + count)
    back.put(
      of.list.slice(of.made, to).filter(({ key }) => !front.has(key)),
      of.where,
    )
    of.made = to
    if (to < of.list.length) of.frame = requestAnimationFrame(() => prepareSome(of, SLICE))
    else tell()
  }
  const draw = (list: readonly Shown[]): void => {
    forget()
    front.keep(list)
    // those beyond the edge come a frame later
    const seen = map.getBounds()
    front.put(
      list.filter(({ group }) => seen.contains([group.lat, group.lng])),
      here,
    )
    rest = requestAnimationFrame(() => {
      rest = requestAnimationFrame(() => {
        front.put(list, here)
        tell()
      })
    })
    if (waits !== undefined) stay()
    tell()
  }
  /** What was made takes the place of what was seen. */
  const change = (list: readonly Shown[]): void => {
    still()
    back.hide(false)
    back.put(list, here, front)
    // the keyboard stood on a group that came apart
    if (front.node.contains(document.activeElement))
      map.getContainer().focus({ preventScroll: true })
    front.clear()
    front.hide(true)
    ;[front, back] = [back, front]
    tell()
  }
  return {
    draw,
    leave: (zoom, origin) => {
      still()
      forget()
      const scale = map.getZoomScale(zoom, map.getZoom())
      const { x, y } = map.getPixelOrigin().multiplyBy(scale).subtract(origin)
      moving = [
        front.node.animate(
          [{ transform: 'none' }, { transform: `translate(${x}px, ${y}px) scale(${scale})` }],
          ZOOMING,
        ),
        front.node.animate([{ opacity: 1 }, { opacity: 0 }], LEAVING),
      ]
    },
    prepare: (list, zoom, origin) => {
      // the answer came after the end
      if (!map.getPane('mapPane')?.classList.contains('leaflet-zoom-anim')) return draw(list)
      next = {
        list,
        origin,
        made: 0,
        frame: 0,
        where: ({ lat, lng }) => map.project([lat, lng], zoom).subtract(origin).round(),
      }
      prepareSome(next, SLICE)
    },
    arrive: () => {
      if (next?.origin.equals(map.getPixelOrigin())) {
        cancelAnimationFrame(next.frame)
        const { list } = next
        next = null
        change(list)
        return
      }
      forget()
      if (front.size() === 0) return stay()
      clearTimeout(waits)
      waits = setTimeout(stay, PATIENCE_MS)
      front.node.style.opacity = '0'
    },
    stay,
    forget,
    end: () => {
      still()
      forget()
    },
  }
}
