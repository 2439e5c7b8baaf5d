import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { placeDetails, searchPlaces } from '#contract/places'
import { gazetteer, type Gazetteer } from '../../server/places/gazetteer'
import { testApp, type Member, type TestApp } from '../support/server/server'

let t: TestApp
let member: Member
let all: Gazetteer
beforeAll(async () => {
  t = await testApp()
  member = await t.member('chercheuse')
  all = await gazetteer()
})
afterAll(() => t.close())

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
  ['97411', -20.88, 55.45],
  ['98714', -16.5, -151.74],
  ['59350', 50.63, 3.06],
])('the middle of %s is where it is', (id, lat, lng) => {
  const place = all.find(id)
  expect(Math.abs((place?.lat ?? 0) - lat)).toBeLessThan(0.05)
  expect(Math.abs((place?.lng ?? 0) - lng)).toBeLessThan(0.05)
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
