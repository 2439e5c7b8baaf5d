// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Gender } from '#contract/common'
import { push } from '../../../../src/data/push/state'
import { session } from '../../../../src/data/session/session'
import { Notifications } from '../../../../src/features/settings/notifications'
import { fresh, serve } from '../../../support/world/events'
import { eventually } from '../../../support/eventually'

// the device’s registration needs a service worker
vi.mock('../../../../src/data/push/push', async () => ({
  ...(await import('../../../../src/data/push/state')),
  startPush: () => Promise.resolve(),
  assignIdentity: () => Promise.resolve(),
  togglePush: () => Promise.resolve(),
}))

const open = (...genders: Gender[]) => {
  const id = fresh('own')
  Object.assign(session, {
    phase: 'signed-in',
    accountId: id,
    account: {
      id,
      account_handle: 'nous',
      identities: genders.map((gender, i) => ({
        id: fresh('identity'),
        identity_handle: `nous_${i + 1}`,
        gender,
        firstname: null,
        is_primary: i === 0,
        avatar_url: null,
      })),
    },
    mode: 'single',
    identityIds: [],
  })
  const asked = serve({
    'GET /user/preferences': () => ({ pushNotifications: false, push: { quiet: null } }),
  })
  render(<Notifications />)
  return asked
}
beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  cleanup()
  push.status = 'awaiting_subscription'
  vi.unstubAllGlobals()
})

test('CORE-025: a couple chooses who uses the device, by handle and gender; a single person does not', () => {
  open('woman', 'other')
  const buttons = () =>
    [
      ...(screen.queryByRole('group', { name: /Qui utilise/ })?.querySelectorAll('button') ?? []),
    ].map((b) => [b.querySelector('b')?.textContent, b.querySelector('small')?.textContent])
  expect(buttons()).toEqual([
    ['nous_1', 'Femme'],
    ['nous_2', 'Autre'],
  ])
  cleanup()
  open('man', 'man')
  expect(buttons()[0]).toEqual(['nous_1', 'Homme'])
  cleanup()
  open('woman')
  expect(screen.queryByRole('group', { name: /Qui utilise/ })).toBeNull()
})

test('while this device changes, the choice of who uses it takes no press', async () => {
  open('woman', 'man')
  const choice = screen.getByRole('button', { name: /nous_2/ })
  expect(choice.getAttribute('aria-disabled')).toBeNull()
  await act(async () => void (push.status = 'subscribing'))
  expect(choice.getAttribute('aria-disabled')).toBe('true')
})

test('CORE-027: the switch is on exactly while this device receives, and the text says which', async () => {
  open('woman')
  const seen = async (status: string) => {
    await act(async () => void (push.status = status))
    const toggle = screen.getByRole<HTMLInputElement>('switch', {
      name: /Notifications sur cet appareil/,
    })
    return [toggle.checked, toggle.closest('label')?.textContent]
  }
  const label = 'Notifications sur cet appareil'
  const all = []
  for (const status of ['awaiting_subscription', 'subscribed', 'unsubscribed', 'permission_denied'])
    all.push(await seen(status))
  expect(all).toEqual([
    [false, `${label}Cet appareil ne reçoit pas de notifications.`],
    [true, `${label}Cet appareil reçoit vos notifications.`],
    [false, `${label}Notifications désactivées sur cet appareil.`],
    [false, `${label}Votre navigateur bloque les notifications de ce site.`],
  ])
})

test('CORE-170: preferences are read past every cache', async () => {
  const asked = open('woman')
  await eventually(() => expect(asked.map((s) => s.line)).toContain('GET /user/preferences'))
  expect(asked.find((s) => s.line === 'GET /user/preferences')?.init.cache).toBe('no-store')
})
