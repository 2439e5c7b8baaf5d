import type { MapGroup, MapView, MapWorkerApi } from '#contract/workers/map'

/*
 * Our own grouping instead of supercluster 9.1 (5.8 kB gzip): it builds all zooms at once. 10,000
 * points to the first groups in Node, three alternating runs: 22 to 63 ms here in a fresh process
 * (2 to 8 ms once compiled), 125 to 203 ms with supercluster (78 to 198 ms), more with the boxes of
 * groups that the map needs.
 */
const TILE_PX = 256
/** Markers closer than this are grouped (px). */
const RADIUS_PX = 56
const MAX_LAT = 85.05112878
const clamp = (lat: number): number => Math.max(-MAX_LAT, Math.min(MAX_LAT, lat))
/** Web Mercator, 0 to 1. */
const xOf = (lng: number): number => lng / 360 + 0.5
const yOf = (lat: number): number => {
  const sin = Math.sin((clamp(lat) * Math.PI) / 180)
  return 0.5 - (0.25 * Math.log((1 + sin) / (1 - sin))) / Math.PI
}

/**
 * Numbers per group in `Level.groups`: latitude, longitude, count, index, south, west, north, east.
 */
const FIELDS = 8
interface Level {
  /** `FIELDS` numbers per group: ten thousand objects would cost more than the grouping. */
  readonly groups: Float64Array
  readonly size: number
  /** For each point, the index of its group. */
  readonly groupOfPoint: Int32Array
}

/** A level while it is computed. */
interface WorkingLevel extends Level {
  size: number
  /** Points in units of the radius. */
  readonly xs: Float64Array
  readonly ys: Float64Array
  /**
   * A hash table of cells: first point of each, then the next one. The distance check resolves
   * collisions.
   */
  readonly heads: Int32Array
  readonly next: Int32Array
  readonly mask: number
}
const NONE = -1
/** A cell is two radii wide: the neighbours of a point are in four of them. */
const CELL = 2
const cellOf = (at: number): number => Math.floor(at / CELL)
const placeOf = (cx: number, cy: number, mask: number): number =>
  (Math.imul(cx, 73_856_093) ^ Math.imul(cy, 19_349_663)) & mask
const scaled = (list: Float64Array, scale: number): Float64Array => {
  const result = new Float64Array(list.length)
  for (let i = 0; i < list.length; i += 1) result[i] = (list[i] as number) * scale
  return result
}
const fillCells = ({ xs, ys, heads, next, mask }: WorkingLevel): void => {
  for (let i = xs.length - 1; i >= 0; i -= 1) {
    const at = placeOf(cellOf(xs[i] as number), cellOf(ys[i] as number), mask)
    next[i] = heads[at] as number
    heads[at] = i
  }
}
/** Adds the point `j` to the group at `at`. */
const addToGroup = (points: Float64Array, groups: Float64Array, at: number, j: number): void => {
  const lat = points[2 * j] as number
  const lng = points[2 * j + 1] as number
  groups[at] = (groups[at] as number) + lat
  groups[at + 1] = (groups[at + 1] as number) + lng
  groups[at + 2] = (groups[at + 2] as number) + 1
  if (lat < (groups[at + 4] as number)) groups[at + 4] = lat
  if (lng < (groups[at + 5] as number)) groups[at + 5] = lng
  if (lat > (groups[at + 6] as number)) groups[at + 6] = lat
  if (lng > (groups[at + 7] as number)) groups[at + 7] = lng
}
/** Adds the free points of one cell that are near the point `i` to its group. */
const addNeighbours = (
  points: Float64Array,
  { xs, ys, groupOfPoint, groups, next, size }: WorkingLevel,
  i: number,
  first: number,
): void => {
  for (let j = first; j !== NONE; j = next[j] as number) {
    if (groupOfPoint[j] !== NONE) continue
    const dx = (xs[j] as number) - (xs[i] as number)
    const dy = (ys[j] as number) - (ys[i] as number)
    if (dx * dx + dy * dy > 1) continue
    groupOfPoint[j] = size
    addToGroup(points, groups, size * FIELDS, j)
  }
}
/** A new group around the point `i`. */
const startGroup = (points: Float64Array, level: WorkingLevel, i: number): void => {
  const { groups, heads, mask, size } = level
  const at = size * FIELDS
  groups[at + 3] = i
  groups[at + 4] = 90
  groups[at + 5] = 180
  groups[at + 6] = -90
  groups[at + 7] = -180
  const cx = cellOf((level.xs[i] as number) - 1)
  const cy = cellOf((level.ys[i] as number) - 1)
  for (let cell = 0; cell < 4; cell += 1)
    addNeighbours(
      points,
      level,
      i,
      heads[placeOf(cx + (cell & 1), cy + (cell >> 1), mask)] as number,
    )
  const count = groups[at + 2] as number
  groups[at] = (groups[at] as number) / count
  groups[at + 1] = (groups[at + 1] as number) / count
  level.size += 1
}
/**
 * Greedy: each free point takes the free ones within the radius. The groups depend on the points
 * only, not on the view. Short functions: V8 compiles and discards one long loop several times
 * before it ends.
 */
const groupAt = (points: Float64Array, xs: Float64Array, ys: Float64Array, zoom: number): Level => {
  const count = xs.length
  const scale = (TILE_PX * 2 ** zoom) / RADIUS_PX
  const mask = 2 ** Math.ceil(Math.log2(2 * count + 2)) - 1
  const level: WorkingLevel = {
    groups: new Float64Array(count * FIELDS),
    size: 0,
    groupOfPoint: new Int32Array(count).fill(NONE),
    xs: scaled(xs, scale),
    ys: scaled(ys, scale),
    heads: new Int32Array(mask + 1).fill(NONE),
    next: new Int32Array(count),
    mask,
  }
  fillCells(level)
  for (let i = 0; i < count; i += 1)
    if (level.groupOfPoint[i] === NONE) startGroup(points, level, i)
  // drops the working arrays
  return { groups: level.groups, size: level.size, groupOfPoint: level.groupOfPoint }
}
const inView = ({ groups, size }: Level, view: MapView): MapGroup[] => {
  const visible: MapGroup[] = []
  for (let at = 0; at < size * FIELDS; at += FIELDS) {
    const lat = groups[at] as number
    const lng = groups[at + 1] as number
    if (lat < view.south || lat > view.north || lng < view.west || lng > view.east) continue
    visible.push({
      lat,
      lng,
      count: groups[at + 2] as number,
      index: groups[at + 3] as number,
      south: groups[at + 4] as number,
      west: groups[at + 5] as number,
      north: groups[at + 6] as number,
      east: groups[at + 7] as number,
    })
  }
  return visible
}

export interface Groups extends MapWorkerApi {
  /** Computes a level before it is requested. */
  prepare(zoom: number): void
}
/** Groups the points of a map, one zoom level at a time; each level is computed once. */
export const createGroups = (): Groups => {
  let points = new Float64Array()
  let xs = new Float64Array()
  let ys = new Float64Array()
  const levels = new Map<number, Level>()
  const levelAt = (zoom: number): Level => {
    const z = Math.max(0, Math.round(zoom))
    let level = levels.get(z)
    if (!level) levels.set(z, (level = groupAt(points, xs, ys, z)))
    return level
  }
  return {
    load: (list) => {
      points = new Float64Array(list)
      const n = points.length / 2
      xs = new Float64Array(n)
      ys = new Float64Array(n)
      for (let i = 0; i < n; i += 1) {
        xs[i] = xOf(points[2 * i + 1] as number)
        ys[i] = yOf(points[2 * i] as number)
      }
      levels.clear()
    },
    groups: (view) => inView(levelAt(view.zoom), view),
    members: (index, zoom) => {
      const { groupOfPoint } = levelAt(zoom)
      const wanted = groupOfPoint[index]
      const members: number[] = []
      groupOfPoint.forEach((group, point) => {
        if (group === wanted) members.push(point)
      })
      return members
    },
    prepare: (zoom) => void levelAt(zoom),
  }
}

const TRIAL_POINTS = 300
const TRIAL_ZOOMS = [4, 6, 8, 10, 12, 13] as const
/**
 * Groups synthetic points while the real ones are loading: compiled code makes the first reply
 * three times as fast.
 */
export const warmUpGroups = (): void => {
  const trial = createGroups()
  trial.load(
    Float64Array.from({ length: 2 * TRIAL_POINTS }, (_, i) =>
      i % 2 === 0 ? 48 + ((i * 7) % 100) / 100 : 2 + ((i * 13) % 100) / 100,
    ),
  )
  for (const zoom of TRIAL_ZOOMS)
    trial.groups({ south: 48.2, west: 2.2, north: 48.8, east: 2.8, zoom })
}
