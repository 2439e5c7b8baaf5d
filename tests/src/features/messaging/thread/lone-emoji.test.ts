import { expect, test } from 'vitest'
import { loneEmoji } from '../../../../../src/features/messaging/thread/message/lone-emoji'

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
    expect([text, loneEmoji(text)]).toEqual([text, count])
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
    expect([text, loneEmoji(text)]).toEqual([text, 0])
  const from = performance.now()
  loneEmoji('😀 '.repeat(5_000))
  loneEmoji('👨‍'.repeat(26))
  expect(performance.now() - from).toBeLessThan(50)
})
