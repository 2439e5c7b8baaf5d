import { loadJson } from '../../../data/http/load-json'
import address from './country.json?url'

/** Web Mercator, 0 to 1 from west to east and from north to south: world pixels of zoom 0, by 256. */
interface WorldPoint {
  readonly x: number
  readonly y: number
}
export interface Line {
  /** x, y, x, y, … */
  readonly points: Float64Array
  readonly west: number
  readonly north: number
  readonly east: number
  readonly south: number
}
interface Town extends WorldPoint {
  readonly name: string
  /** By population: 0 is Paris. */
  readonly rank: number
}
export interface Country {
  /** Rings: France, overseas included. */
  readonly land: readonly Line[]
  /** Lines between departments. */
  readonly departments: readonly Line[]
  /** Rings: the land of other countries. */
  readonly abroad: readonly Line[]
  /** Lines between other countries. */
  readonly borders: readonly Line[]
  /** The largest rivers, of the neighbours too. */
  readonly rivers: readonly Line[]
  /** Smaller rivers of France. */
  readonly tributaries: readonly Line[]
  /** Rings. */
  readonly lakes: readonly Line[]
  /** The largest communes, by rank. */
  readonly towns: readonly Town[]
}
/** As scripts/make-country.mjs writes it. */
export interface WrittenCountry extends Readonly<
  Record<Exclude<keyof Country, 'towns'>, readonly string[]>
> {
  /** Degrees per unit. */
  readonly step: number
  readonly towns: { readonly names: string; readonly at: string }
}

export const projectToWorld = (lat: number, lng: number): WorldPoint => {
  const s = Math.sin((lat * Math.PI) / 180)
  return { x: (lng + 180) / 360, y: 0.5 - Math.log((1 + s) / (1 - s)) / (4 * Math.PI) }
}

/** Integers from differences, five bits a letter; longitude and latitude in turn. */
export const decodeDeltas = (text: string): number[] => {
  const out: number[] = []
  let at = 0
  while (at < text.length) {
    let [value, shift, bits] = [0, 0, 32]
    for (; bits >= 32; shift += 5) {
      bits = text.charCodeAt(at) - 63
      value |= (bits & 31) << shift
      at += 1
    }
    out.push((value & 1 ? ~(value >> 1) : value >> 1) + (out.at(-2) ?? 0))
  }
  return out
}

/** The points of a written line in the world. */
const readPoints = (text: string, step: number): Float64Array => {
  const points = Float64Array.from(decodeDeltas(text))
  for (let i = 0; i < points.length; i += 2) {
    const { x, y } = projectToWorld((points[i + 1] as number) * step, (points[i] as number) * step)
    points[i] = x
    points[i + 1] = y
  }
  return points
}
const readLine = (text: string, step: number): Line => {
  const points = readPoints(text, step)
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = [points[i] as number, points[i + 1] as number]
    west = Math.min(west, x)
    east = Math.max(east, x)
    north = Math.min(north, y)
    south = Math.max(south, y)
  }
  return { points, west, north, east, south }
}

export const readCountry = (written: WrittenCountry): Country => {
  const { step, towns } = written
  const lines = (name: Exclude<keyof Country, 'towns'>): Line[] =>
    written[name].map((text) => readLine(text, step))
  const places = readPoints(towns.at, step)
  return {
    land: lines('land'),
    departments: lines('departments'),
    abroad: lines('abroad'),
    borders: lines('borders'),
    rivers: lines('rivers'),
    tributaries: lines('tributaries'),
    lakes: lines('lakes'),
    towns: towns.names.split('\n').map((name, rank) => ({
      name,
      rank,
      x: places[2 * rank] as number,
      y: places[2 * rank + 1] as number,
    })),
  }
}

let loading: Promise<Country> | undefined

/** Fetched with the first map, kept while the page is open; a failure is retried by the next one. */
export const loadCountry = (): Promise<Country> =>
  (loading ??= loadJson(address)
    .then((written) => readCountry(written as WrittenCountry))
    .catch((error: unknown) => {
      loading = undefined
      throw error
    }))
