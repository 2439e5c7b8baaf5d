import { expect, test } from 'vitest'
import {
  agreed,
  contextLabels,
  practiceLabels,
} from '../../../../src/features/profile/state/labels'

test('traits agree with the gender', () => {
  expect(['Rond', 'Caucasien', 'Vapoteur', 'Mince'].map((t) => agreed(t, 'woman'))).toEqual([
    'Ronde',
    'Caucasienne',
    'Vapoteuse',
    'Mince',
  ])
  expect(agreed('Latino / Latina', 'man')).toBe('Latino')
  expect(agreed('Rond', 'other')).toBe('Rond')
})
test('a single person reads nothing about a couple', () => {
  expect(practiceLabels(true).embrasse_hors_couple).toBe('Embrasser hors du couple')
  expect(practiceLabels(false).embrasse_hors_couple).toBe('Embrasser')
  expect([contextLabels(true).a_domicile, contextLabels(false).a_domicile]).toEqual([
    'Chez nous',
    'Chez moi',
  ])
})
