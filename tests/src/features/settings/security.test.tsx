// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { presences } from '../../../../src/data/session/presence'
import { session } from '../../../../src/data/session/session'
import { preferences } from '../../../../src/data/state/preferences'
import { toasts } from '../../../../src/data/state/toasts'
import { EmailPart } from '../../../../src/features/settings/email-part'
import { PasswordPart } from '../../../../src/features/settings/password-part'
import { PrivacySection } from '../../../../src/features/settings/privacy-section'
import { SessionsPart } from '../../../../src/features/settings/sessions-part'
import { createPasskey, PasskeyCancelled, PasskeyKnown } from '../../../../src/parts/member/passkey'
import { setUp, answers, asked } from './security-setup'

setUp()

test('the password: what is wrong is said before it is sent, the server’s refusal at its field, and the other sessions end unless told not to', async () => {
  const wrong = 'Ce mot de passe n’est pas le bon.'
  answers['POST /auth/password'] = () => [
    403,
    { error: wrong, code: 'wrong_password', details: [{ path: 'body.current', message: wrong }] },
  ]
  render(<PasswordPart />)
  fireEvent.click(screen.getByRole('button', { name: 'Changer mon mot de passe' }))
  const form = screen.getByRole('form')
  fireEvent.submit(form)
  await screen.findByText('Saisissez votre mot de passe actuel.')
  screen.getByText('Le mot de passe compte au moins 10 caractères.')
  expect(asked).toEqual([])
  fireEvent.change(screen.getByLabelText('Mot de passe actuel'), { target: { value: 'faux' } })
  fireEvent.change(screen.getByLabelText('Nouveau mot de passe'), {
    target: { value: 'trois-hiboux-lunaires' },
  })
  fireEvent.submit(form)
  await screen.findByText(wrong)
  expect(screen.getByLabelText('Mot de passe actuel').getAttribute('aria-invalid')).toBe('true')
  answers['POST /auth/password'] = () => [200, { success: true }]
  fireEvent.submit(form)
  await screen.findByRole('button', { name: 'Changer mon mot de passe' })
  expect(asked.at(-1)?.[1]).toEqual({
    current: 'faux',
    password: 'trois-hiboux-lunaires',
    close_others: true,
  })
})

test('the address: what is missing is said before it is sent, a wrong password at its field, and nothing changes before the link is opened', async () => {
  const wrong = 'Ce mot de passe n’est pas le bon.'
  answers['POST /auth/email'] = () => [
    403,
    { error: wrong, code: 'wrong_password', details: [{ path: 'body.password', message: wrong }] },
  ]
  render(<EmailPart />)
  fireEvent.click(screen.getByRole('button', { name: 'Changer d’adresse e-mail' }))
  const form = screen.getByRole('form')
  fireEvent.submit(form)
  await screen.findByText('Indiquez votre nouvelle adresse e-mail, par exemple nom@exemple.fr.')
  expect(asked).toEqual([])
  fireEvent.change(screen.getByLabelText('Nouvelle adresse e-mail'), {
    target: { value: ' moi@test.invalid ' },
  })
  fireEvent.change(screen.getByLabelText('Votre mot de passe'), { target: { value: 'faux' } })
  fireEvent.submit(form)
  await screen.findByText(wrong)
  answers['POST /auth/email'] = () => [202, { success: true }]
  fireEvent.submit(form)
  await screen.findByText(
    'Ouvrez le lien que nous venons d’envoyer à moi@test.invalid. Jusque-là, rien ne change.',
  )
  expect(asked.at(-1)).toEqual([
    'POST /auth/email',
    { email: 'moi@test.invalid', password: 'faux', close_others: true },
  ])
})

test('open sessions: this device first and not to be disconnected, another one is; one that was closed meanwhile is no failure', async () => {
  const at = '2026-11-21T12:00:00.000Z'
  const one = (id: string, device: string, kind: string, current = false) => ({
    id,
    kind,
    device,
    current,
    created_at: at,
    last_used_at: at,
  })
  let list = [
    one('a', 'Firefox sur Linux', 'computer', true),
    one('b', 'Chrome sur Android', 'phone'),
    one('c', 'Safari sur iPhone', 'phone'),
  ]
  answers['GET /auth/sessions'] = () => [200, { sessions: list }]
  answers['DELETE /auth/sessions/b'] = () => {
    list = list.filter((s) => s.id !== 'b')
    return [404, { error: 'absent', code: 'not_found' }]
  }
  render(<SessionsPart />)
  await screen.findByText('Cet appareil')
  const [computer, ...phones] = screen
    .getAllByRole('listitem')
    .map((row) => row.querySelector('svg')?.innerHTML)
  expect([new Set(phones).size, phones[0] === computer]).toEqual([1, false])
  expect(
    screen.getAllByRole('button').map((b) => b.getAttribute('aria-label') ?? b.textContent),
  ).toEqual([
    'Déconnecter Chrome sur Android',
    'Déconnecter Safari sur iPhone',
    'Déconnecter tous les autres',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Déconnecter Chrome sur Android' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
  expect(toasts).toEqual([])
  // with a single other one the general button says nothing more
  expect(screen.queryByRole('button', { name: 'Déconnecter tous les autres' })).toBeNull()
})

test('sessions that cannot be loaded say so and are asked for again', async () => {
  answers['GET /auth/sessions'] = () => [500, { error: 'non' }]
  render(<SessionsPart />)
  await screen.findByText('Vos sessions n’ont pas pu être chargées.')
  answers['GET /auth/sessions'] = () => [200, { sessions: [] }]
  fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  await waitFor(() =>
    expect(screen.queryByText('Vos sessions n’ont pas pu être chargées.')).toBeNull(),
  )
})

test('privacy: while the choices are not known none is shown, and none can be tapped', async () => {
  Object.assign(preferences, { typing: null, presence: null, contact: null })
  answers['PUT /account/preferences'] = () => [
    200,
    { preferences: { typing: true, presence: true, contact: 'nobody' } },
  ]
  answers['GET /account/answers-together'] = () => [
    200,
    { together: { on: true, ending_by: null } },
  ]
  Object.assign(session, { account: { identities: [{}, {}] } })
  render(<PrivacySection />)
  const select = screen.getByLabelText<HTMLSelectElement>('Qui peut m’écrire')
  const switches = screen.getAllByRole<HTMLInputElement>('switch')
  const shown = () => [select, ...switches].map((c) => c.disabled)
  expect(shown()).toEqual([true, true, true, true])
  expect([select.value, ...switches.map((s) => s.checked)]).toEqual(['', false, false, false])
  expect(screen.queryByText(/Chaque membre peut/)).toBeNull()
  await waitFor(() => expect(shown()).toEqual([false, false, false, false]))
  expect([select.value, ...switches.map((s) => s.checked)]).toEqual(['nobody', true, true, true])
})

test('privacy: a choice is sent alone and taken back when the server does not take it; hidden presence forgets what is known of others', async () => {
  const kept: Record<string, unknown> = { typing: true, presence: true, contact: 'everyone' }
  answers['PUT /account/preferences'] = (body) => [200, { preferences: Object.assign(kept, body) }]
  answers['GET /presence/bootstrap'] = () => [200, { presences: [] }]
  presences['ami'] = {
    accountId: 'ami',
    isOnline: true,
    lastSeenAt: null,
    lastSeenIdentityId: null,
  }
  render(<PrivacySection />)
  const select = await screen.findByLabelText<HTMLSelectElement>('Qui peut m’écrire')
  await waitFor(() => expect(select.disabled).toBe(false))
  fireEvent.change(select, { target: { value: 'relations' } })
  await screen.findByText(/Seules vos relations peuvent commencer une discussion/)
  expect(asked.at(-1)).toEqual(['PUT /account/preferences', { contact: 'relations' }])
  fireEvent.click(screen.getByRole('switch', { name: /Afficher ma présence/ }))
  await waitFor(() => expect(Object.keys(presences)).toEqual([]))
  expect(asked.at(-2)).toEqual(['PUT /account/preferences', { presence: false }])
  answers['PUT /account/preferences'] = () => [500, { error: 'non' }]
  fireEvent.change(select, { target: { value: 'nobody' } })
  await waitFor(() =>
    expect(toasts.map((x) => x.text)).toEqual(['Ce réglage n’a pas pu être enregistré.']),
  )
  expect(select.value).toBe('relations')
})

test('presences that could not be loaded again stay as they are: not known is not offline', async () => {
  const kept: Record<string, unknown> = { typing: true, presence: false, contact: 'everyone' }
  answers['GET /account/preferences'] = () => [200, { preferences: kept }]
  answers['PUT /account/preferences'] = (body) => [200, { preferences: Object.assign(kept, body) }]
  answers['GET /presence/bootstrap'] = () => [404, { error: 'non' }]
  presences['ami'] = {
    accountId: 'ami',
    isOnline: true,
    lastSeenAt: null,
    lastSeenIdentityId: null,
  }
  preferences.presence = false
  render(<PrivacySection />)
  fireEvent.click(await screen.findByRole('switch', { name: /Afficher ma présence/ }))
  await waitFor(() => expect(asked.at(-1)?.[0]).toBe('GET /presence/bootstrap'))
  await waitFor(() => expect(preferences.presence).toBe(true))
  expect(Object.keys(presences)).toEqual(['ami'])
})

test('a passkey in a browser that knows no JSON forms; a window that was closed and a device that has one are told apart', async () => {
  const buffer = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer
  const create = vi.fn<(options: CredentialCreationOptions) => Promise<unknown>>()
  vi.stubGlobal('PublicKeyCredential', class {})
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create } })
  create.mockResolvedValueOnce({
    id: 'cle',
    response: { clientDataJSON: buffer('é~~?'), attestationObject: buffer('objet') },
  })
  const options = {
    challenge: 'w6k_',
    user: { id: 'YWJj', name: 'x' },
    excludeCredentials: [{ id: 'YWJj', type: 'public-key' }],
  }
  expect(await createPasskey(options)).toEqual({
    id: 'cle',
    rawId: 'cle',
    type: 'public-key',
    response: { clientDataJSON: 'w6l-fj8', attestationObject: 'b2JqZXQ', transports: [] },
  })
  const given = create.mock.calls[0]?.[0].publicKey
  expect([
    [...new Uint8Array(given?.challenge as Uint8Array)],
    [...new Uint8Array(given?.user.id as Uint8Array)],
    given?.excludeCredentials?.length,
  ]).toEqual([[0xc3, 0xa9, 0x3f], [97, 98, 99], 1])
  create.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  await expect(createPasskey(options)).rejects.toBeInstanceOf(PasskeyCancelled)
  create.mockRejectedValueOnce(new DOMException('', 'InvalidStateError'))
  await expect(createPasskey(options)).rejects.toBeInstanceOf(PasskeyKnown)
})
