/** A rectangle in pixels. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}
/** A town in pixels. */
export interface Spot {
  readonly name: string
  readonly rank: number
  readonly x: number
  readonly y: number
}
/** 0: the largest letters. */
export type Size = 0 | 1 | 2
export interface PlacedName {
  readonly name: string
  readonly size: Size
  /** The letters, from edge to edge. */
  readonly box: Box
  /** The town’s dot; null where the name is centred on the place itself. */
  readonly dot: { readonly x: number; readonly y: number } | null
}
interface Options {
  readonly zoom: number
  /** What is seen: no name crosses its edge. */
  readonly view: Box
  /** What is drawn: names beyond the view come in with a drag. */
  readonly drawn: Box
  /** Markers: the town of one is named beside it. */
  readonly markers?: readonly Box[]
  /** What else is shown over the map. */
  readonly others?: readonly Box[]
  readonly widthOf: (name: string, size: Size) => number
  readonly heightOf: (size: Size) => number
}

/** From this zoom a name is centred on its place; below it beside a dot. */
const ON_PLACE_ZOOM = 11
const NAMES_FROM_ZOOM = 4
/** Between a dot’s middle and its name; half the side of the square that a dot keeps free, px. */
const BESIDE = 6
const DOT = 4
/** Between a marker and the name of its town, px. */
const AROUND = 5
/** A town is a marker’s own when it is as near to its middle, px. */
const OWN = 12
/** Space between names, px. */
const APART = 5
/** Between a name and the edge of what is seen, px. */
const EDGE = 4

/** How many of the largest towns of the whole country may be named at a zoom. */
export const namedTownsAt = (zoom: number): number =>
  zoom < NAMES_FROM_ZOOM ? 0 : 12 * 3 ** (zoom - NAMES_FROM_ZOOM)
const sizeOf = (rank: number, zoom: number): Size => {
  const share = rank / namedTownsAt(zoom)
  return share < 0.04 ? 0 : share < 0.25 ? 1 : 2
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
const inside = (a: Box, b: Box): boolean =>
  a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom
const grown = ({ left, top, right, bottom }: Box, by: number): Box => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
})
const square = ({ x, y }: Spot): Box => grown({ left: x, top: y, right: x, bottom: y }, DOT)
const boxAt = (left: number, middle: number, width: number, height: number): Box => ({
  left,
  top: middle - height / 2,
  right: left + width,
  bottom: middle + height / 2,
})

/** Allowed positions of a name, the best first: right, left, above, below its dot; or on its place. */
const positions = ({ x, y }: Spot, width: number, height: number, beside: boolean): Box[] => {
  const centred = x - width / 2
  const away = BESIDE + height / 2
  const upright = [boxAt(centred, y - away, width, height), boxAt(centred, y + away, width, height)]
  return beside
    ? [boxAt(x + BESIDE, y, width, height), boxAt(x - BESIDE - width, y, width, height), ...upright]
    : [boxAt(centred, y, width, height), ...upright]
}

const isOwn = ({ left, top, right, bottom }: Box, { x, y }: Spot): boolean =>
  Math.hypot(x - (left + right) / 2, y - (top + bottom) / 2) <= OWN

/** Positions of the name of a marker’s town: right, left, below or above it. */
const positionsAround = (marker: Box, width: number, height: number): Box[] => {
  const [x, y] = [(marker.left + marker.right) / 2, (marker.top + marker.bottom) / 2]
  const centred = x - width / 2
  return [
    boxAt(marker.right + AROUND, y, width, height),
    boxAt(marker.left - AROUND - width, y, width, height),
    boxAt(centred, marker.bottom + AROUND + height / 2, width, height),
    boxAt(centred, marker.top - AROUND - height / 2, width, height),
  ]
}

/**
 * Names that neither overlap nor are cut by the edge of what is seen. `spots` by rank: a smaller
 * town gives way to a larger one.
 */
export const placeNames = (
  spots: Iterable<Spot>,
  { zoom, view, drawn, markers = [], others = [], widthOf, heightOf }: Options,
): PlacedName[] => {
  const beside = zoom < ON_PLACE_ZOOM
  const seen = grown(view, -EDGE)
  const placed: PlacedName[] = []
  const taken: Box[] = [...markers, ...others]
  const named = new Set<Box>()
  const isFree = (spot: Spot, box: Box, over: Box | undefined): boolean => {
    const isSeen = inside(square(spot), view) || overlap(box, view)
    if (!inside(box, isSeen ? seen : drawn)) return false
    const wide = grown(box, APART)
    return !taken.some((other) => overlap(other === over ? box : wide, other))
  }
  const most = namedTownsAt(zoom)
  for (const spot of spots) {
    if (spot.rank >= most) continue
    const dot = square(spot)
    const over = markers.find((marker) => !named.has(marker) && isOwn(marker, spot))
    // a dot among the letters of another name, or beside a larger town’s dot
    if (beside && !over && taken.some((other) => overlap(grown(dot, APART), other))) continue
    const size = sizeOf(spot.rank, zoom)
    const [width, height] = [widthOf(spot.name, size), heightOf(size)]
    const box = (
      over ? positionsAround(over, width, height) : positions(spot, width, height, beside)
    ).find((one) => isFree(spot, one, over))
    if (over) named.add(over)
    if (!box) continue
    const dotted = beside && !over
    placed.push({ name: spot.name, size, box, dot: dotted ? { x: spot.x, y: spot.y } : null })
    taken.push(box)
    if (dotted) taken.push(dot)
  }
  return placed
}
