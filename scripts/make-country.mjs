// Draws the map that the app carries: land, departments, neighbours, rivers, lakes and the largest
// communes, as integers in src/parts/map/country/country.json, which is in the repository. Once in a
// few years:
// npm install --no-save world-atlas@2
// node scripts/make-country.mjs departements.geojson node_modules/world-atlas/countries-10m.json water
// The first file: outlines of the departments of the IGN, Admin Express COG (Licence Ouverte 2.0),
// as simplified by gregoiredavid/france-geojson; the second: Natural Earth (public domain), and from
// it in the folder `water`, as GeoJSON: ne_10m_rivers_lake_centerlines.json, ne_10m_lakes.json,
// ne_10m_rivers_europe.json and ne_10m_lakes_europe.json.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { makePlaces } from '../server/places/build.mjs'

/** Degrees per unit of the written integers: about 33 m. */
const STEP = 0.0003
const TOWNS = 5000
const FRANCE = '250'
/** Overseas collectivities that Natural Earth counts as countries. */
const COLLECTIVITIES = new Set(['540', '258', '666', '876', '663', '652'])
const ANTARCTICA = '010'
const HOME = { west: -6, east: 10, south: 41, north: 51.5 }
/** Ranks of Natural Earth: a river is drawn with the country, a tributary when it is nearer. */
const [RIVER_RANK, TRIBUTARY_RANK] = [6, 11]
/** What simplification may move a river or a shore, degrees. */
const WATER_FINE = 0.004
/** A lake that is smaller is not drawn, degrees of width and height together. */
const LAKE_SIZE = 0.09
/** What simplification may move a foreign coast, degrees: next to France, and more for each degree away. */
const [FINE, GROWTH, COARSE] = [0.006, 0.03, 0.3]

const key = ([x, y]) => `${x},${y}`
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1])

/** Joins lines end to end, in their direction; closed ones are rings. */
const stitch = (lines) => {
  const from = new Map()
  for (const line of lines) from.set(key(line[0]), [...(from.get(key(line[0])) ?? []), line])
  const out = []
  const take = (point) => from.get(key(point))?.shift()
  for (const line of lines) {
    if (!from.get(key(line[0]))?.includes(line)) continue
    from.get(key(line[0])).splice(from.get(key(line[0])).indexOf(line), 1)
    const joined = [...line]
    while (key(joined[0]) !== key(joined.at(-1))) {
      const next = take(joined.at(-1))
      if (!next) break
      joined.push(...next.slice(1))
    }
    out.push(joined)
  }
  return out
}

/** Edges of one ring only are outlines; those of two are the lines between, each returned once. */
const outlines = (rings) => {
  const uses = new Map()
  const edges = rings.flatMap((ring) => ring.slice(1).map((to, i) => [ring[i], to]))
  const name = ([a, b]) => [key(a), key(b)].sort().join(' ')
  for (const edge of edges) uses.set(name(edge), (uses.get(name(edge)) ?? 0) + 1)
  const seen = new Set()
  const inner = edges.filter((edge) => {
    const first = uses.get(name(edge)) > 1 && !seen.has(name(edge))
    seen.add(name(edge))
    return first
  })
  return { outer: stitch(edges.filter((edge) => uses.get(name(edge)) === 1)), inner: stitch(inner) }
}

/** Distance of a point from a segment. */
const aside = (p, a, b) => {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const length = dx * dx + dy * dy
  const t = length
    ? Math.min(1, Math.max(0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length))
    : 0
  return distance(p, [a[0] + t * dx, a[1] + t * dy])
}
/** Douglas and Peucker, with a tolerance that depends on the place. The ends stay. */
const simplify = (line, toleranceAt) => {
  const keep = new Uint8Array(line.length)
  keep[0] = keep[line.length - 1] = 1
  const parts = [[0, line.length - 1]]
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [first, last] = part
    let [worst, at] = [1, -1]
    for (let i = first + 1; i < last; i += 1) {
      const off = aside(line[i], line[first], line[last]) / toleranceAt(line[i])
      if (off > worst) [worst, at] = [off, i]
    }
    if (at < 0) continue
    keep[at] = 1
    parts.push([first, at], [at, last])
  }
  return line.filter((_, i) => keep[i])
}

/** From its first point to the farthest one, and back. */
const simplifyRing = (ring, toleranceAt) => {
  const far = ring.reduce(
    (best, p, i) => (distance(p, ring[0]) > distance(ring[best], ring[0]) ? i : best),
    0,
  )
  return [
    ...simplify(ring.slice(0, far + 1), toleranceAt),
    ...simplify(ring.slice(far), toleranceAt).slice(1),
  ]
}

/** Differences of integers, five bits a letter (the “polyline” encoding). */
export const encode = (points, step = STEP) => {
  let [x0, y0, text] = [0, 0, '']
  for (const [lng, lat] of points) {
    const [x, y] = [Math.round(lng / step), Math.round(lat / step)]
    for (const d of [x - x0, y - y0]) {
      let rest = d < 0 ? ~(d << 1) : d << 1
      for (; rest >= 32; rest >>= 5) text += String.fromCharCode((32 | (rest & 31)) + 63)
      text += String.fromCharCode(rest + 63)
    }
    ;[x0, y0] = [x, y]
  }
  return text
}

const readDepartments = (file) =>
  JSON.parse(readFileSync(file, 'utf8')).features.flatMap(({ geometry: { type, coordinates } }) =>
    type === 'Polygon' ? coordinates : coordinates.flat(),
  )

const readCountries = (file) => {
  const { arcs, transform, objects } = JSON.parse(readFileSync(file, 'utf8'))
  const { scale, translate } = transform
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0]
    return arc.map(([dx, dy]) => {
      x += dx
      y += dy
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
    })
  })
  const polygons = objects.countries.geometries.flatMap(({ id, type, arcs: all = [] }) =>
    (type === 'Polygon' ? [all] : all).map((rings) => ({ id, rings })),
  )
  return { lines, polygons }
}
const isHome = ([lng, lat]) =>
  lng > HOME.west && lng < HOME.east && lat > HOME.south && lat < HOME.north

/**
 * Between the border as one source draws it and as the other does: filled as foreign land, so that
 * no sea shows through.
 */
const gap = (border, outline) => {
  const nearest = (p) =>
    outline.reduce((best, q, i) => (distance(p, q) < distance(p, outline[best]) ? i : best), 0)
  const [a, b] = [nearest(border[0]), nearest(border.at(-1))].sort((p, q) => p - q)
  const way = [outline.slice(a, b + 1), [...outline.slice(b), ...outline.slice(1, a + 1)]]
  const length = (line) => line.slice(1).reduce((sum, p, i) => sum + distance(p, line[i]), 0)
  const path = length(way[0]) < length(way[1]) ? way[0] : way[1]
  const turned = distance(path[0], border[0]) < distance(path.at(-1), border[0])
  return [...border, ...(turned ? path.toReversed() : path), border[0]]
}

const makeCountry = (departmentFile, countryFile, waterFolder) => {
  const departments = outlines(readDepartments(departmentFile))
  const mainland = departments.outer.reduce((a, b) => (b.length > a.length ? b : a))
  const { lines, polygons } = readCountries(countryFile)
  const home = polygons.filter(
    ({ id, rings }) => id === FRANCE && isHome(lines[rings[0][0] ^ (rings[0][0] >> 31)][0]),
  )
  const ours = polygons.filter(
    (p) => !home.includes(p) && (p.id === FRANCE || COLLECTIVITIES.has(p.id)),
  )
  const foreign = polygons.filter(
    (p) => !home.includes(p) && !ours.includes(p) && p.id !== ANTARCTICA,
  )
  const index = (arc) => (arc < 0 ? ~arc : arc)
  const arcsOf = (list) => list.flatMap(({ rings }) => rings.flat())
  const near = [
    ...departments.outer.flatMap((ring) => ring.filter((_, i) => i % 8 === 0)),
    ...ours.map(({ rings }) => lines[index(rings[0][0])][0]),
  ]
  const toleranceAt = (p) => {
    const away = near.reduce(
      (least, q) => Math.min(least, Math.abs(p[0] - q[0]) + Math.abs(p[1] - q[1])),
      360,
    )
    return Math.min(COARSE, FINE + Math.max(0, away - 0.7) * GROWTH)
  }
  const simple = lines.map((line) =>
    line.length < 3 || key(line[0]) !== key(line.at(-1))
      ? simplify(line, toleranceAt)
      : simplifyRing(line, toleranceAt),
  )
  const line = (arc) => (arc < 0 ? simple[~arc].toReversed() : simple[arc])
  const count = new Map()
  for (const arc of arcsOf(foreign)) count.set(index(arc), (count.get(index(arc)) ?? 0) + 1)
  const isSeen = (ring) => {
    const [xs, ys] = [ring.map((p) => p[0]), ring.map((p) => p[1])]
    const size = Math.max(...xs) - Math.min(...xs) + Math.max(...ys) - Math.min(...ys)
    return ring.length > 3 && size > 5 * toleranceAt(ring[0])
  }
  const atHome = new Set(arcsOf(home).map(index))
  return {
    land: [
      ...departments.outer,
      ...ours.flatMap(({ rings }) => rings.map((ring) => stitch(ring.map(line))[0])).filter(isSeen),
    ],
    departments: departments.inner,
    abroad: [
      ...stitch(
        arcsOf(foreign)
          .filter((arc) => count.get(index(arc)) === 1)
          .map(line),
      ).filter(isSeen),
      ...[...count.keys()].filter((arc) => atHome.has(arc)).map((arc) => gap(lines[arc], mainland)),
    ],
    borders: stitch([...count].filter(([, n]) => n > 1).map(([arc]) => simple[arc])),
    ...makeWater(waterFolder, mainland),
  }
}

const isInRing = ([x, y], ring) =>
  ring.reduce((isInside, [x2, y2], i) => {
    const [x1, y1] = ring.at(i - 1)
    return y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1 ? !isInside : isInside
  }, false)

/** The parts of a line whose points satisfy a condition, each with the first point beyond it. */
const partsOf = (line, isKept) => {
  const parts = [[]]
  for (const [i, point] of line.entries()) {
    const isEdge = [line[i - 1], line[i + 1]].some((p) => p && isKept(p))
    if (isKept(point) || isEdge) parts.at(-1).push(point)
    else parts.push([])
  }
  return parts.filter((part) => part.length > 1)
}

const makeWater = (folder, mainland) => {
  const read = (name) => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')).features
  const rank = ({ properties }) => properties.scalerank
  const linesOf = ({ geometry }) =>
    geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates
  const all = [...read('ne_10m_rivers_lake_centerlines'), ...read('ne_10m_rivers_europe')].filter(
    (one) => one.geometry,
  )
  const fine = (line) => simplify(line, () => WATER_FINE)
  const isOurs = (line) => line.some((point) => isInRing(point, mainland))
  const joined = (list) => stitch(list.flatMap(linesOf))
  const lakes = [...read('ne_10m_lakes'), ...read('ne_10m_lakes_europe')].flatMap(
    ({ geometry: { type, coordinates } }) =>
      type === 'Polygon' ? [coordinates[0]] : coordinates.map(([outer]) => outer),
  )
  const sizeOf = (ring) => {
    const [xs, ys] = [ring.map((p) => p[0]), ring.map((p) => p[1])]
    return Math.max(...xs) - Math.min(...xs) + Math.max(...ys) - Math.min(...ys)
  }
  return {
    rivers: joined(all.filter((one) => rank(one) <= RIVER_RANK))
      .flatMap((line) => partsOf(line, isHome))
      .map(fine),
    tributaries: joined(all.filter((one) => rank(one) > RIVER_RANK && rank(one) <= TRIBUTARY_RANK))
      .filter(isOurs)
      .map(fine),
    lakes: lakes
      .filter((ring) => ring.some(isHome) && sizeOf(ring) > LAKE_SIZE)
      .map((ring) => simplifyRing(ring, () => WATER_FINE)),
  }
}

const makeTowns = () => {
  const all = makePlaces()
    .split('\n')
    .filter((text) => !text.startsWith('#'))
    .slice(0, TOWNS)
    .map((text) => text.split('\t'))
  return {
    names: all.map((f) => f[1]).join('\n'),
    at: encode(
      all.map((f) => [f[5], f[4]]),
      STEP,
    ),
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const shapes = makeCountry(...process.argv.slice(2))
  const written = Object.fromEntries(
    Object.entries(shapes).map(([name, list]) => [name, list.map((points) => encode(points))]),
  )
  const file = join(import.meta.dirname, '../src/parts/map/country/country.json')
  writeFileSync(file, `${JSON.stringify({ step: STEP, ...written, towns: makeTowns() })}\n`)
  for (const [name, list] of Object.entries(shapes))
    console.log(`${name}: ${list.length} lines, ${list.flat().length} points`)
}
