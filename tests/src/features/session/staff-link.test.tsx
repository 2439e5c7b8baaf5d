// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StaffLinkScreen } from '../../../../src/features/session/staff-link-screen'

const answers = vi.fn<typeof fetch>()
beforeEach(() => {
  answers.mockReset()
  vi.stubGlobal('fetch', answers)
  history.replaceState(null, '', `/staff-link#token=${'x'.repeat(43)}`)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})
const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const link = (known: boolean): void =>
  void answers.mockImplementation(() =>
    Promise.resolve(json(200, { email: 'chef@exemple.fr', known, options: { challenge: 'abc' } })),
  )
const create = () => screen.getByRole('button', { name: 'Créer ma clé d’accès' })

test('a login that is there is asked for nothing but the key', async () => {
  link(true)
  render(<StaffLinkScreen />)
  await screen.findByText(/va être ajoutée à chef@exemple\.fr/)
  expect(screen.queryByLabelText('Mot de passe')).toBeNull()
  // jsdom knows no passkeys
  fireEvent.click(create())
  await screen.findByText(/ne connaît pas les clés d’accès/)
  expect(answers).toHaveBeenCalledTimes(1)
})

test('an address without login is asked for what a registration needs, all at once', async () => {
  link(false)
  render(<StaffLinkScreen />)
  await screen.findByText(/Votre connexion chef@exemple\.fr va être créée/)
  fireEvent.click(create())
  for (const text of [
    'Le mot de passe compte au moins 10 caractères.',
    'Indiquez votre date de naissance.',
    /trois accords est nécessaire/,
  ])
    expect(screen.getAllByText(text)).toHaveLength(1)
  expect(answers).toHaveBeenCalledTimes(1)
})

test('a link that is over says so; one that could not be read can be tried again', async () => {
  answers.mockImplementation(() => Promise.resolve(json(503, { code: 'unavailable' })))
  render(<StaffLinkScreen />)
  const again = await screen.findByRole('button', { name: 'Réessayer' })
  answers.mockImplementation(() => Promise.resolve(json(400, { code: 'token_invalid' })))
  fireEvent.click(again)
  await screen.findByRole('heading', { name: 'Ce lien n’est plus valable.' })
})
