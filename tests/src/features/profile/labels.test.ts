import { expect, test } from 'vitest'
import { genderedTrait, lastSeenSentence } from '../../../../src/features/profile/state/labels'
import { contextLabels, practiceLabels } from '../../../../src/parts/member/trait-labels'

test('traits agree with the gender', () => {
  expect(['Rond', 'Caucasien', 'Vapoteur', 'Mince'].map((t) => genderedTrait(t, 'woman'))).toEqual([
    'Ronde',
    'Caucasienne',
    'Vapoteuse',
    'Mince',
  ])
  expect(genderedTrait('Latino / Latina', 'man')).toBe('Latino')
  expect(genderedTrait('Rond', 'other')).toBe('Rond')
})
test('a single person reads nothing about a couple', () => {
  expect(practiceLabels(true).embrasse_hors_couple).toBe('Embrasser hors du couple')
  expect(practiceLabels(false).embrasse_hors_couple).toBe('Embrasser')
  expect([contextLabels(true).a_domicile, contextLabels(false).a_domicile]).toEqual([
    'Chez nous',
    'Chez moi',
  ])
})
test('the last connection is a sentence that names today and yesterday', () => {
  const now = '2026-11-23T11:00:00.000Z'
  expect(lastSeenSentence('2026-11-22T23:13:00.000Z', now)).toBe(
    'Vu aujourd’hui à 0\u00a0h\u00a013',
  )
  expect(lastSeenSentence('2026-11-22T18:00:00.000Z', now)).toBe('Vu hier à 19\u00a0h')
  expect(lastSeenSentence('2026-11-05T19:30:00.000Z', now)).toBe(
    'Vu le 5 novembre 2026 à 20\u00a0h\u00a030',
  )
  expect(lastSeenSentence(null, now)).toBe('Dernière connexion inconnue')
})
