// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '../../../support/eventually'

const MORE = '../../../../src/features/session/login-more'
let answer: [number, unknown]
beforeEach(() => {
  vi.resetModules()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  vi.stubGlobal('fetch', () => {
    const [status, body] = answer
    return Promise.resolve(Response.json(body, { status }))
  })
})
afterEach(() => {
  cleanup()
  vi.doUnmock(MORE)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const missing = () =>
  new TypeError('Failed to fetch dynamically imported module: /assets/login-more.js')
const logIn = async (): Promise<void> => {
  const { LoginScreen } = await import('../../../../src/features/session/login-screen')
  render(<LoginScreen />)
  fireEvent.change(screen.getByLabelText('Adresse e-mail'), { target: { value: 'moi@exemple.fr' } })
  fireEvent.change(screen.getByLabelText('Mot de passe'), { target: { value: 'un-mot' } })
  fireEvent.click(screen.getByRole('button', { name: 'Se connecter' }))
}
const typed = () => screen.getByLabelText<HTMLInputElement>('Adresse e-mail').value

test('a second step whose code does not load leaves the form with what is typed, and can be tried again', async () => {
  vi.doMock(MORE, () => {
    throw missing()
  })
  answer = [401, { code: 'second_factor', details: { options: { challenge: 'c' } } }]
  await logIn()
  await screen.findByText(/rien de ce que vous avez saisi n’est perdu/)
  expect(typed()).toBe('moi@exemple.fr')
  vi.doUnmock(MORE)
  fireEvent.click(screen.getByRole('button', { name: 'Se connecter' }))
  await screen.findByLabelText('Code de secours')
})

test('a refused password stays in the form until the code of the link below it comes', async () => {
  const load = vi.fn(() => (): string => 'Recevoir un nouveau lien')
  load.mockImplementationOnce(() => {
    throw missing()
  })
  vi.doMock(MORE, () => ({
    get NewLink() {
      return load()
    },
  }))
  answer = [401, { code: 'bad_credentials', error: 'Ce mot de passe est faux.' }]
  await logIn()
  await screen.findByText('Ce mot de passe est faux.')
  await eventually(() => expect(load).toHaveBeenCalled())
  await eventually(() => {
    dispatchEvent(new Event('online'))
    screen.getByText('Recevoir un nouveau lien')
  })
  expect(typed()).toBe('moi@exemple.fr')
})
