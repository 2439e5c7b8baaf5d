import { expect, test } from 'vitest'
import { truncateLongText } from '../../../../../src/features/messaging/thread/message/long-text'

test('a message of 24 lines is whole; a longer one is cut at a word', () => {
  expect(truncateLongText('bonsoir')).toBeNull()
  expect(truncateLongText(Array(24).fill('une ligne').join('\n'))).toBeNull()
  const lines = truncateLongText(Array.from({ length: 40 }, (_, i) => `ligne ${i}`).join('\n'))
  expect(lines?.split('\n')).toHaveLength(20)
  expect(lines?.endsWith('ligne 19…')).toBe(true)
  const prose = truncateLongText('bonsoir '.repeat(1_200))
  expect(prose?.endsWith('bonsoir…')).toBe(true)
  expect(prose?.length).toBeLessThanOrEqual(20 * 64 + 1)
  // one endless word of surrogate pairs: no half character
  expect(truncateLongText('😀'.repeat(4_000))).toMatch(/^(?:😀)+…$/u)
  expect(truncateLongText(`x${'😀'.repeat(4_000)}`)).toMatch(/^x(?:😀)+…$/u)
})
