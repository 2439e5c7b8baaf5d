import { communesIn } from '../places/service'

const SIZE = 256
/** Web Mercator: degrees of a tile's edge. */
const lngOf = (x: number, z: number): number => (x / 2 ** z) * 360 - 180
const latOf = (y: number, z: number): number => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) * 180) / Math.PI
const pixelX = (lng: number, z: number, x: number): number => (((lng + 180) / 360) * 2 ** z - x) * SIZE
const pixelY = (lat: number, z: number, y: number): number => {
  const s = Math.sin((lat * Math.PI) / 180)
  return ((0.5 - Math.log((1 + s) / (1 - s)) / (4 * Math.PI)) * 2 ** z - y) * SIZE
}
const escape = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

/** How many names a tile takes before they cover each other. */
const NAMES = 7
/** A dot reaches this far, a line of text this far up and down, in px. */
const DOT = 4
const LINE = 20
/** No name is longer (px). */
const NAME_MAX = SIZE

interface Tones { readonly ground: string; readonly line: string; readonly dot: string; readonly name: string }
const DAY: Tones = { ground: '#efe8e4', line: '#e2d8d3', dot: '#b9a59d', name: '#5b4750' }
const NIGHT: Tones = { ground: '#30232f', line: '#3b2c39', dot: '#7b6675', name: '#dccdd6' }

/** Neighbours whose dots and names reach into a tile, in the order in which all tiles draw them. */
const AROUND = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [dx, dy] as const))

/** A plain tile (SVG): communes as dots, the largest by name. What is shown when no tile source answers. */
export const drawTile = async (z: number, x: number, y: number, night = false): Promise<string> => {
  const tone = night ? NIGHT : DAY
  const inTile = (dx: number, dy: number, many: number) => communesIn({ west: lngOf(x + dx, z), east: lngOf(x + dx + 1, z), north: latOf(y + dy, z), south: latOf(y + dy + 1, z) }, many)
  const placed = ({ name, lat, lng }: { name: string; lat: number; lng: number }) => ({ name, x: pixelX(lng, z, x), y: pixelY(lat, z, y) })
  // the smaller the scale, the fewer and larger the communes: below 5 nothing but the ground
  const many = z < 5 ? 0 : Math.min(200, 6 * 2 ** Math.max(0, z - 6))
  // each tile names its own; a name that reaches over the edge is drawn by the neighbour as well, so that it is whole
  const around = await Promise.all(AROUND.map(async ([dx, dy]) => (await inTile(dx, dy, many)).map(placed)))
  const dots = around.flat().filter((c) => c.x > -DOT && c.x < SIZE + DOT && c.y > -DOT && c.y < SIZE + DOT).map((c) => `<circle cx="${c.x.toFixed(1)}" cy="${c.y.toFixed(1)}" r="${z > 10 ? 3 : 2}"/>`).join('')
  const names = around.flatMap((list) => list.slice(0, NAMES)).filter((c) => c.x > -NAME_MAX && c.x < SIZE && c.y > -LINE && c.y < SIZE + LINE).map((c) => `<text x="${(c.x + 5).toFixed(1)}" y="${(c.y + 4).toFixed(1)}">${escape(c.name)}</text>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}"><rect width="${SIZE}" height="${SIZE}" fill="${tone.ground}"/><path d="M0 .5H${SIZE}M.5 0V${SIZE}" stroke="${tone.line}"/><g fill="${tone.dot}">${dots}</g><g font-family="system-ui, sans-serif" font-size="11" fill="${tone.name}" stroke="${tone.ground}" stroke-width="3" paint-order="stroke">${names}</g></svg>`
}
