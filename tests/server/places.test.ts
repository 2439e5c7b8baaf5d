import { beforeAll, describe, expect, test } from 'vitest'
import { placeDetails, searchPlaces } from '#contract/places'
import { makePlaces } from '../../server/places/build.mjs'
import { loadGazetteer, type Gazetteer } from '../../server/places/gazetteer'
import type { Member } from '../support/server/server'
import { sharedApp } from '../support/server/shared-app'

const t = sharedApp()
let member: Member
let all: Gazetteer
beforeAll(async () => {
  member = await t.member('chercheuse')
  all = await loadGazetteer()
})

const search = async (input: string) =>
  (await member.call(searchPlaces, { query: { input } })).body.predictions
const names = async (input: string) => (await search(input)).map((p) => p.city)

test('every French commune that somebody lives in, overseas included', () => {
  expect(all.size).toBeGreaterThan(34_900)
  for (const [id, city, department] of [
    ['97411', 'Saint-Denis', 'La Réunion'],
    ['97209', 'Fort-de-France', 'Martinique'],
    ['97302', 'Cayenne', 'Guyane'],
    ['97105', 'Basse-Terre', 'Guadeloupe'],
    ['97611', 'Mamoudzou', 'Mayotte'],
    ['97502', 'Saint-Pierre', 'Saint-Pierre-et-Miquelon'],
    ['97701', 'Saint-Barthélemy', 'Saint-Barthélemy'],
    ['97801', 'Saint-Martin', 'Saint-Martin'],
    ['98818', 'Nouméa', 'Nouvelle-Calédonie'],
    ['98735', 'Papeete', 'Polynésie française'],
    ['98613', 'Uvea', 'Wallis et Futuna'],
    ['2A004', 'Ajaccio', 'Corse-du-Sud'],
  ] as const)
    expect(all.find(id)).toMatchObject({ name: city, department })
})

test.each([
  ['75056', 48.85, 2.35],
  ['13055', 43.3, 5.38],
  ['69266', 45.77, 4.88],
  ['97801', 18.07, -63.08],
  ['98818', -22.27, 166.45],
  ['98714', -16.5, -151.74],
  ['59350', 50.63, 3.06],
])('the middle of %s is where it is', (id, lat, lng) => {
  const place = all.find(id)
  expect(Math.abs((place?.lat ?? 0) - lat)).toBeLessThan(0.05)
  expect(Math.abs((place?.lng ?? 0) - lng)).toBeLessThan(0.05)
})

/** Positions as maps give them, to two decimals. */
const KNOWN = [
  ['Paris', '75', 48.86, 2.35],
  ['Lyon', '69', 45.76, 4.84],
  ['Toulouse', '31', 43.6, 1.44],
  ['Nantes', '44', 47.22, -1.55],
  ['Bordeaux', '33', 44.84, -0.58],
  ['Lille', '59', 50.63, 3.06],
  ['Rennes', '35', 48.11, -1.68],
  ['Grenoble', '38', 45.19, 5.72],
  ['Dijon', '21', 47.32, 5.04],
  ['Angers', '49', 47.47, -0.55],
  ['Brest', '29', 48.39, -4.49],
  ['Le Mans', '72', 48.0, 0.2],
  ['Tours', '37', 47.39, 0.69],
  ['Amiens', '80', 49.89, 2.3],
  ['Limoges', '87', 45.83, 1.26],
  ['Metz', '57', 49.12, 6.18],
  ['Orléans', '45', 47.9, 1.91],
  ['Caen', '14', 49.18, -0.37],
  ['Nancy', '54', 48.69, 6.18],
  ['Rouen', '76', 49.44, 1.1],
  ['Pau', '64', 43.3, -0.37],
  ['La Rochelle', '17', 46.16, -1.15],
  ['Poitiers', '86', 46.58, 0.34],
  ['Bourges', '18', 47.08, 2.4],
  ['Troyes', '10', 48.3, 4.07],
  ['Quimper', '29', 47.99, -4.1],
  ['Vannes', '56', 47.66, -2.76],
  ['Chartres', '28', 48.45, 1.49],
  ['Laval', '53', 48.07, -0.77],
  ['Auch', '32', 43.65, 0.59],
  ['Cahors', '46', 44.45, 1.44],
  ['Rodez', '12', 44.35, 2.57],
  ['Mende', '48', 44.52, 3.5],
  ['Gap', '05', 44.56, 6.08],
  ['Digne-les-Bains', '04', 44.09, 6.24],
  ['Privas', '07', 44.73, 4.6],
  ['Moulins', '03', 46.57, 3.33],
  ['Nevers', '58', 46.99, 3.16],
  ['Vesoul', '70', 47.62, 6.15],
  ['Belfort', '90', 47.64, 6.86],
  ['Colmar', '68', 48.08, 7.36],
  ['Épinal', '88', 48.17, 6.45],
  ['Chaumont', '52', 48.11, 5.14],
  ['Bar-le-Duc', '55', 48.77, 5.16],
  ['Laon', '02', 49.56, 3.62],
  ['Saint-Brieuc', '22', 48.51, -2.76],
  ['Roscoff', '29', 48.73, -3.99],
  ['Honfleur', '14', 49.42, 0.23],
  ['Chamonix-Mont-Blanc', '74', 45.92, 6.87],
  ['Biarritz', '64', 43.48, -1.56],
] as const
const km = (lat: number, lng: number, to: { lat: number; lng: number }): number =>
  111.2 * Math.hypot(to.lat - lat, (to.lng - lng) * Math.cos((lat * Math.PI) / 180))

test('no two communes share a point, and fifty known ones are within 5 km of theirs', () => {
  const places = makePlaces()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => all.find(line.split('\t')[0] ?? '') ?? [])
  expect(new Set(places.map((p) => `${p.lat},${p.lng}`)).size).toBe(all.size)
  const far = KNOWN.map(([name, department, lat, lng]) => {
    const place = places.find((p) => p.name === name && p.departmentCode === department)
    return [name, place ? Math.round(km(lat, lng, place) * 10) / 10 : 'missing'] as const
  }).filter(([, off]) => off === 'missing' || off > 5)
  expect(far).toEqual([])
  expect(KNOWN).toHaveLength(50)
})

describe('search', () => {
  test('CORE-174: predictions with an id and a description', async () => {
    expect((await search('villeurb'))[0]).toEqual({
      place_id: '69266',
      description: 'Villeurbanne, Rhône (69100)',
      city: 'Villeurbanne',
      department: 'Rhône',
      department_code: '69',
      postal_code: '69100',
    })
    // a department of the same name is not said twice; a city of many postal codes is not written with one of them
    expect((await search('paris'))[0]?.description).toBe('Paris (75)')
  })

  test('CORE-175: the details of a place: the fields of a location', async () => {
    const { status, body } = await member.call(placeDetails, { query: { place_id: '69123' } })
    expect([status, body.result]).toEqual([
      200,
      {
        place_id: '69123',
        city: 'Lyon',
        department: 'Rhône',
        department_code: '69',
        postal_code: '69001',
        country: 'FR',
        lat: expect.any(Number) as number,
        lng: expect.any(Number) as number,
        formatted_address: 'Lyon (69), France',
      },
    ])
    expect(
      (await member.call(placeDetails, { query: { place_id: 'insee:69123' } })).body,
    ).toMatchObject({ code: 'place_unknown' })
  })

  test('fewer than two characters, blanks aside, find nothing', async () => {
    for (const input of ['', ' ', 'a', ' a ', '6', '  -  '])
      expect(await search(input), input).toEqual([])
    expect((await search('ly')).length).toBe(8)
  })

  test('the start of any word, without case, accents, hyphens or apostrophes; at most eight', async () => {
    expect((await names('SAINT ETIENNE'))[0]).toBe('Saint-Étienne')
    expect((await names('st-étienne'))[0]).toBe('Saint-Étienne')
    expect(await names('foy les lyon')).toEqual(['Sainte-Foy-lès-Lyon'])
    expect(await names('l abergement clem')).toEqual(['L’Abergement-Clémenciat'])
    expect(await names("l'abergement-clem")).toEqual(['L’Abergement-Clémenciat'])
    expect(await names('oeuf en')).toEqual(['Œuf-en-Ternois'])
    // never from inside a word
    expect(await names('illeurbanne')).toEqual([])
    expect(await search('saint')).toHaveLength(8)
  })

  test('those of that very name first, then the largest', async () => {
    expect((await search('saint-denis')).slice(0, 4).map((p) => p.department_code)).toEqual([
      '974',
      '93',
      '11',
      '30',
    ])
    expect((await names('vienne'))[0]).toBe('Vienne')
    expect((await names('mar'))[0]).toBe('Marseille')
    // a hamlet of that name comes before a town that only begins so
    const reunion = await search('la réunion')
    expect(reunion[0]).toMatchObject({ city: 'La Réunion', department_code: '47' })
  })

  test('by the start of a postal code, of an arrondissement too; with the name beside it', async () => {
    expect(await search('69100')).toMatchObject([{ city: 'Villeurbanne', postal_code: '69100' }])
    for (const [code, city] of [
      ['75011', 'Paris'],
      ['75116', 'Paris'],
      ['69004', 'Lyon'],
      ['13007', 'Marseille'],
    ] as const)
      expect((await search(code))[0]).toMatchObject({ city, postal_code: code })
    expect((await search('971'))[0]?.department).toBe('Guadeloupe')
    expect((await names('saint-denis 93'))[0]).toBe('Saint-Denis')
    expect((await search('saint-denis 93')).every((p) => p.postal_code.startsWith('93'))).toBe(true)
    expect(await search('00000')).toEqual([])
  })

  test('odd input is only text', async () => {
    for (const input of ['%%', '.*', '\\\\', '__proto__', '😀😀', '<script>', "' or 1=1"])
      expect(await search(input), input).toEqual([])
    expect((await member.raw('GET', `/api/places/search?input=${'a'.repeat(101)}`)).status).toBe(
      400,
    )
  })
})
