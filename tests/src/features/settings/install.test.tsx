// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { discretion } from '../../../../src/data/device/discretion'
import { install } from '../../../../src/data/device/install'
import { InstallSection } from '../../../../src/features/settings/install'

beforeEach(() => {
  install.way = 'menu'
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})

test('each device is told its own way: Safari’s steps, one button, the browser’s menu, or that it is done', async () => {
  render(<InstallSection />)
  screen.getByText(/Dans le menu de votre navigateur/)
  install.way = 'ios'
  await waitFor(() =>
    expect(screen.getAllByRole('listitem').map((li) => li.textContent)).toEqual([
      'Ouvrez cette page dans Safari.',
      expect.stringMatching(/^Touchez «\sPartager\s»/) as string,
      expect.stringMatching(/«\sSur l’écran d’accueil\s»/) as string,
    ]),
  )
  install.way = 'done'
  await screen.findByText('L’application Connivence est installée sur cet appareil.')
  const prompt = vi.fn(() => Promise.resolve())
  Object.assign(globalThis, {
    installOffer: { prompt, userChoice: Promise.resolve({ outcome: 'accepted' }) },
  })
  install.way = 'offer'
  fireEvent.click(await screen.findByRole('button', { name: 'Installer Connivence' }))
  await screen.findByText('L’application Connivence est installée sur cet appareil.')
  expect(prompt).toHaveBeenCalledTimes(1)
})

test('the discreet mode is kept on the device and names what is installed; the screen can be covered to try it', async () => {
  const told = vi.fn()
  addEventListener('discretion', told)
  install.way = 'offer'
  render(<InstallSection />)
  fireEvent.click(screen.getByRole('switch', { name: 'Mode discret' }))
  await screen.findByRole('button', { name: 'Installer Carnet' })
  expect(localStorage.getItem('discreet')).toBe('true')
  fireEvent.click(screen.getByRole('switch', { name: 'Mode discret' }))
  await screen.findByRole('button', { name: 'Installer Connivence' })
  expect(localStorage.getItem('discreet')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Essayer' }))
  expect([discretion.covered, sessionStorage.getItem('covered'), told.mock.calls.length]).toEqual([
    true,
    'true',
    3,
  ])
})
