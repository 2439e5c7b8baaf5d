// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '../../../../src/data/session/session'
import { toasts } from '../../../../src/data/state/toasts'
import { LoginsPart } from '../../../../src/features/settings/logins-part'
import { setUp, answers, asked } from './security-setup'

setUp()

const loginOf = (n: number, patch: object) => ({
  id: `0199b7a0-0000-7000-8000-00000000000${n}`,
  own: false,
  is_first: false,
  email: 'c•••@exemple.fr',
  joined_at: null,
  last_used_at: '2026-11-20T10:00:00.000Z',
  ...patch,
})

test('a couple’s logins: the first one takes the other off with its password, and cannot end itself', async () => {
  const first = loginOf(1, { own: true, is_first: true, email: 'moi@exemple.fr' })
  const second = loginOf(2, { joined_at: '2026-11-01T10:00:00.000Z' })
  let logins = [first, second]
  answers['GET /auth/logins'] = () => [200, { logins }]
  const end = `POST /auth/logins/${second.id}/end`
  answers[end] = () => [403, { error: 'Ce mot de passe n’est pas le bon.', code: 'wrong_password' }]
  render(<LoginsPart />)
  await screen.findByText('moi@exemple.fr')
  screen.getByText(/, dernière visite le 20 novembre 2026$/)
  expect(screen.queryByRole('button', { name: 'Quitter' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Retirer' }))
  const form = screen.getByRole('form', { name: 'Retirer c•••@exemple.fr' })
  fireEvent.change(screen.getByLabelText('Votre mot de passe'), { target: { value: 'secret' } })
  fireEvent.submit(form)
  await screen.findByText('Ce mot de passe n’est pas le bon.')
  answers[end] = () => {
    logins = [first]
    return [200, { success: true }]
  }
  fireEvent.submit(form)
  await waitFor(() => expect(screen.queryByText('c•••@exemple.fr')).toBeNull())
  expect(asked).toContainEqual([end, { password: 'secret' }])
  expect(toasts.map((x) => x.text)).toEqual(['Cette personne n’a plus accès au compte.'])
})

test('the second login of a couple may leave; the only one is told how the other gets a login; a solo account is told nothing', async () => {
  answers['GET /auth/logins'] = () => [
    200,
    {
      logins: [
        loginOf(1, { is_first: true }),
        loginOf(2, { own: true, joined_at: '2026-11-01T10:00:00.000Z' }),
      ],
    },
  ]
  const { unmount } = render(<LoginsPart />)
  fireEvent.click(await screen.findByRole('button', { name: 'Quitter' }))
  screen.getByRole('form', { name: 'Quitter le compte' })
  expect(screen.queryByRole('button', { name: 'Retirer' })).toBeNull()
  unmount()
  answers['GET /auth/logins'] = () => [200, { logins: [loginOf(1, { own: true, is_first: true })] }]
  Object.assign(session, { account: { identities: [{ id: 'a' }, { id: 'b' }] } })
  const couple = render(<LoginsPart />)
  await screen.findByRole('heading', { name: 'Accès au compte' })
  fireEvent.click(screen.getByRole('button', { name: 'Créer l’accès de mon ou ma partenaire' }))
  await waitFor(() => expect(location.pathname).toBe('/connection'))
  couple.unmount()
  Object.assign(session, { account: { identities: [{ id: 'a' }] } })
  const { container } = render(<LoginsPart />)
  await waitFor(() => expect(asked).toHaveLength(3))
  expect(container.textContent).toBe('')
})
