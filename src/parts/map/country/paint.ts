import type { Country, Line } from './data'
import type { Tones } from '../tones'
import type { PlacedName, Size } from './place-names'

/** A part of the world in pixels of a zoom, which need not be whole. */
export interface Frame {
  readonly zoom: number
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}
/** Side of the world at zoom 0, px. */
export const WORLD_PX = 256
/** A shorter step than this draws nothing new, px. */
const STEP_PX = 0.7
/** Beyond the frame, px: edges of what is cut away are not seen. */
const MARGIN = 8
/** Departments are drawn from here. */
const LINES_FROM_ZOOM = 5
/** Zooms at which rivers are drawn. Nearer, a kilometre of their source is beside the towns. */
const RIVERS = { from: 5, to: 11 }
const TRIBUTARIES = { from: 7, to: 11 }
const WEIGHTS: Readonly<Record<Size, number>> = { 0: 640, 1: 560, 2: 500 }
const SIZES_REM: Readonly<Record<Size, number>> = { 0: 0.9375, 1: 0.8125, 2: 0.75 }

/** Pixels of a name’s letters; `rem`: the text size of the page, px. */
export const fontSizePx = (size: Size, rem: number): number => SIZES_REM[size] * rem
export const fontOf = (size: Size, rem: number, family: string): string =>
  `${WEIGHTS[size]} ${fontSizePx(size, rem)}px ${family}`

/** On which sides of the frame a point lies outside: bits. */
const sidesOf = (x: number, y: number, { width, height }: Frame): number =>
  (x < -MARGIN ? 1 : x > width + MARGIN ? 2 : 0) | (y < -MARGIN ? 4 : y > height + MARGIN ? 8 : 0)

/**
 * Adds a line to the path. Points that change nothing in the frame are left out: too close to the
 * last one, or outside on the same side as both neighbours.
 */
const traceLine = (
  path: Pick<Path2D, 'moveTo' | 'lineTo'>,
  { points }: Pick<Line, 'points'>,
  frame: Frame,
): void => {
  const scale = WORLD_PX * 2 ** frame.zoom
  const last = points.length - 2
  const [px, py] = [
    (i: number) => (points[i] as number) * scale - frame.left,
    (i: number) => (points[i + 1] as number) * scale - frame.top,
  ]
  let [x0, y0] = [px(0), py(0)]
  let sides0 = sidesOf(x0, y0, frame)
  path.moveTo(x0, y0)
  for (let i = 2; i <= last; i += 2) {
    const [x, y] = [px(i), py(i)]
    const sides = sidesOf(x, y, frame)
    if (i < last) {
      if (Math.abs(x - x0) + Math.abs(y - y0) < STEP_PX) continue
      if (sides0 & sides & sidesOf(px(i + 2), py(i + 2), frame)) continue
    }
    path.lineTo(x, y)
    ;[x0, y0, sides0] = [x, y, sides]
  }
}

const pathOf = (lines: readonly Line[], frame: Frame): Path2D => {
  const path = new Path2D()
  const scale = WORLD_PX * 2 ** frame.zoom
  const [west, north] = [frame.left / scale, frame.top / scale]
  const [east, south] = [(frame.left + frame.width) / scale, (frame.top + frame.height) / scale]
  for (const line of lines)
    if (line.west <= east && line.east >= west && line.north <= south && line.south >= north)
      traceLine(path, line, frame)
  return path
}

const isDrawn = (zooms: typeof RIVERS, { zoom }: Frame): boolean =>
  zoom >= zooms.from && zoom <= zooms.to

const paintWater = (
  paper: CanvasRenderingContext2D,
  country: Country,
  frame: Frame,
  tones: Tones,
): void => {
  paper.strokeStyle = tones.river
  paper.lineWidth = 1.25
  if (isDrawn(TRIBUTARIES, frame)) paper.stroke(pathOf(country.tributaries, frame))
  paper.lineWidth = frame.zoom < TRIBUTARIES.from ? 1.25 : 2
  if (isDrawn(RIVERS, frame)) paper.stroke(pathOf(country.rivers, frame))
  paper.fillStyle = tones.sea
  paper.fill(pathOf(country.lakes, frame))
}

/** Sea, land and the lines on it. */
export const paintGround = (
  paper: CanvasRenderingContext2D,
  country: Country | null,
  frame: Frame,
  tones: Tones,
): void => {
  paper.fillStyle = tones.sea
  paper.fillRect(0, 0, frame.width, frame.height)
  if (!country) return
  paper.lineJoin = 'round'
  paper.fillStyle = tones.abroad
  paper.fill(pathOf(country.abroad, frame))
  const land = pathOf(country.land, frame)
  paper.fillStyle = tones.land
  paper.fill(land)
  paper.strokeStyle = tones.line
  paper.lineWidth = 1
  paper.stroke(pathOf(country.borders, frame))
  if (frame.zoom >= LINES_FROM_ZOOM) paper.stroke(pathOf(country.departments, frame))
  paintWater(paper, country, frame, tones)
  paper.strokeStyle = tones.coast
  paper.lineWidth = 1.25
  paper.stroke(land)
}

/** Names with a halo of the land, and their dots. */
export const paintNames = (
  paper: CanvasRenderingContext2D,
  names: readonly PlacedName[],
  tones: Tones,
  font: (size: Size) => string,
): void => {
  paper.lineJoin = 'round'
  paper.textBaseline = 'middle'
  for (const { dot, size } of names) {
    if (!dot) continue
    paper.beginPath()
    paper.arc(dot.x, dot.y, size === 0 ? 3 : 2.25, 0, 2 * Math.PI)
    paper.fillStyle = tones.dot
    paper.fill()
  }
  paper.strokeStyle = tones.land
  paper.fillStyle = tones.name
  paper.lineWidth = 3
  for (const { name, size, box } of names) {
    paper.font = font(size)
    const middle = (box.top + box.bottom) / 2
    paper.strokeText(name, box.left, middle)
    paper.fillText(name, box.left, middle)
  }
}
