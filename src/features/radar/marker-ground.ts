import type * as Leaflet from 'leaflet'
import { createLayer, type MarkerLayer, type LayerPosition } from './marker-layer'
import type { AvatarSlot, Marker } from './marker-node'
import type { ShownGroup } from './use-groups'

/** Leaflet’s own timing of a zoom. */
const ZOOMING = { duration: 250, easing: 'cubic-bezier(0, 0, 0.25, 1)', fill: 'forwards' } as const
/**
 * The markers fade out at its start: they would grow with the ground, and most are replaced at its
 * end.
 */
const LEAVING = { duration: 90, easing: 'ease-out', fill: 'forwards' } as const
/** The old groups are shown again when the new ones take longer than this (ms). */
const PATIENCE_MS = 1_500
/** Markers made per frame during the animation. */
const SLICE = 12

interface Options {
  readonly map: Leaflet.Map
  readonly make: (shown: ShownGroup) => Marker
  readonly onFaces: (faces: readonly AvatarSlot[]) => void
}
export interface MarkerGround {
  /** Shows exactly these. */
  draw(list: readonly ShownGroup[]): void
  /** A zoom starts: the markers move with the ground, whose pixel origin will be `origin`. */
  startZoom(zoom: number, origin: Leaflet.Point): void
  /** Makes the markers for the end of the zoom, hidden. */
  prepareZoom(list: readonly ShownGroup[], zoom: number, origin: Leaflet.Point): void
  /** The zoom has ended: shows the prepared markers, or none until they are drawn. */
  finishZoom(): void
  /** The zoom changes without animation: repositions the markers. */
  reposition(): void
  /** Discards the prepared markers: they are outdated. */
  discardPrepared(): void
  end(): void
}

/** Moves a layer with the ground during a zoom, and fades it out. */
const animateZoom = (
  map: Leaflet.Map,
  node: HTMLElement,
  zoom: number,
  origin: Leaflet.Point,
): Animation[] => {
  const scale = map.getZoomScale(zoom, map.getZoom())
  const { x, y } = map.getPixelOrigin().multiplyBy(scale).subtract(origin)
  return [
    node.animate(
      [{ transform: 'none' }, { transform: `translate(${x}px, ${y}px) scale(${scale})` }],
      ZOOMING,
    ),
    node.animate([{ opacity: 1 }, { opacity: 0 }], LEAVING),
  ]
}

interface PreparedZoom {
  readonly list: readonly ShownGroup[]
  readonly origin: Leaflet.Point
  readonly where: LayerPosition
}
interface Preparation {
  start(zoom: PreparedZoom): void
  /** The list that was prepared for this origin, which may not be complete; null: none. */
  take(origin: Leaflet.Point): readonly ShownGroup[] | null
  cancel(): void
}
/** Makes the markers for the end of a zoom, one slice per frame. */
const createPreparation = (layers: Layers): Preparation => {
  let next: PreparedZoom | null = null
  let frame = 0
  const putFrom = (zoom: PreparedZoom, made: number): void => {
    const end = Math.min(zoom.list.length, made + SLICE)
    // markers that are already visible are moved over at the end
    const added = zoom.list.slice(made, end).filter(({ key }) => !layers.front.has(key))
    layers.back.put(added, zoom.where)
    if (end < zoom.list.length) frame = requestAnimationFrame(() => putFrom(zoom, end))
    else layers.reportFaces()
  }
  const cancel = (): void => {
    cancelAnimationFrame(frame)
    next = null
  }
  return {
    start: (zoom) => {
      next = zoom
      putFrom(zoom, 0)
    },
    take: (origin) => {
      if (!next?.origin.equals(origin)) return null
      const { list } = next
      cancel()
      return list
    },
    cancel,
  }
}

interface Layers {
  readonly front: MarkerLayer
  readonly back: MarkerLayer
  /** Puts these on the hidden layer, markers of the visible one included, and shows it instead. */
  swap(list: readonly ShownGroup[], where: LayerPosition): void
  reportFaces(): void
}
/** A visible layer, and a hidden one in which the markers of the next zoom are made. */
const createLayers = ({ map, make, onFaces }: Options): Layers => {
  // Leaflet’s own markers take three times as long, and each of their transitions fires events
  // through the whole page
  const parent = map.getPane('markerPane') as HTMLElement
  let [front, back] = [createLayer(parent, make), createLayer(parent, make)]
  back.hide(true)
  const reportFaces = (): void => onFaces([...front.faces(), ...back.faces()])
  return {
    get front() {
      return front
    },
    get back() {
      return back
    },
    swap: (list, where) => {
      back.hide(false)
      back.put(list, where, front)
      // the focused group has split
      if (front.node.contains(document.activeElement))
        map.getContainer().focus({ preventScroll: true })
      front.clear()
      front.hide(true)
      ;[front, back] = [back, front]
      reportFaces()
    },
    reportFaces,
  }
}

interface Motion {
  start(zoom: number, origin: Leaflet.Point): void
  stop(): void
  /** Stops, and shows the markers where they belong now. */
  reposition(): void
  /**
   * Hides the markers: their positions are outdated, the groups of the new zoom are not here yet.
   */
  conceal(): void
  isConcealed(): boolean
}
/** The visible markers while the ground moves below them, and until new ones are drawn. */
const createMotion = (map: Leaflet.Map, layers: Layers, here: LayerPosition): Motion => {
  let moving: Animation[] = []
  let hiding: ReturnType<typeof setTimeout> | undefined
  const stop = (): void => {
    clearTimeout(hiding)
    hiding = undefined
    for (const one of moving) one.cancel()
    moving = []
  }
  const reposition = (): void => {
    stop()
    layers.front.place(here)
    layers.front.hide(false)
  }
  return {
    start: (zoom, origin) => {
      moving = animateZoom(map, layers.front.node, zoom, origin)
    },
    stop,
    reposition,
    conceal: () => {
      clearTimeout(hiding)
      hiding = setTimeout(reposition, PATIENCE_MS)
      layers.front.node.style.opacity = '0'
    },
    isConcealed: () => hiding !== undefined,
  }
}

/** All markers of a map, across zooms. */
export const createMarkerGround = (options: Options): MarkerGround => {
  const { map } = options
  const layers = createLayers(options)
  let rest = 0
  const here: LayerPosition = ({ lat, lng }) => map.latLngToLayerPoint([lat, lng])
  const preparation = createPreparation(layers)
  const motion = createMotion(map, layers, here)

  const discardPrepared = (): void => {
    cancelAnimationFrame(rest)
    preparation.cancel()
    layers.back.clear()
  }
  const draw = (list: readonly ShownGroup[]): void => {
    discardPrepared()
    layers.front.keep(list)
    // those beyond the edge follow two frames later
    const visible = map.getBounds()
    layers.front.put(
      list.filter(({ group }) => visible.contains([group.lat, group.lng])),
      here,
    )
    rest = requestAnimationFrame(() => {
      rest = requestAnimationFrame(() => {
        layers.front.put(list, here)
        layers.reportFaces()
      })
    })
    if (motion.isConcealed()) motion.reposition()
    layers.reportFaces()
  }
  const end = (): void => {
    motion.stop()
    discardPrepared()
  }
  const finishZoom = (): void => {
    const list = preparation.take(map.getPixelOrigin())
    if (list) {
      motion.stop()
      return layers.swap(list, here)
    }
    discardPrepared()
    if (layers.front.size() === 0) return motion.reposition()
    return motion.conceal()
  }
  return {
    draw,
    startZoom: (zoom, origin) => {
      end()
      motion.start(zoom, origin)
    },
    prepareZoom: (list, zoom, origin) => {
      // too late: the animation has ended
      if (!map.getPane('mapPane')?.classList.contains('leaflet-zoom-anim')) return draw(list)
      const where: LayerPosition = ({ lat, lng }) =>
        map.project([lat, lng], zoom).subtract(origin).round()
      return preparation.start({ list, origin, where })
    },
    finishZoom,
    reposition: motion.reposition,
    discardPrepared,
    end,
  }
}
