import { expect, test } from 'vitest'
import { countLoneEmoji } from '../../../../../src/features/messaging/thread/message/lone-emoji'

test('one to three emoji alone, whatever they are made of', () => {
  const cases: Record<string, number> = {
    '😀': 1,
    '❤️': 1,
    '❤️‍🔥': 1,
    '👍🏽': 1,
    '☝🏽': 1,
    '👩🏽‍🚀': 1,
    '👨‍👩‍👧‍👦': 1,
    '🏳️‍🌈': 1,
    '🇫🇷': 1,
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿': 1,
    '1️⃣': 1,
    '😀😀': 2,
    '😀 🇫🇷 ❤️': 3,
    '👨🏽‍👩🏽‍👧🏽‍👦🏽👨🏽‍👩🏽‍👧🏽‍👦🏽👨🏽‍👩🏽‍👧🏽‍👦🏽': 3,
  }
  for (const [text, count] of Object.entries(cases))
    expect([text, countLoneEmoji(text)]).toEqual([text, count])
})
test('anything else is text', () => {
  for (const text of [
    '',
    ' ',
    '1',
    '123',
    '#',
    '©',
    '™',
    '❤',
    'ok 😀',
    '😀😀😀😀',
    '🇫',
    '\u200d',
    '😀\n😀',
  ])
    expect([text, countLoneEmoji(text)]).toEqual([text, 0])
})

// one that backtracks does not end within the time of a test
test('nothing of what may be sent is looked at for long', () => {
  expect(countLoneEmoji('😀 '.repeat(500_000))).toBe(0)
  for (const unit of ['👨‍', '😀 ', '👨‍👩‍', '❤️', '1️⃣', '🏽'])
    expect(countLoneEmoji(`${unit.repeat(80)}x`.slice(-80))).toBe(0)
})
