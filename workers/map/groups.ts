import type { MapGroup, MapView, MapWorkerApi } from '#contract/workers-map'

const TILE_PX = 256
/** Markers nearer than this are one (px). */
const RADIUS_PX = 56
const MAX_LAT = 85.05112878
/** More cells from west to east than any zoom has. */
const EAST_CELLS = 2 ** 23

const clamp = (lat: number): number => Math.max(-MAX_LAT, Math.min(MAX_LAT, lat))
/** Web Mercator, 0 to 1. */
const xOf = (lng: number): number => lng / 360 + 0.5
const yOf = (lat: number): number => {
  const sin = Math.sin((clamp(lat) * Math.PI) / 180)
  return 0.5 - (0.25 * Math.log((1 + sin) / (1 - sin))) / Math.PI
}

interface Level { readonly groups: readonly MapGroup[]; /** For each point, the index of its group. */ readonly of: Int32Array }

/** Greedy: each point that is still free takes the free ones within the radius. The same points give the same groups, wherever one looks. */
const groupAt = (points: Float64Array, xs: Float64Array, ys: Float64Array, zoom: number): Level => {
  const count = xs.length
  const scale = (TILE_PX * 2 ** zoom) / RADIUS_PX
  // points of a cell as a chain: the first in `heads`, the one after each in `next`
  const heads = new Map<number, number>()
  const next = new Int32Array(count)
  for (let i = count - 1; i >= 0; i -= 1) {
    const key = Math.floor((ys[i] ?? 0) * scale) * EAST_CELLS + Math.floor((xs[i] ?? 0) * scale)
    next[i] = heads.get(key) ?? -1
    heads.set(key, i)
  }
  const of = new Int32Array(count).fill(-1)
  const groups: MapGroup[] = []
  for (let i = 0; i < count; i += 1) {
    if (of[i] !== -1) continue
    const x = (xs[i] ?? 0) * scale
    const y = (ys[i] ?? 0) * scale
    const home = Math.floor(y) * EAST_CELLS + Math.floor(x)
    let [lat, lng, n] = [0, 0, 0]
    let [south, west, north, east] = [90, 180, -90, -180]
    for (let cell = 0; cell < 9; cell += 1) {
      let j = heads.get(home + (Math.floor(cell / 3) - 1) * EAST_CELLS + (cell % 3) - 1) ?? -1
      for (; j !== -1; j = next[j] ?? -1) {
        if (of[j] !== -1) continue
        const ex = (xs[j] ?? 0) * scale - x
        const ey = (ys[j] ?? 0) * scale - y
        if (ex * ex + ey * ey > 1) continue
        of[j] = groups.length
        const a = points[2 * j] ?? 0
        const b = points[2 * j + 1] ?? 0
        lat += a
        lng += b
        n += 1
        if (a < south) south = a
        if (a > north) north = a
        if (b < west) west = b
        if (b > east) east = b
      }
    }
    groups.push({ lat: lat / n, lng: lng / n, count: n, index: i, south, west, north, east })
  }
  return { groups, of }
}

/** Groups the points of a map, one level of zoom at a time; a level is worked out once. */
export const createGroups = (): MapWorkerApi => {
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
      xs = Float64Array.from({ length: n }, (_, i) => xOf(points[2 * i + 1] ?? 0))
      ys = Float64Array.from({ length: n }, (_, i) => yOf(points[2 * i] ?? 0))
      levels.clear()
    },
    groups: (view: MapView) => levelAt(view.zoom).groups.filter((g) => g.lat >= view.south && g.lat <= view.north && g.lng >= view.west && g.lng <= view.east),
    members: (index, zoom) => {
      const { of } = levelAt(zoom)
      const wanted = of[index]
      const found: number[] = []
      for (let i = 0; i < of.length; i += 1) if (of[i] === wanted) found.push(i)
      return found
    },
  }
}
