// Writes a small map in one file (PMTiles, schema of Protomaps) from the country that the app
// carries: land, lines between departments and communes of a region. It shows what a file of
// streets does, and is what the tests read:
// node scripts/make-basemap.mjs region.pmtiles 3.5,44.5,6.5,47
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { zxyToTileId } from 'pmtiles'

const EXTENT = 4096
const BUFFER = 64
const MAX_ZOOM = 9
const HEADER_BYTES = 127
const [POINT, LINE, POLYGON] = [1, 2, 3]
const COUNTRY = join(import.meta.dirname, '../src/parts/map/country/country.json')

const varint = (value) => {
  const out = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) out.push((rest % 128) | 128)
  out.push(rest)
  return Buffer.from(out)
}
/** Protocol buffers: a field of bytes, and one of an integer. */
const bytes = (field, ...parts) => {
  const body = Buffer.concat(parts)
  return Buffer.concat([varint(field * 8 + 2), varint(body.length), body])
}
const integer = (field, value) => Buffer.concat([varint(field * 8), varint(value)])

const decode = (text, step) => {
  const out = []
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
  return Array.from({ length: out.length / 2 }, (_, i) => {
    const s = Math.sin((out[2 * i + 1] * step * Math.PI) / 180)
    return [(out[2 * i] * step + 180) / 360, 0.5 - Math.log((1 + s) / (1 - s)) / (4 * Math.PI)]
  })
}

const [LOW, HIGH] = [-BUFFER, EXTENT + BUFFER]
/** A ring inside the square of a tile and its margin (Sutherland and Hodgman). */
const clip = (ring) =>
  [
    [0, 1],
    [0, -1],
    [1, 1],
    [1, -1],
  ].reduce((points, [axis, side]) => {
    const edge = side > 0 ? LOW : HIGH
    const isIn = (p) => (p[axis] - edge) * side >= 0
    return points.flatMap((p, i) => {
      const before = points.at(i - 1)
      const t = (edge - before[axis]) / (p[axis] - before[axis])
      const cut = [before[0] + t * (p[0] - before[0]), before[1] + t * (p[1] - before[1])]
      if (isIn(p)) return isIn(before) ? [p] : [cut, p]
      return isIn(before) ? [cut] : []
    })
  }, ring)
/** Parts of a line near a tile. */
const near = (line) => {
  const parts = [[]]
  for (const [i, p] of line.entries()) {
    const q = line[i + 1] ?? p
    const isFar = [0, 1].some(
      (axis) => Math.max(p[axis], q[axis]) < LOW || Math.min(p[axis], q[axis]) > HIGH,
    )
    parts.at(-1).push(p)
    if (isFar) parts.push([])
  }
  return parts.filter((part) => part.length > 1)
}

/** Commands of a vector tile: move, lines, end of a ring. */
const encodeShape = (type, points) => {
  const zigzag = (n) => (n < 0 ? -2 * n - 1 : 2 * n)
  let [x0, y0] = [0, 0]
  const steps = points.map(([x, y]) => {
    const step = [zigzag(Math.round(x) - x0), zigzag(Math.round(y) - y0)]
    ;[x0, y0] = [Math.round(x), Math.round(y)]
    return step
  })
  const [first, ...rest] = steps
  const lines = rest.length > 0 ? [rest.length * 8 + 2, ...rest.flat()] : []
  return [9, ...first, ...lines, ...(type === POLYGON ? [15] : [])]
}
/** A layer of shapes: type, points, and texts or numbers by name. */
const encodeLayer = (name, features) => {
  const [keys, values] = [new Map(), new Map()]
  const indexIn = (map, one) => {
    if (!map.has(one)) map.set(one, map.size)
    return map.get(one)
  }
  const encoded = features.map(({ type, points, props }) => {
    const tags = Object.entries(props).flatMap(([key, value]) => [
      indexIn(keys, key),
      indexIn(values, value),
    ])
    return bytes(
      2,
      bytes(2, ...tags.map(varint)),
      integer(3, type),
      bytes(4, ...encodeShape(type, points).map(varint)),
    )
  })
  const value = (one) =>
    typeof one === 'number' ? integer(5, one) : bytes(1, Buffer.from(String(one)))
  return bytes(
    3,
    bytes(1, Buffer.from(name)),
    ...encoded,
    ...[...keys.keys()].map((key) => bytes(3, Buffer.from(key))),
    ...[...values.keys()].map((one) => bytes(4, value(one))),
    integer(5, EXTENT),
    integer(15, 2),
  )
}

const readCountry = () => {
  const { step, land, abroad, departments, towns } = JSON.parse(readFileSync(COUNTRY, 'utf8'))
  const names = towns.names.split('\n')
  return {
    land: [...land, ...abroad].map((text) => decode(text, step)),
    departments: departments.map((text) => decode(text, step)),
    towns: decode(towns.at, step).map((at, rank) => ({ at, name: names[rank], rank })),
  }
}

const makeTile = (country, z, x, y) => {
  const at = ([px, py]) => [(px * 2 ** z - x) * EXTENT, (py * 2 ** z - y) * EXTENT]
  const earth = country.land
    .map((ring) => clip(ring.slice(1).map(at)))
    .filter((ring) => ring.length > 2)
    .map((points) => ({ type: POLYGON, points, props: { kind: 'earth' } }))
  const boundaries = country.departments
    .flatMap((line) => near(line.map(at)))
    .map((points) => ({ type: LINE, points, props: { kind: 'county', kind_detail: 6 } }))
  const places = country.towns
    .filter(({ rank }) => rank < 12 * 3 ** (z - 3))
    .map((town) => ({ ...town, point: at(town.at) }))
    .filter(({ point }) => point.every((n) => n >= 0 && n < EXTENT))
    .map(({ name, rank, point }) => ({
      type: POINT,
      points: [point],
      props: { kind: 'locality', name, population_rank: Math.max(1, 15 - Math.floor(rank / 10)) },
    }))
  return Buffer.concat(
    Object.entries({ earth, boundaries, places })
      .filter(([, features]) => features.length > 0)
      .map(([name, features]) => encodeLayer(name, features)),
  )
}

/** The header of a file: three parts in a row, nothing compressed, vector tiles. */
const makeHeader = (root, metadata, tiles, count, box) => {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles', 'latin1')
  header[7] = 3
  let at = HEADER_BYTES
  for (const [i, length] of [root.length, metadata.length, 0, tiles.length].entries()) {
    header.writeBigUInt64LE(BigInt(at), 8 + 16 * i)
    header.writeBigUInt64LE(BigInt(length), 16 + 16 * i)
    at += length
  }
  for (const i of [72, 80, 88]) header.writeBigUInt64LE(BigInt(count), i)
  header.set([1, 1, 1, 1, 0, MAX_ZOOM], 96)
  for (const [i, degrees] of box.entries())
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * i)
  header[118] = MAX_ZOOM
  header.writeInt32LE(Math.round((box[0] + box[2]) * 5e6), 119)
  header.writeInt32LE(Math.round((box[1] + box[3]) * 5e6), 123)
  return header
}

/** The map of a box (west, south, east, north) as the bytes of a file. */
export const makeBasemap = (box) => {
  const country = readCountry()
  const column = (lng, z) => Math.floor(((lng + 180) / 360) * 2 ** z)
  const row = (lat, z) => {
    const s = Math.sin((lat * Math.PI) / 180)
    return Math.floor((0.5 - Math.log((1 + s) / (1 - s)) / (4 * Math.PI)) * 2 ** z)
  }
  const tiles = []
  for (let z = 0; z <= MAX_ZOOM; z += 1)
    for (let x = column(box[0], z); x <= column(box[2], z); x += 1)
      for (let y = row(box[3], z); y <= row(box[1], z); y += 1)
        tiles.push({ id: zxyToTileId(z, x, y), data: makeTile(country, z, x, y) })
  const entries = tiles.filter(({ data }) => data.length > 0).sort((a, b) => a.id - b.id)
  const root = Buffer.concat([
    varint(entries.length),
    ...entries.map(({ id }, i) => varint(id - (entries[i - 1]?.id ?? 0))),
    ...entries.map(() => varint(1)),
    ...entries.map(({ data }) => varint(data.length)),
    // 0: right after the one before
    ...entries.map((_, i) => varint(i === 0 ? 1 : 0)),
  ])
  const metadata = Buffer.from(JSON.stringify({ name: 'region', attribution: 'IGN' }))
  const body = Buffer.concat(entries.map(({ data }) => data))
  return Buffer.concat([
    makeHeader(root, metadata, body, entries.length, box),
    root,
    metadata,
    body,
  ])
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [file, box] = process.argv.slice(2)
  writeFileSync(file, makeBasemap(box.split(',').map(Number)))
}
