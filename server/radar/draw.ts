import { communesIn } from '../places/service'

const SIZE = 256
/** Web Mercator: degrees of a tile's edge. */
const lngOf = (x: number, z: number): number => (x / 2 ** z) * 360 - 180
const latOf = (y: number, z: number): number =>
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) * 180) / Math.PI
const pixelX = (lng: number, z: number, x: number): number =>
  (((lng + 180) / 360) * 2 ** z - x) * SIZE
const pixelY = (lat: number, z: number, y: number): number => {
  const s = Math.sin((lat * Math.PI) / 180)
  return ((0.5 - Math.log((1 + s) / (1 - s)) / (4 * Math.PI)) * 2 ** z - y) * SIZE
}
const escape = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

/** Number of communes per tile that are labelled, space permitting. */
const NAMES = 7
/** Radius of a dot and half the height of a line of text, px. */
const DOT = 4
const LINE = 20
/** Offset of a label from its dot, width of a letter and height of a line, px. */
const BESIDE = 5
const LETTER = 6.3
const APART = 13
/** Maximum width of a label, px. */
const NAME_MAX = SIZE

interface Tones {
  readonly ground: string
  readonly line: string
  readonly dot: string
  readonly name: string
}
const DAY: Tones = { ground: '#efe8e4', line: '#e2d8d3', dot: '#b9a59d', name: '#5b4750' }
const NIGHT: Tones = { ground: '#30232f', line: '#3b2c39', dot: '#7b6675', name: '#dccdd6' }

/** A commune in a tile's pixels; `named`: among the largest of its own tile. */
interface TileCommune {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly named: boolean
}
/**
 * Neighbouring tiles to consider: labels that reach into this tile, and to the left those that may
 * overlap them.
 */
const [LEFT, RIGHT, AROUND] = [2, 1, 1]
const COLUMNS = LEFT + 1 + RIGHT
const ROWS = [-1, 0, 1]

/**
 * Communes in and around a tile, the largest first, as many of each tile as it draws. For the
 * others only the tile is computed: there are tens of thousands.
 */
const spots = async (z: number, x: number, y: number, many: number): Promise<TileCommune[]> => {
  if (many === 0) return []
  const souths = ROWS.map((dy) => latOf(y + dy + 1, z))
  const box = {
    west: lngOf(x - LEFT, z),
    east: lngOf(x + RIGHT + 1, z),
    north: latOf(y - AROUND, z),
    south: latOf(y + AROUND + 1, z),
  }
  const taken = new Uint16Array(COLUMNS * ROWS.length)
  const out: TileCommune[] = []
  for (const { name, lat, lng } of await communesIn(box, Infinity)) {
    const column = Math.min(
      COLUMNS - 1,
      Math.max(0, Math.floor(((lng + 180) / 360) * 2 ** z) - x + LEFT),
    )
    const tile = souths.findIndex((south) => lat >= south) * COLUMNS + column
    const before = taken[tile] ?? many
    if (before >= many) continue
    taken[tile] = before + 1
    out.push({ name, x: pixelX(lng, z, x), y: pixelY(lat, z, y), named: before < NAMES })
  }
  return out
}
const covers = (one: TileCommune, other: TileCommune): boolean => {
  const [left, right] = one.x < other.x ? [one, other] : [other, one]
  return Math.abs(one.y - other.y) < APART && right.x - left.x < BESIDE + left.name.length * LETTER
}

/**
 * A plain tile (SVG): communes as dots, the largest with a label. Served when no tile source
 * responds.
 */
export const drawTile = async (z: number, x: number, y: number, night = false): Promise<string> => {
  const tone = night ? NIGHT : DAY
  // the smaller the scale, the fewer and larger the communes: below 5 only the ground
  const all = await spots(z, x, y, z < 5 ? 0 : Math.min(200, 6 * 2 ** Math.max(0, z - 6)))
  const dots = all
    .filter((c) => c.x > -DOT && c.x < SIZE + DOT && c.y > -DOT && c.y < SIZE + DOT)
    .map((c) => `<circle cx="${c.x.toFixed(1)}" cy="${c.y.toFixed(1)}" r="${z > 10 ? 3 : 2}"/>`)
    .join('')
  const named = all.filter((c) => c.named)
  // every tile decides the same about a label across its edge: it yields to a larger commune's,
  // drawn or not
  const names = named
    .filter(
      (c, rank) =>
        c.x > -NAME_MAX &&
        c.x < SIZE &&
        c.y > -LINE &&
        c.y < SIZE + LINE &&
        !named.slice(0, rank).some((larger) => covers(larger, c)),
    )
    .map(
      (c) =>
        `<text x="${(c.x + BESIDE).toFixed(1)}" y="${(c.y + 4).toFixed(1)}">${escape(c.name)}</text>`,
    )
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}"><rect width="${SIZE}" height="${SIZE}" fill="${tone.ground}"/><path d="M0 .5H${SIZE}M.5 0V${SIZE}" stroke="${tone.line}"/><g fill="${tone.dot}">${dots}</g><g font-family="system-ui, sans-serif" font-size="11" fill="${tone.name}" stroke="${tone.ground}" stroke-width="3" paint-order="stroke">${names}</g></svg>`
}
