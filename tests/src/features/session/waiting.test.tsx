// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { storage } from '../../../../src/data/device/storage'
import { WaitingScreen } from '../../../../src/features/session/waiting-screen'

afterEach(() => {
  cleanup()
  storage.remove('pending_email')
  history.replaceState(null, '', '/')
  vi.unstubAllGlobals()
})

test('who asks for another link is not told that one has left, nor that their address awaits it', async () => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      new Response('{"success":true}', { headers: { 'content-type': 'application/json' } }),
    ),
  )
  storage.set('pending_email', 'camille@test.invalid')
  render(<WaitingScreen />)
  expect(screen.queryByText(/vient de partir/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Recevoir un nouveau lien' }))
  await screen.findByText(/^Si cette adresse attend une confirmation, un lien vient de partir\./)
  expect(screen.queryByText(/sera envoyé/)).toBeNull()
  expect(
    screen.getByRole<HTMLButtonElement>('button', { name: 'Renvoyer le message (30 s)' }).disabled,
  ).toBe(true)
})

test('after a registration the mail is on its way: another is offered later', () => {
  storage.set('pending_email', 'camille@test.invalid')
  history.replaceState({ mailSent: true }, '', '/waiting-for-email-verification')
  render(<WaitingScreen />)
  expect(screen.getByText(/^Un message vient de partir vers/)).toBeTruthy()
  expect(
    screen.getByRole<HTMLButtonElement>('button', { name: /^Renvoyer le message/ }).disabled,
  ).toBe(true)
})
