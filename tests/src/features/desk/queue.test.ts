import { expect, test } from 'vitest'
import { withFirstPage } from '../../../../src/features/desk/state/queue'
import {
  mainReason,
  ruleFor,
  scopesFor,
  templateFor,
} from '../../../../src/features/desk/templates'
import { toCsv } from '../../../../src/features/desk/pages/csv'
import { MEASURES } from '#contract/staff/measures'
import { reportReason } from '#contract/safety'
import { caseLine, rules } from './desk-world'

const open = { state: 'open', kind: null, mine: false, kept: false, tag: null } as const
const page = (from: number, to: number, next: string | null) => ({
  cases: Array.from({ length: to - from }, (_, n) => caseLine(from + n)),
  nextCursor: next,
  open: 10_000,
})

test('a new first page replaces the old one and keeps what was loaded after it', () => {
  const lines = page(0, 150, null).cases
  // 3 and 60 were decided elsewhere: the first page knows of 3 only
  const first = page(0, 51, 'after-50')
  const kept = withFirstPage(
    { lines, next: 'after-149', filter: open },
    { ...first, cases: first.cases.filter((one) => one.id !== caseLine(3).id) },
  )
  expect(kept.lines.map((one) => one.id)).toEqual(
    lines.filter((one) => one.id !== caseLine(3).id).map((one) => one.id),
  )
  expect(kept.next).toBe('after-149')
})

test('an urgent case comes first; the last page drops everything behind it', () => {
  const urgent = caseLine(500, { priority: 0 })
  const lines = page(0, 100, null).cases
  const first = page(0, 49, 'after-48')
  const kept = withFirstPage(
    { lines, next: 'after-99', filter: open },
    { ...first, cases: [urgent, ...first.cases] },
  )
  expect(kept.lines[0]?.id).toBe(urgent.id)
  expect(kept.lines).toHaveLength(101)
  expect(withFirstPage({ lines, next: 'x', filter: open }, page(0, 3, null))).toEqual({
    lines: page(0, 3, null).cases,
    next: null,
  })
})

test('what follows the first page is told by the rank, not by the opening', () => {
  const moved = caseLine(90, { rankedAt: caseLine(10).openedAt })
  const lines = page(0, 60, null).cases
  const kept = withFirstPage(
    { lines: [...lines, moved], next: null, filter: open },
    { ...page(0, 50, 'after-49'), cases: [...page(0, 50, null).cases] },
  )
  expect(kept.lines.map((one) => one.id)).toEqual(lines.map((one) => one.id))
})

test('every measure that is told has a text without slots, in French typography', () => {
  for (const [subject, measures] of Object.entries(MEASURES))
    for (const measure of measures)
      for (const reason of [null, ...reportReason.options]) {
        const text = templateFor(measure, subject as keyof typeof MEASURES, reason)
        if (['dismiss', 'admit', 'verify'].includes(measure)) expect(text).toBe('')
        else expect(text).toMatch(/^[^'{}]{80,600}$/)
        expect(text).not.toMatch(/ [:;!?]/)
      }
})

test('defaults follow the most frequent reason, and rules that an operator wrote', () => {
  expect(mainReason([{ reason: 'spam' }, { reason: 'harassment' }, { reason: 'harassment' }])).toBe(
    'harassment',
  )
  expect(mainReason([])).toBeNull()
  expect(ruleFor('harassment', rules)).toBe('respect')
  expect(ruleFor('spam', rules)).toBe('consentement')
  expect(ruleFor('spam', [])).toBe('')
  expect(scopesFor('event')).toEqual(['events'])
})

test('a table for spreadsheets quotes its texts and runs none of them', () => {
  expect(toCsv([['=1+1', 'a"b', 2.5]])).toBe('\uFEFF"\'=1+1";"a""b";2,5\r\n')
})
