import type * as Leaflet from 'leaflet'
import styles from '../map-ground.module.css'
import { cornerAfterZoom, originAfterZoom } from '../zoom-end'
import { loadCountry, type Country } from './data'
import { fontOf, fontSizePx, paintGround, paintNames, WORLD_PX, type Frame } from './paint'
import { readObstacles, shiftBox, type Obstacles } from './obstacles'
import { readTones } from '../tones'
import { placeNames, type PlacedName, type Size, type Spot } from './place-names'

/** Share of the view that is drawn beyond each edge: a short drag shows nothing empty. */
const BEYOND = 0.2
const LINE_HEIGHT = 1.2

interface Sheet {
  readonly node: HTMLCanvasElement
  readonly paper: CanvasRenderingContext2D
}
const createSheet = (pane: HTMLElement, className: string | undefined, alpha: boolean): Sheet => {
  const node = document.createElement('canvas')
  node.className = className ?? ''
  // what it shows is in the list beside the map
  node.ariaHidden = 'true'
  pane.append(node)
  return { node, paper: node.getContext('2d', { alpha }) as CanvasRenderingContext2D }
}
/** Empty, of the size of the frame in the pixels of the device. */
const clean = ({ node, paper }: Sheet, { width, height }: Frame): void => {
  const ratio = devicePixelRatio || 1
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)]
  if (node.width === w && node.height === h) {
    paper.setTransform(1, 0, 0, 1, 0, 0)
    paper.clearRect(0, 0, w, h)
  } else {
    Object.assign(node, { width: w, height: h })
    Object.assign(node.style, { width: `${width}px`, height: `${height}px` })
  }
  paper.setTransform(ratio, 0, 0, ratio, 0, 0)
}

/** Fonts and widths of names; measured once. */
const createLetters = (paper: CanvasRenderingContext2D) => {
  const widths = new Map<string, number>()
  let [rem, family] = [16, '']
  const font = (size: Size): string => fontOf(size, rem, family)
  return {
    font,
    /** Measures again: the text size has changed, or the font has loaded. */
    renew: (): void => {
      rem = parseFloat(getComputedStyle(document.documentElement).fontSize)
      // Leaflet’s sheet gives its container a family of its own
      family = getComputedStyle(document.body).fontFamily
      widths.clear()
    },
    widthOf: (name: string, size: Size): number => {
      const key = `${size}${name}`
      let width = widths.get(key)
      if (width === undefined) {
        paper.font = font(size)
        width = paper.measureText(name).width
        widths.set(key, width)
      }
      return width
    },
    heightOf: (size: Size): number => fontSizePx(size, rem) * LINE_HEIGHT,
  }
}

type Letters = ReturnType<typeof createLetters>

const spotsIn = function* (country: Country, frame: Frame): Generator<Spot> {
  const scale = WORLD_PX * 2 ** frame.zoom
  for (const { name, rank, x, y } of country.towns) {
    const spot = { name, rank, x: x * scale - frame.left, y: y * scale - frame.top }
    if (spot.x > 0 && spot.y > 0 && spot.x < frame.width && spot.y < frame.height) yield spot
  }
}

const namesOf = (
  country: Country,
  frame: Frame,
  { x, y }: Leaflet.Point,
  letters: Letters,
  { markers, others }: Obstacles,
): PlacedName[] => {
  const [left, top] = [(frame.width - x) / 2, (frame.height - y) / 2]
  return placeNames(spotsIn(country, frame), {
    zoom: frame.zoom,
    view: { left, top, right: left + x, bottom: top + y },
    drawn: { left: 0, top: 0, right: frame.width, bottom: frame.height },
    markers: markers.map((box) => shiftBox(box, left, top)),
    others: others.map((box) => shiftBox(box, left, top)),
    ...letters,
  })
}

/** What is drawn for a view of a zoom, and a little around it. */
const frameAt = (zoom: number, corner: Leaflet.Point, { x, y }: Leaflet.Point): Frame => {
  const [beyondX, beyondY] = [Math.round(x * BEYOND), Math.round(y * BEYOND)]
  return {
    zoom,
    left: Math.round(corner.x) - beyondX,
    top: Math.round(corner.y) - beyondY,
    width: x + 2 * beyondX,
    height: y + 2 * beyondY,
  }
}
/** A frame drawn for one zoom covers the view of another. */
const covers = (frame: Frame, corner: Leaflet.Point, size: Leaflet.Point, scale: number): boolean =>
  corner.x >= frame.left * scale - 1 &&
  corner.y >= frame.top * scale - 1 &&
  corner.x + size.x <= (frame.left + frame.width) * scale + 1 &&
  corner.y + size.y <= (frame.top + frame.height) * scale + 1

/** Draws the country on two canvases: the ground moves with a zoom, the names are drawn after it. */
const createDrawing = (L: typeof Leaflet, map: Leaflet.Map) => {
  const container = map.getContainer()
  const pane = map.getPane('tilePane') as HTMLElement
  const ground = createSheet(pane, `leaflet-zoom-animated ${styles.land}`, false)
  const names = createSheet(pane, styles.names, true)
  const letters = createLetters(names.paper)
  let country: Country | null = null
  let tones = readTones(container)
  let drawn: Frame | null = null
  letters.renew()
  /** Puts the ground where it belongs at a zoom, scaled if it was drawn for another. */
  const place = (zoom: number, origin: Leaflet.Point): void => {
    if (!drawn) return
    const scale = map.getZoomScale(zoom, drawn.zoom)
    const at = L.point(drawn.left, drawn.top).multiplyBy(scale).subtract(origin)
    L.DomUtil.setTransform(ground.node, at, scale)
  }
  const drawGround = (frame: Frame): void => {
    clean(ground, frame)
    paintGround(ground.paper, country, frame, tones)
    ground.node.dataset['zoom'] = String(frame.zoom)
    drawn = frame
  }
  const drawNames = (frame: Frame): void => {
    clean(names, frame)
    const list = country
      ? namesOf(country, frame, map.getSize(), letters, readObstacles(container))
      : []
    paintNames(names.paper, list, tones, letters.font)
    const origin = map.getPixelOrigin()
    L.DomUtil.setTransform(names.node, L.point(frame.left, frame.top).subtract(origin), 1)
    names.node.style.opacity = ''
  }
  const viewCorner = (): Leaflet.Point => map.getPixelBounds().min as Leaflet.Point
  return {
    /** What is seen now, and a little around it. */
    draw: (): void => {
      if (map.getSize().x === 0) return
      const frame = frameAt(map.getZoom(), viewCorner(), map.getSize())
      drawGround(frame)
      place(frame.zoom, map.getPixelOrigin())
      drawNames(frame)
    },
    /** Draws the names again: other markers are shown. */
    drawNames: (): void => {
      if (map.getSize().x > 0) drawNames(frameAt(map.getZoom(), viewCorner(), map.getSize()))
    },
    /** During a pinch or a long drag: only the ground follows, drawn again where it ends. */
    follow: (): void => {
      if (!drawn || map.getSize().x === 0) return
      const [zoom, corner, size] = [map.getZoom(), viewCorner(), map.getSize()]
      const scale = map.getZoomScale(zoom, drawn.zoom)
      if (zoom !== drawn.zoom) names.node.style.opacity = '0'
      if (!covers(drawn, corner, size, scale)) drawGround(frameAt(zoom, corner, size))
      place(zoom, map.getPixelOrigin())
    },
    /** A zoom animation starts. Outwards, its end is drawn first: the edges would be empty. */
    leave: (end: Leaflet.ZoomAnimEvent): void => {
      names.node.style.opacity = '0'
      if (drawn && end.zoom < map.getZoom()) {
        drawGround(frameAt(end.zoom, cornerAfterZoom(map, end), map.getSize()))
        ground.node.style.transition = 'none'
        place(map.getZoom(), map.getPixelOrigin())
        // the browser must see where the transition begins
        void ground.node.offsetWidth
        ground.node.style.transition = ''
      }
      place(end.zoom, originAfterZoom(map, end))
    },
    renew: (): void => {
      tones = readTones(container)
      letters.renew()
    },
    setCountry: (loaded: Country): void => void (country = loaded),
    remove: (): void => {
      ground.node.remove()
      names.node.remove()
    },
  }
}

/**
 * Draws land, departments and the names of communes under a map, in the colours of the theme, until
 * the map is removed. No server learns where the map looks.
 */
export const addCountryLayer = (L: typeof Leaflet, map: Leaflet.Map): void => {
  const drawing = createDrawing(L, map)
  let gone = false
  const renew = (): void => {
    if (gone) return
    drawing.renew()
    drawing.draw()
  }
  // names are placed beside what is shown over the map, while it rests
  let isMoving = false
  let frame = 0
  const avoid = new MutationObserver(() => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => isMoving || gone || drawing.drawNames())
  })
  for (const [node, subtree] of [
    [map.getPane('markerPane'), true],
    [map.getContainer().parentElement, false],
  ] as const)
    if (node) avoid.observe(node, { childList: true, subtree, attributeFilter: ['inert'] })
  map.on('movestart zoomstart', () => void (isMoving = true))
  map.on('moveend', () => {
    isMoving = false
    drawing.draw()
  })
  map.on('move zoom viewreset', drawing.follow)
  map.on('zoomanim', drawing.leave)
  const appearance = new MutationObserver(renew)
  appearance.observe(document.documentElement, { attributeFilter: ['data-theme', 'style'] })
  map.on('unload', () => {
    gone = true
    appearance.disconnect()
    avoid.disconnect()
    drawing.remove()
  })
  map.whenReady(drawing.draw)
  // only the sea while it loads, and when it does not load
  void loadCountry().then(
    (country) => {
      drawing.setCountry(country)
      renew()
    },
    () => undefined,
  )
  void document.fonts?.ready.then(renew)
}
