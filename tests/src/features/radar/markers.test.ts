import { describe, expect, test } from 'vitest'
import type { MapPlace, RelationPoint } from '#contract/radar'
import {
  boxAround,
  boxQuery,
  coarseBox,
  containsBox,
  isPoint,
  pointInUrl,
  roundPoint,
  WORLD,
} from '../../../../src/features/radar/boxes'
import {
  groupByKind,
  clusterName,
  clusterSize,
  clusterText,
  markerKindOf,
  markerColour,
  markerName,
  markerOfPlace,
  relationMarker,
  DEFAULT_COLOUR,
  markerSubtitle,
} from '../../../../src/features/radar/markers'
import { NBSP } from '../../../../src/lib/text'

const PLACE: MapPlace = {
  id: '0199b7a0-0000-7000-8000-000000000001',
  type: 'event',
  name: 'Bal',
  lat: 45.2,
  lng: 5.7,
  address: null,
  markerColor: null,
  event_id: '0199b7a0-0000-7000-8000-000000000001',
  slug: null,
  precise: false,
  city: 'Grenoble',
  count: 1,
  start_date: null,
}
const RELATION: RelationPoint = {
  with_account_id: '0199b7a0-0000-7000-8000-0000000000aa',
  with_account_handle: 'élise',
  avatar_url: null,
  identities: [],
  city: 'Lyon',
  lat: 45.758,
  lng: 4.8351,
  is_online: false,
}

describe('markers', () => {
  test('SOC-123: an hostedEvent, a place and a member are markers with their type, position, count, colour and words', () => {
    expect(markerOfPlace(PLACE)).toMatchObject({
      lat: 45.2,
      lng: 5.7,
      count: 1,
      markerColor: DEFAULT_COLOUR,
      isUser: false,
      popup: `Sortie${NBSP}: Bal, Grenoble`,
      data: { type: 'event' },
    })
    expect(markerOfPlace({ ...PLACE, type: 'place', markerColor: '#f00' })).toMatchObject({
      markerColor: '#f00',
      popup: `Lieu${NBSP}: Bal, Grenoble`,
      data: { type: 'place' },
    })
    expect(relationMarker(RELATION, null)).toMatchObject({
      lat: 45.758,
      lng: 4.8351,
      isUser: false,
      popup: 'élise, Lyon',
      data: { type: 'place' },
    })
    expect(relationMarker(RELATION, RELATION.with_account_id).isUser).toBe(true)
  })
  test('SOC-096: a colour is # and 3 to 8 hexadecimal digits, else the raspberry of the palette', () => {
    for (const good of ['#f00', '#12ABef', '#12345678']) expect(markerColour(good)).toBe(good)
    for (const bad of [
      'red',
      '#f0',
      '#123456789',
      '#ggg',
      '#fff"onload=',
      'url(x)',
      ' #fff',
      '',
      null,
      undefined,
    ])
      expect(markerColour(bad)).toBe(DEFAULT_COLOUR)
  })
  test('SOC-095: clusters have three sizes, under 10, 10 to 99, 100 and more; the last reads 99+', () => {
    expect([5, 9, 10, 50, 99, 100, 150].map((n) => [clusterSize(n), clusterText(n)])).toEqual([
      ['small', '5'],
      ['small', '9'],
      ['medium', '10'],
      ['medium', '50'],
      ['medium', '99'],
      ['large', '99+'],
      ['large', '99+'],
    ])
    expect(clusterName(1_500)).toMatch(/^1\s500\spoints regroupés$/)
  })
  test('the list has outings first, then members, as the server orders them; it says the address only where it is told', () => {
    const [a, b, c] = [
      relationMarker(RELATION, null),
      relationMarker({ ...RELATION, with_account_id: 'x', with_account_handle: 'Zoe' }, null),
      markerOfPlace(PLACE),
    ]
    expect(groupByKind([b, a, c]).map(([kind, list]) => [kind, list.map(markerName)])).toEqual([
      ['event', ['Bal']],
      ['relation', ['Zoe', 'élise']],
    ])
    expect([markerKindOf(a), markerKindOf(c)]).toEqual(['relation', 'event'])
    expect([
      markerSubtitle(a),
      markerSubtitle(c),
      markerSubtitle(markerOfPlace({ ...PLACE, address: '1 rue du Bal', precise: true })),
      markerSubtitle(markerOfPlace({ ...PLACE, city: '' })),
    ]).toEqual(['Lyon', 'Grenoble · adresse non précisée', '1 rue du Bal', 'Adresse non précisée'])
    const dated = markerOfPlace({ ...PLACE, start_date: '2031-12-05T19:30:00.000Z' })
    expect(markerSubtitle(dated)).toMatch(/^ven\.\s5\sdéc\. · Grenoble/)
  })
})

describe('boxes', () => {
  test('what is asked for is a little wider, in hundredths of a degree, inside the world, south first', () => {
    const seen = { south: 45.7012, west: 4.8012, north: 45.8034, east: 4.9034 }
    const box = coarseBox(seen)
    expect(boxQuery(box)).toBe('45.66,4.76,45.84,4.94')
    expect(containsBox(box, seen)).toBe(true)
    expect(coarseBox({ south: -84, west: -179, north: 84, east: 179 })).toEqual(WORLD)
  })
  test('SOC-009: coordinates of the address are read; what is no place on earth is none', () => {
    expect(pointInUrl('lat=45.76&lng=4.83')).toEqual({ lat: 45.76, lng: 4.83 })
    expect(pointInUrl('?lat=-12&lng=-179.5')).toEqual({ lat: -12, lng: -179.5 })
    for (const bad of [
      '',
      'lat=1',
      'lat=a&lng=2',
      'lat=91&lng=2',
      'lat=1&lng=181',
      'lat=&lng=',
      'lat=1e1&lng=2',
      'lat=Infinity&lng=0',
    ])
      expect(pointInUrl(bad), bad).toBeNull()
  })
  test('one’s own place is rounded to about a kilometre; a box of one place is a point', () => {
    expect(roundPoint({ lat: 45.758123, lng: 4.835678 })).toEqual({ lat: 45.76, lng: 4.84 })
    expect(boxAround([])).toBeNull()
    const box = boxAround([
      { lat: 1, lng: 2 },
      { lat: 3, lng: -4 },
    ])
    expect(box).toEqual({ south: 1, north: 3, west: -4, east: 2 })
    expect([isPoint(box as never), isPoint(boxAround([{ lat: 1, lng: 2 }]) as never)]).toEqual([
      false,
      true,
    ])
  })
})
