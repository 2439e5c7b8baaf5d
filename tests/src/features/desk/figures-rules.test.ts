import { expect, test } from 'vitest'
import { HIDDEN_CELL, sheetsOf } from '../../../../src/features/desk/pages/desk-figures'
import { type Decided, figuresOf, rowsOf } from './figures-setup'

test('one small rule beside a large one: the large one is hidden with it', () => {
  const one = (rule: number): Decided => ({
    month: 0,
    origin: 0,
    rule,
    measure: 2,
    undone: false,
    appeal: null,
  })
  const rows = rowsOf(figuresOf([...Array.from({ length: 9 }, () => one(0)), one(1), one(1)]))
  expect(rows.rules.map((r) => r[1])).toEqual([HIDDEN_CELL, HIDDEN_CELL, 0])
  expect(rows.origins[0]?.[2]).toBe(11)
})

test('measures without a rule, as of an emergency, have a name in the table', () => {
  const [, rules] = sheetsOf({
    months: [],
    origins: [],
    activeMembers: 0,
    rules: [{ title: '', count: 9, undone: 0 }],
  })
  expect(rules?.rows).toEqual([['Sans règle', 9, 0]])
})
