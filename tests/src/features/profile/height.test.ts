import { expect, test } from 'vitest'
import { heightError, heightText, parseHeight } from '../../../../src/features/profile/edit/height'

test('CORE-126: a comma is read as a dot', () => {
  expect(parseHeight('1,70')).toBe(1.7)
  expect(parseHeight('1.70')).toBe(1.7)
})
test('CORE-127: above 10 it is centimetres; shown in metres with two decimals, a comma and the unit', () => {
  for (const typed of ['170', '170 cm', '1,7', '1.70', ' 1,70 m'])
    expect(heightText(typed), typed).toBe('1,70\u00a0m')
  expect(heightText('1,8')).toBe('1,80\u00a0m')
  // 10 itself is metres, as silly as that is
  expect(parseHeight('10')).toBe(10)
})
test('what is no height is neither shown nor accepted; an empty one is simply not given', () => {
  for (const typed of ['grande', '', '0', '-1', null])
    expect(heightText(typed), String(typed)).toBeNull()
  for (const typed of ['grande', '9', '0,4', '300', '1,70abc'])
    expect(heightError(typed), typed).toBe('Écrivez la taille comme 1,70 ou 170.')
  for (const typed of ['', null, '1,70', '170', '1.7 m', '170 cm'])
    expect(heightError(typed), String(typed)).toBeUndefined()
})
