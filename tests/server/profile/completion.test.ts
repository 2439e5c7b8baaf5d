import { describe, expect, test } from 'vitest'
import { completionOf } from '../../../server/profile/data'
import { person, placeInput, profile } from '../../support/world/profiles'
import { setUp, t, save, look, full } from './data-setup'

setUp()

describe('completion', () => {
  test('of 13 parts for one person and 23 for a couple', () => {
    const alone = profile()
    expect(completionOf(alone, false)).toBe(0)
    expect(completionOf(alone, true)).toBe(8)
    const couple = profile({ person2: person() })
    expect(completionOf(couple, true)).toBe(4)
    expect(completionOf({ ...couple, couplePractices: { curieux: 0 } }, false)).toBe(4)
    // a rating of zero counts as rated; null does not
    expect(completionOf({ ...alone, contextPractices: { clubs: null } }, false)).toBe(0)
    expect(completionOf({ ...alone, contextPractices: { clubs: 0 } }, false)).toBe(8)
    const everything = person({
      birthDate: '1990-01-01',
      smoker: 'fumeur',
      silhouette: 'rond',
      taille: '170',
      origine: 'autre',
      description: 'x',
      firstName: 'x',
      orientation_autre: 0,
      practices: { bdsm: 1 },
    })
    expect(
      completionOf(
        profile({
          location: placeInput('75056'),
          description: 'x',
          contextPractices: { clubs: 1 },
          person1: everything,
        }),
        true,
      ),
    ).toBe(100)
    expect(
      completionOf(
        profile({
          location: placeInput('75056'),
          description: 'x',
          contextPractices: { clubs: 1 },
          couplePractices: { orgie: 3 },
          person1: everything,
          person2: everything,
        }),
        true,
      ),
    ).toBe(100)
  })

  test('a first name that a visitor cannot see still counts', async () => {
    const [duo, visitor] = [
      await t.member('duo_taux', ['woman', 'man']),
      await t.member('visite_taux'),
    ]
    await save(duo, full())
    const own = (await look(duo, duo.accountId)).body.completion
    // city, description, contexts, couple practices; 9 of the first person; date and name of the
    // second: 15 of 23
    expect(own).toBe(65)
    expect((await look(visitor, duo.accountId)).body.completion).toBe(own)
  })
})

test('an invalid stored field is empty, the others are unaffected', async () => {
  const solo = await t.member('ancienne')
  await t.ctx.db
    .updateTable('accounts')
    .set({
      data: JSON.stringify({
        description: 'Bonjour',
        person1: { taille: 172, smoker: 'pipe', silhouette: 'mince', practices: { x: 1 } },
        contextPractices: 'rien',
      }),
    })
    .where('id', '=', solo.accountId)
    .execute()
  expect((await look(solo, solo.accountId)).body.data).toMatchObject({
    description: 'Bonjour',
    location: null,
    contextPractices: {},
    person1: { silhouette: 'mince', taille: null, smoker: null, practices: {} },
  })
})
