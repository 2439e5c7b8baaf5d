import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import type { MapView } from '#contract/workers/map'
import { createGroups } from '../../../../workers/map/groups'

const WORLD = { south: -85, west: -180, north: 85, east: 180 }
const at = (zoom: number): MapView => ({ ...WORLD, zoom })
const load = (points: readonly (readonly [number, number])[]) => {
  const map = createGroups()
  map.load(Float64Array.from(points.flat()))
  return map
}
const LYON = [45.758, 4.8351] as const
const PARIS = [48.8566, 2.3522] as const

describe('groups of a map', () => {
  test('SOC-095: points that would cover each other are one group, and come apart as one looks nearer', () => {
    const map = load([LYON, [45.77, 4.86], PARIS])
    expect(map.groups(at(3)).map((g) => g.count)).toEqual([3])
    expect(
      map
        .groups(at(7))
        .map((g) => g.count)
        .sort(),
    ).toEqual([1, 2])
    expect(map.groups(at(14)).map((g) => [g.count, g.index])).toEqual([
      [1, 0],
      [1, 1],
      [1, 2],
    ])
  })
  test('members of one commune stay one group at any zoom; its box is a point, and its members are told', () => {
    const map = load([LYON, PARIS, LYON, LYON])
    const group = map.groups(at(19)).find((g) => g.count === 3)
    expect(group).toMatchObject({
      lat: expect.closeTo(LYON[0], 9),
      lng: expect.closeTo(LYON[1], 9),
      south: LYON[0],
      north: LYON[0],
      west: LYON[1],
      east: LYON[1],
    })
    expect(map.members(group?.index ?? -1, 19)).toEqual([0, 2, 3])
    expect(map.members(1, 19)).toEqual([1])
  })
  test('only what is in the view is told; a new load forgets the old', () => {
    const map = load([LYON, PARIS])
    expect(
      map.groups({ south: 45, north: 46, west: 4, east: 5, zoom: 12 }).map((g) => g.index),
    ).toEqual([0])
    map.load(Float64Array.from(PARIS))
    expect(map.groups(at(12)).map((g) => [g.lat, g.lng])).toEqual([[...PARIS]])
    map.load(new Float64Array())
    expect(map.groups(at(12))).toEqual([])
  })
  test('whatever the points and the zoom: each point is in exactly one group, inside its box, and answers are the same again', () => {
    const point = fc.tuple(
      fc.double({ min: -84, max: 84, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
    )
    fc.assert(
      fc.property(
        fc.array(point, { maxLength: 120 }),
        fc.integer({ min: 0, max: 19 }),
        (points, zoom) => {
          const map = load(points)
          const groups = map.groups(at(zoom))
          expect(groups.reduce((n, g) => n + g.count, 0)).toBe(points.length)
          const seen = groups.flatMap((g) => {
            const members = map.members(g.index, zoom)
            expect(members).toHaveLength(g.count)
            for (const i of members) {
              const [lat = 0, lng = 0] = points[i] ?? []
              expect(lat >= g.south && lat <= g.north && lng >= g.west && lng <= g.east).toBe(true)
            }
            return members
          })
          expect(new Set(seen).size).toBe(points.length)
          expect(map.groups(at(zoom))).toEqual(groups)
        },
      ),
      { numRuns: 60 },
    )
  })
})
