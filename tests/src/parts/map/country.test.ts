import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  decodeDeltas,
  projectToWorld,
  readCountry,
  type WrittenCountry,
} from '../../../../src/parts/map/country/data'
import { placeNames, namedTownsAt, type Box } from '../../../../src/parts/map/country/place-names'

const written = JSON.parse(
  readFileSync('src/parts/map/country/country.json', 'utf8'),
) as WrittenCountry
const country = readCountry(written)
const VIEW: Box = { left: 100, top: 100, right: 490, bottom: 944 }
const DRAWN: Box = { left: 0, top: 0, right: 590, bottom: 1044 }
const letters = {
  widthOf: (name: string, size: number) => name.length * (8 - size),
  heightOf: (size: number) => 18 - size,
}
const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
const inside = (a: Box, b: Box): boolean =>
  a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom
/** Names of a zoom, the view centred on a place. */
const namesAt = (zoom: number, lat: number, lng: number) => {
  const scale = 256 * 2 ** zoom
  const { x, y } = projectToWorld(lat, lng)
  const spots = country.towns
    .map((town) => ({ ...town, x: (town.x - x) * scale + 295, y: (town.y - y) * scale + 522 }))
    .filter((s) => s.x > 0 && s.y > 0 && s.x < DRAWN.right && s.y < DRAWN.bottom)
  return { spots, names: placeNames(spots, { zoom, view: VIEW, drawn: DRAWN, ...letters }) }
}

test('every department: the lines enclose those of the mainland and the two of Corsica', () => {
  // parts of the net of lines: independent circles of each, edges − points + 1
  const lines = [...written.departments, ...written.land].map((text) => {
    const numbers = decodeDeltas(text)
    return Array.from(
      { length: numbers.length / 2 },
      (_, i) => `${numbers[2 * i]},${numbers[2 * i + 1]}`,
    )
  })
  const parent = new Map<string, string>()
  const root = (p: string): string => {
    let at = p
    while (parent.get(at) !== at) at = parent.get(at) as string
    return at
  }
  const edges = new Set<string>()
  for (const line of lines)
    for (const [i, to] of line.entries()) {
      if (!parent.has(to)) parent.set(to, to)
      const from = line[i - 1]
      if (from === undefined || from === to) continue
      edges.add([from, to].sort().join(' '))
      parent.set(root(to), root(from))
    }
  const circles = new Map<string, number>()
  const add = (p: string, by: number) => circles.set(root(p), (circles.get(root(p)) ?? 1) + by)
  for (const edge of edges) add(edge.split(' ')[0] as string, 1)
  for (const p of parent.keys()) add(p, -1)
  const all = [...circles.values()].sort((a, b) => b - a)
  // 94 departments and two detached parts of some that touch the net
  expect(all.slice(0, 2)).toEqual([96, 2])
})

test('the largest communes by rank, each where it is', () => {
  expect(country.towns.slice(0, 3).map((t) => t.name)).toEqual(['Paris', 'Marseille', 'Lyon'])
  expect(country.towns).toHaveLength(5000)
  const { x, y } = projectToWorld(45.76, 4.83)
  expect(Math.hypot((country.towns[2]?.x ?? 0) - x, (country.towns[2]?.y ?? 0) - y)).toBeLessThan(
    0.0002,
  )
})

test.for([
  ['rivers', 'the Seine at Paris', 48.853, 2.349],
  ['rivers', 'the Rhône at Lyon', 45.757, 4.842],
  ['rivers', 'the Loire at Tours', 47.399, 0.686],
  ['rivers', 'the Garonne at Bordeaux', 44.838, -0.567],
  ['tributaries', 'the Saône at Mâcon', 46.306, 4.838],
  ['tributaries', 'the Marne at Meaux', 48.961, 2.885],
  ['lakes', 'the shore of Lake Geneva at Thonon', 46.374, 6.482],
] as const)('among the %s, %s is within three kilometres of its place', ([part, , lat, lng]) => {
  const { x, y } = projectToWorld(lat, lng)
  const apart = country[part].map(({ points }) => {
    const corners = Array.from({ length: points.length / 2 }, (_, i) => ({
      x: points[2 * i] as number,
      y: points[2 * i + 1] as number,
    }))
    return corners.slice(1).reduce((least, to, i) => {
      const from = corners[i] as { x: number; y: number }
      const [dx, dy] = [to.x - from.x, to.y - from.y]
      const along = ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1)
      const at = Math.min(1, Math.max(0, along))
      return Math.min(least, Math.hypot(from.x + at * dx - x, from.y + at * dy - y))
    }, Infinity)
  })
  // the world is 40,075 km around, less at this latitude
  expect(Math.min(...apart) * 40_075 * Math.cos((lat * Math.PI) / 180)).toBeLessThan(3)
})

test('the file stays below 150 kB beside the code of the map', () => {
  expect(JSON.stringify(written).length).toBeLessThan(210_000)
})

test.for([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])(
  'names at zoom %i: none over another, none cut by the edge of what is seen, larger towns first',
  (zoom) => {
    for (const [lat, lng] of [
      [48.8566, 2.3522],
      [45.76, 4.83],
      [43.3, 5.4],
    ] as const) {
      const { spots, names } = namesAt(zoom, lat, lng)
      for (const [i, { name, box }] of names.entries()) {
        expect(inside(box, VIEW) || !overlap(box, VIEW), name).toBe(true)
        for (const other of names.slice(i + 1))
          expect(overlap(box, other.box), `${name}, ${other.name}`).toBe(false)
      }
      const ranks = names
        .map((n) => spots.filter((s) => s.name === n.name))
        .flatMap(([one, other]) => (one && !other ? [one.rank] : []))
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
      const first = spots.find((s) => s.rank < namedTownsAt(zoom) && s.x > 200 && s.x < 390)
      if (first && first === spots[0]) expect(names[0]?.name).toBe(first.name)
    }
  },
)

test('a smaller town gives way to a larger one, and stands on another side of its dot if there is room', () => {
  const spots = [
    { name: 'Grande', rank: 0, x: 300, y: 500 },
    { name: 'Dessous', rank: 1, x: 320, y: 502 },
    { name: 'Voisine', rank: 2, x: 292, y: 520 },
  ]
  const names = placeNames(spots, { zoom: 8, view: VIEW, drawn: DRAWN, ...letters })
  expect(names.map((n) => n.name)).toEqual(['Grande', 'Voisine'])
  const edge = placeNames([{ name: 'Auray', rank: 0, x: 486, y: 500 }], {
    zoom: 8,
    view: VIEW,
    drawn: DRAWN,
    ...letters,
  })
  expect(edge[0]?.box.right).toBeLessThan(486)
})

test('a marker’s town is named beside it, others behind it are not; no name is under a marker or a button', () => {
  const marker = { left: 280, top: 480, right: 320, bottom: 520 }
  const button = { left: 380, top: 560, right: 490, bottom: 620 }
  const names = placeNames(
    [
      { name: 'Grande', rank: 0, x: 300, y: 500 },
      { name: 'Petite', rank: 1, x: 310, y: 505 },
      { name: 'Sous le bouton', rank: 2, x: 400, y: 600 },
      { name: 'À côté', rank: 3, x: 360, y: 590 },
    ],
    {
      zoom: 8,
      view: VIEW,
      drawn: DRAWN,
      markers: [marker],
      others: [button],
      ...letters,
    },
  )
  expect(names.map((n) => n.name)).toEqual(['Grande', 'À côté'])
  expect(names[0]?.box.left).toBe(325)
  expect(names[0]?.dot).toBeNull()
  for (const { box } of names)
    for (const other of [marker, button]) expect(overlap(box, other)).toBe(false)
})
