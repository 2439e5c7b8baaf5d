import { expect, test } from 'vitest'
import { beginning } from '../../../../../src/features/messaging/thread/message/long-text'

test('a message of 24 lines is whole; a longer one is cut at a word', () => {
  expect(beginning('bonsoir')).toBeNull()
  expect(beginning(Array(24).fill('une ligne').join('\n'))).toBeNull()
  const lines = beginning(Array.from({ length: 40 }, (_, i) => `ligne ${i}`).join('\n'))
  expect(lines?.split('\n')).toHaveLength(20)
  expect(lines?.endsWith('ligne 19…')).toBe(true)
  const prose = beginning('bonsoir '.repeat(1_200))
  expect(prose?.endsWith('bonsoir…')).toBe(true)
  expect(prose?.length).toBeLessThanOrEqual(20 * 64 + 1)
  // one endless word of surrogate pairs: no half character
  expect(beginning('😀'.repeat(4_000))).toMatch(/^(?:😀)+…$/u)
  expect(beginning(`x${'😀'.repeat(4_000)}`)).toMatch(/^x(?:😀)+…$/u)
})
