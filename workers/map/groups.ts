import type { MapGroup, MapView, MapWorkerApi } from '#contract/workers-map'

const TILE_PX = 256
/** Markers nearer than this are one (px). */
const RADIUS_PX = 56
const MAX_LAT = 85.05112878
const clamp = (lat: number): number => Math.max(-MAX_LAT, Math.min(MAX_LAT, lat))
/** Web Mercator, 0 to 1. */
const xOf = (lng: number): number => lng / 360 + 0.5
const yOf = (lat: number): number => {
  const sin = Math.sin((clamp(lat) * Math.PI) / 180)
  return 0.5 - (0.25 * Math.log((1 + sin) / (1 - sin))) / Math.PI
}

/** Numbers of one group in `Level.found`: latitude, longitude, count, index, south, west, north, east. */
const FIELDS = 8
interface Level {
  /** `FIELDS` numbers a group, one group after the other: ten thousand objects would cost more than the grouping. */
  readonly found: Float64Array
  readonly size: number
  /** For each point, the index of its group. */
  readonly of: Int32Array
}

/** Greedy: each point that is still free takes the free ones within the radius. The same points give the same groups, wherever one looks. */
const groupAt = (points: Float64Array, xs: Float64Array, ys: Float64Array, zoom: number): Level => {
  const count = xs.length
  const scale = (TILE_PX * 2 ** zoom) / RADIUS_PX
  // points of a cell as a chain: the first in `heads`, the one after each in `next`; cells that share a place are told apart by the distance
  const mask = 2 ** Math.ceil(Math.log2(2 * count + 2)) - 1
  const heads = new Int32Array(mask + 1).fill(-1)
  const next = new Int32Array(count)
  const placeOf = (cx: number, cy: number): number => (Math.imul(cx, 73_856_093) ^ Math.imul(cy, 19_349_663)) & mask
  for (let i = count - 1; i >= 0; i -= 1) {
    const at = placeOf(Math.floor((xs[i] as number) * scale), Math.floor((ys[i] as number) * scale))
    next[i] = heads[at] as number
    heads[at] = i
  }
  const of = new Int32Array(count).fill(-1)
  const found = new Float64Array(count * FIELDS)
  let size = 0
  for (let i = 0; i < count; i += 1) {
    if (of[i] !== -1) continue
    const x = (xs[i] as number) * scale
    const y = (ys[i] as number) * scale
    const cx = Math.floor(x)
    const cy = Math.floor(y)
    let lat = 0
    let lng = 0
    let n = 0
    let south = 90
    let west = 180
    let north = -90
    let east = -180
    for (let cell = 0; cell < 9; cell += 1) {
      for (let j = heads[placeOf(cx + (cell % 3) - 1, cy + ((cell / 3) | 0) - 1)] as number; j !== -1; j = next[j] as number) {
        if (of[j] !== -1) continue
        const ex = (xs[j] as number) * scale - x
        const ey = (ys[j] as number) * scale - y
        if (ex * ex + ey * ey > 1) continue
        of[j] = size
        const a = points[2 * j] as number
        const b = points[2 * j + 1] as number
        lat += a
        lng += b
        n += 1
        if (a < south) south = a
        if (a > north) north = a
        if (b < west) west = b
        if (b > east) east = b
      }
    }
    const at = size * FIELDS
    found[at] = lat / n
    found[at + 1] = lng / n
    found[at + 2] = n
    found[at + 3] = i
    found[at + 4] = south
    found[at + 5] = west
    found[at + 6] = north
    found[at + 7] = east
    size += 1
  }
  return { found, size, of }
}
const inView = ({ found, size }: Level, view: MapView): MapGroup[] => {
  const groups: MapGroup[] = []
  for (let at = 0; at < size * FIELDS; at += FIELDS) {
    const lat = found[at] as number
    const lng = found[at + 1] as number
    if (lat < view.south || lat > view.north || lng < view.west || lng > view.east) continue
    groups.push({
      lat, lng, count: found[at + 2] as number, index: found[at + 3] as number,
      south: found[at + 4] as number, west: found[at + 5] as number, north: found[at + 6] as number, east: found[at + 7] as number,
    })
  }
  return groups
}

export interface Groups extends MapWorkerApi {
  /** Works a level out before it is asked for. */
  prepare(zoom: number): void
}
/** Groups the points of a map, one level of zoom at a time; a level is worked out once. */
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
      const { of } = levelAt(zoom)
      const wanted = of[index]
      const found: number[] = []
      for (let i = 0; i < of.length; i += 1) if (of[i] === wanted) found.push(i)
      return found
    },
    prepare: (zoom) => void levelAt(zoom),
  }
}
