// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { startAppBadge } from '../../../src/app/app-badge'
import { resetBadges, setBadge } from '../../../src/data/state/badges'
import { discretion } from '../../../src/data/device/discretion'
import { eventually } from '../../support/eventually'

test('the icon counts what is unread and new; discreet: a dot; nobody signed in: nothing, before the page is left', async () => {
  const shown: unknown[] = []
  Object.assign(navigator, {
    setAppBadge: (n?: number) => {
      shown.push(n ?? 'dot')
      return Promise.resolve()
    },
    clearAppBadge: () => {
      shown.push('none')
      return Promise.reject(new Error('not installed'))
    },
  })
  startAppBadge()
  expect(shown).toEqual(['none'])
  setBadge('messages', 2)
  setBadge('news', 3)
  expect(shown).toEqual(['none', 2, 5])
  discretion.discreet = true
  await eventually(() => expect(shown.at(-1)).toBe('dot'))
  setBadge('news', 4)
  expect(shown).toHaveLength(4)
  resetBadges()
  expect(shown.at(-1)).toBe('none')
})
