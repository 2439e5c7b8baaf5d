// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storage } from '../../../../src/data/device/storage'
import { hasPasskeys, signWithPasskey } from '../../../../src/parts/member/passkey'
import { LoginScreen } from '../../../../src/features/session/login-screen'

vi.mock('../../../../src/parts/member/passkey', async (original) => ({
  ...(await original<object>()),
  hasPasskeys: vi.fn(() => false),
  signWithPasskey: vi.fn(),
}))

let answers: Record<string, [number, unknown]>
let asked: [string, unknown][]
beforeEach(() => {
  answers = {}
  asked = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push([
      url.replace('/api', ''),
      init.body ? (JSON.parse(String(init.body)) as unknown) : undefined,
    ])
    const [status, body] = answers[url.replace('/api', '')] ?? [404, {}]
    return Promise.resolve(
      new Response(JSON.stringify(body), {
        status,
        headers: { 'content-type': 'application/json' },
      }),
    )
  })
})
afterEach(() => {
  cleanup()
  storage.remove('session_lost')
  storage.remove('pending_email')
  history.replaceState(null, '', '/')
  vi.unstubAllGlobals()
  vi.mocked(hasPasskeys).mockReturnValue(false)
})

test('a session that ended by itself: the login says why, in the words of the server', async () => {
  storage.set('session_lost', 'true')
  answers['/auth/refresh'] = [
    401,
    { code: 'session_replayed', error: 'Par sécurité, cette session a été fermée.' },
  ]
  render(<LoginScreen />)
  expect((await screen.findByRole('status')).textContent).toBe(
    'Par sécurité, cette session a été fermée.',
  )
})

test('whoever comes for the first time reads what this is, is asked for nothing and told nothing', async () => {
  const { container } = render(<LoginScreen />)
  expect(container.textContent).toContain('Entre couples et célibataires libertins, en confiance')
  await screen.findByRole('button', { name: 'Utiliser une clé d’accès' })
  expect([screen.queryByRole('status'), asked]).toEqual([null, []])
})

test('after a right password the second step; a wrong code is said there, and one goes back to the password', async () => {
  answers['/auth/login'] = [
    401,
    {
      code: 'second_factor',
      error: 'Confirmez maintenant avec votre clé d’accès.',
      details: { options: { challenge: 'la-question' } },
    },
  ]
  answers['/auth/recovery'] = [
    401,
    { code: 'recovery_refused', error: 'Ce code n’est pas valable, ou il a déjà servi.' },
  ]
  render(<LoginScreen />)
  fireEvent.change(screen.getByLabelText('Adresse e-mail'), { target: { value: 'moi@exemple.fr' } })
  fireEvent.change(screen.getByLabelText('Mot de passe'), {
    target: { value: 'un-bon-mot-de-passe' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Se connecter' }))
  // a browser without passkeys is asked for a code at once
  const field = await screen.findByLabelText('Code de secours')
  fireEvent.submit(field.closest('form') as HTMLFormElement)
  await screen.findByText('Un code compte dix caractères.')
  fireEvent.change(field, { target: { value: 'abcde-fghjk' } })
  fireEvent.submit(field.closest('form') as HTMLFormElement)
  await screen.findByText('Ce code n’est pas valable, ou il a déjà servi.')
  expect(asked.at(-1)).toEqual(['/auth/recovery', { ticket: 'la-question', code: 'abcde-fghjk' }])
  fireEvent.click(screen.getByRole('button', { name: 'Revenir au mot de passe' }))
  await screen.findByRole('button', { name: 'Se connecter' })
})

test('a refused passkey leads back to the password, with the words of the server and what is typed', async () => {
  answers['/auth/login'] = [
    401,
    { code: 'second_factor', error: 'x', details: { options: { challenge: 'c' } } },
  ]
  const refused = 'Cette clé d’accès n’a pas été reconnue.'
  answers['/auth/passkey'] = [401, { code: 'passkey_refused', error: refused }]
  vi.mocked(hasPasskeys).mockReturnValue(true)
  vi.mocked(signWithPasskey).mockResolvedValue({ id: 'k' } as never)
  render(<LoginScreen />)
  fireEvent.change(screen.getByLabelText('Adresse e-mail'), { target: { value: 'moi@exemple.fr' } })
  fireEvent.change(screen.getByLabelText('Mot de passe'), { target: { value: 'le-bon' } })
  fireEvent.click(screen.getByRole('button', { name: 'Se connecter' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Confirmer avec ma clé d’accès' }))
  await screen.findByRole('button', { name: 'Se connecter' })
  expect((await screen.findByRole('alert')).textContent).toBe(refused)
  expect(screen.getByLabelText<HTMLInputElement>('Adresse e-mail').value).toBe('moi@exemple.fr')
})

test('who is refused can ask for another link, which the next screen sends to the typed address', async () => {
  answers['/auth/login'] = [401, { code: 'bad_credentials', error: 'Ce mot de passe est faux.' }]
  render(<LoginScreen />)
  const name = /^Adresse pas encore confirmée\s\? Recevoir un nouveau lien$/
  expect(screen.queryByRole('link', { name })).toBeNull()
  fireEvent.change(screen.getByLabelText('Adresse e-mail'), { target: { value: 'moi@exemple.fr' } })
  fireEvent.change(screen.getByLabelText('Mot de passe'), { target: { value: 'pas-le-bon' } })
  fireEvent.click(screen.getByRole('button', { name: 'Se connecter' }))
  fireEvent.click(await screen.findByRole('link', { name }))
  expect([storage.get('pending_email'), location.pathname]).toEqual([
    'moi@exemple.fr',
    '/waiting-for-email-verification',
  ])
})

test('a passkey where the browser knows none says so', async () => {
  render(<LoginScreen />)
  fireEvent.click(screen.getByRole('button', { name: 'Utiliser une clé d’accès' }))
  await screen.findByText(
    'Ce navigateur ne connaît pas les clés d’accès. Connectez-vous d’une autre façon.',
  )
  expect(asked).toEqual([])
})
