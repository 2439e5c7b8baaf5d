import { describe, expect, test } from 'vitest'
import type { VisibleProfile } from '#contract/profile/data'
import {
  isDeepEqual,
  mergeChanges,
  profileFormOf,
} from '../../../../src/features/profile/edit/form'
import { firstNameOf, isFilled, primaryFirst } from '../../../../src/features/profile/state/people'
import { isCouple } from '../../../../src/lib/couple'
import { hasRatings } from '../../../../src/features/profile/view/ratings'
import { person, profile } from '../../../support/world/profiles'

const shown = (first: Partial<VisibleProfile['person1']> = {}): VisibleProfile => ({
  ...profile(),
  person1: { ...person(), age: 39, ...first },
  person2: null,
})

test('what was changed goes over the profile as it is now, field by field', () => {
  const at = (sex: number, swap: number, description: string) =>
    ({ ...profileFormOf(shown()), description, couplePractices: { sex, swap } }) as never
  expect(mergeChanges(at(1, 5, 'neuf'), at(1, 1, 'vieux'), at(4, 1, 'vieux'))).toEqual(
    at(4, 5, 'neuf'),
  )
})

describe('what a profile is', () => {
  test('CORE-100: no identity, a missing list, or one identity is a solo profile; two are a couple', () => {
    expect([
      isCouple([]),
      isCouple(null),
      isCouple(undefined),
      isCouple([{}]),
      isCouple([{}, {}]),
    ]).toEqual([false, false, false, false, true])
  })
  test('the primary identity comes first, whatever the order it arrives in', () => {
    expect(
      primaryFirst([
        { id: 'b', is_primary: false },
        { id: 'a', is_primary: true },
      ]).map((i) => i.id),
    ).toEqual(['a', 'b'])
  })
  test('CORE-065: a first name is read from firstName or from first_name', () => {
    expect(firstNameOf({ firstName: 'Léa' })).toBe('Léa')
    expect(firstNameOf({ first_name: 'Hugo' })).toBe('Hugo')
    expect(firstNameOf({ firstName: ' ', first_name: null })).toBeNull()
    const old = { firstName: null, first_name: 'Hugo' }
    expect(profileFormOf(shown(old)).person1.firstName).toBe('Hugo')
  })
})

describe('unsaved changes', () => {
  test('nothing changed is not dirty: keys in another order, empty texts, comments taken back, unrated entries', () => {
    const saved = profileFormOf(shown())
    expect(
      isDeepEqual(saved, {
        ...saved,
        description: '',
        contextPractices: { clubs: null },
        contextComments: { clubs: '  ' },
      }),
    ).toBe(true)
    expect(isDeepEqual({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true)
  })
  test('a rating of 0 is a change, and differs from not rated; so do a text and a city', () => {
    const saved = profileFormOf(shown())
    expect(isDeepEqual(saved, { ...saved, contextPractices: { clubs: 0 } })).toBe(false)
    expect(isDeepEqual(saved, { ...saved, description: 'Bonsoir' })).toBe(false)
    expect(
      isDeepEqual(saved, { ...saved, person1: { ...saved.person1, orientation_femme: 0 } }),
    ).toBe(false)
  })
  test('what is computed never goes back to the server', () => {
    expect(Object.keys(profileFormOf(shown()).person1)).not.toContain('age')
  })
})

test('an entry is filled when it is rated, 0 included, or has a comment', () => {
  expect([
    isFilled(0, undefined),
    isFilled(null, 'oui'),
    isFilled(null, ''),
    isFilled(undefined, undefined),
  ]).toEqual([true, true, false, false])
  expect(hasRatings({ keys: ['a', 'b'], values: { a: null }, comments: {} })).toBe(false)
  expect(hasRatings({ keys: ['a', 'b'], values: { b: 0 }, comments: {} })).toBe(true)
})
