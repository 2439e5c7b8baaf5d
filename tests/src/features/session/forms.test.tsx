// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearAccountStorage, storage } from '../../../../src/data/device/storage'
import { session } from '../../../../src/data/session/session'
import { JoinScreen } from '../../../../src/features/session/join-screen'
import { OnboardingScreen } from '../../../../src/features/session/onboarding-screen'
import { RegisterScreen } from '../../../../src/features/session/register-screen'
import { ResetScreen } from '../../../../src/features/session/reset-screen'
import { VerifyScreen } from '../../../../src/features/session/verify-screen'
import { eventually } from '../../../support/eventually'

const answers = vi.fn<typeof fetch>()
/** The door of the community is open; everything else goes to `answers`. */
const server: typeof fetch = (url, init) => {
  const path = String(url)
  if (path.endsWith('/registration'))
    return Promise.resolve(json(200, { mode: 'open', full: false }))
  return path.endsWith('/auth/admission')
    ? Promise.resolve(json(200, { state: 'admitted', answer: null }))
    : answers(url, init)
}
beforeEach(() => {
  answers.mockReset()
  vi.stubGlobal('fetch', server)
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})
const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

test('the registration says everything that is wrong at once, sends nothing, and the first field has the focus', () => {
  render(<RegisterScreen />)
  fireEvent.submit(
    screen.getByRole('button', { name: 'Créer mon compte' }).closest('form') as HTMLFormElement,
  )
  for (const text of [
    'Indiquez votre nom.',
    /^Cette adresse e-mail n’est pas valide\. Exemple/,
    'Le mot de passe compte au moins 10 caractères.',
    'Indiquez votre date de naissance.',
    /trois accords est nécessaire/,
  ])
    expect(screen.getAllByText(text)).toHaveLength(1)
  expect(document.activeElement).toBe(screen.getByLabelText('Nom'))
  expect(answers).not.toHaveBeenCalled()
})

test('a field that is edited is said to be wrong no longer: its sentence, its state and its description go at once, the others stay, and the focus where it is', () => {
  render(<RegisterScreen />)
  fireEvent.submit(
    screen.getByRole('button', { name: 'Créer mon compte' }).closest('form') as HTMLFormElement,
  )
  const [mail, password] = [
    screen.getByLabelText('Adresse e-mail'),
    screen.getByLabelText('Mot de passe'),
  ]
  const hint = password.getAttribute('aria-describedby')?.split(' ')[0]
  expect([mail.getAttribute('aria-invalid'), password.getAttribute('aria-describedby')]).toEqual([
    'true',
    `${hint} ${hint?.replace('-hint', '-error')}`,
  ])
  mail.focus()
  fireEvent.change(mail, { target: { value: 'c' } })
  expect([mail.getAttribute('aria-invalid'), mail.getAttribute('aria-describedby')]).toEqual([
    null,
    mail.getAttribute('id') + '-hint',
  ])
  expect(screen.queryByText(/^Cette adresse e-mail n’est pas valide\. Exemple/)).toBeNull()
  expect(document.activeElement).toBe(mail)
  password.focus()
  fireEvent.change(password, { target: { value: 'court' } })
  expect([
    password.getAttribute('aria-invalid'),
    password.getAttribute('aria-describedby'),
  ]).toEqual([null, hint])
  expect(screen.getByText('Indiquez votre nom.')).toBeTruthy()
  fireEvent.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
  expect(screen.queryByText(/trois accords est nécessaire/)).toBeNull()
  // what is still wrong is said again when it is sent
  fireEvent.submit(mail.closest('form') as HTMLFormElement)
  for (const field of [mail, password]) expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(screen.getByLabelText('Nom'))
})

test('what the server refuses of one field is said there only', async () => {
  answers.mockResolvedValue(
    json(400, {
      error: 'Ce mot de passe est trop courant. Choisissez-en un autre.',
      code: 'weak_password',
    }),
  )
  render(<RegisterScreen />)
  const type = (label: string, value: string): void =>
    void fireEvent.change(screen.getByLabelText(label), { target: { value } })
  type('Nom', 'Camille')
  type('Adresse e-mail', 'camille@test.invalid')
  type('Mot de passe', 'motdepasse1')
  type('Date de naissance', '1990-05-12')
  for (const box of screen.getAllByRole('checkbox')) fireEvent.click(box)
  fireEvent.submit(
    screen.getByRole('button', { name: 'Créer mon compte' }).closest('form') as HTMLFormElement,
  )
  expect(await screen.findAllByText(/trop courant/)).toHaveLength(1)
  await eventually(() => expect(document.activeElement).toBe(screen.getByLabelText('Mot de passe')))
})

/** Answers the check of handles: these are taken. */
const taken = (...handles: readonly string[]) =>
  answers.mockImplementation((_url, init) => {
    const { handle } = JSON.parse(String(init?.body)) as { handle: string }
    return Promise.resolve(json(200, { free: !handles.includes(handle) }))
  })

test('a couple goes through one person per step, forwards and back, and chooses two handles', async () => {
  taken()
  render(<OnboardingScreen />)
  fireEvent.click(await screen.findByLabelText('Un couple'))
  /** Submits until the form says this: it takes one submission at a time. */
  const next = (name: string, said: string): Promise<unknown> =>
    eventually(() => {
      const button = screen.queryByRole('button', { name })
      if (button) fireEvent.submit(button.closest('form') as HTMLFormElement)
      return screen.getByText(said)
    })
  const type = (label: string, value: string): void =>
    void fireEvent.change(screen.getByLabelText(label), { target: { value } })
  await next('Continuer', 'Le pseudo compte au moins 4 caractères.')
  expect(screen.getByText('Étape 1 sur 3')).toBeTruthy()
  type('Pseudo du couple', 'nous_deux')
  await next('Continuer', 'Étape 2 sur 3')
  expect(document.activeElement).toBe(screen.getByLabelText('Pseudo de cette personne'))
  expect(screen.getByText(/^Chaque personne a aussi son pseudo/)).toBeTruthy()
  type('Pseudo de cette personne', 'J')
  await next('Continuer', 'Le pseudo compte au moins 2 caractères.')
  type('Pseudo de cette personne', 'Zoé')
  await next('Continuer', 'Choisissez un genre.')
  fireEvent.click(screen.getByLabelText('Femme'))
  await next('Continuer', 'Étape 3 sur 3')
  const second = screen.getByRole('group', { name: 'Votre partenaire' })
  type('Pseudo de cette personne', 'zoé')
  fireEvent.click(within(second).getByLabelText('Homme'))
  await next('Entrer', 'Choisissez deux pseudos différents.')
  expect(screen.getByText('Qui apparaît en premier').className).not.toBe('visually-hidden')
  fireEvent.click(screen.getByRole('button', { name: 'Retour' }))
  const first = screen.getByRole('group', { name: 'Vous' })
  expect(within(first).getByLabelText<HTMLInputElement>('Pseudo de cette personne').value).toBe(
    'Zoé',
  )
})

test('how a newcomer wants to appear outlives a page that the phone drops, and is gone with the sign-out', async () => {
  taken()
  render(<OnboardingScreen />)
  fireEvent.click(await screen.findByLabelText('Un couple'))
  fireEvent.change(screen.getByLabelText('Pseudo du couple'), { target: { value: 'nous_deux' } })
  cleanup()
  render(<OnboardingScreen />)
  expect((await screen.findByLabelText<HTMLInputElement>('Pseudo du couple')).value).toBe(
    'nous_deux',
  )
  cleanup()
  clearAccountStorage()
  render(<OnboardingScreen />)
  expect((await screen.findByLabelText<HTMLInputElement>('Pseudo')).value).toBe('')
})

test('who comes back to «Une personne» from «Un couple» has the one pseudo that is seen', async () => {
  storage.set('onboarding', {
    kind: 'couple',
    handle: 'zoe_seule',
    people: [
      { handle: 'Ancien', gender: 'woman' },
      { handle: '', gender: '' },
    ],
  })
  taken()
  render(<OnboardingScreen />)
  fireEvent.click(await screen.findByLabelText('Une personne'))
  fireEvent.submit(
    screen.getByRole('button', { name: 'Entrer' }).closest('form') as HTMLFormElement,
  )
  await eventually(() => {
    const sent = answers.mock.calls.find(([url]) => String(url).endsWith('/accounts'))
    expect(JSON.parse(String(sent?.[1]?.body))).toMatchObject({
      account_handle: 'zoe_seule',
      identities: [{ identity_handle: 'zoe_seule', gender: 'woman' }],
    })
  })
})

test('a handle is checked while it is typed, once it keeps the rules', async () => {
  taken('prise_ici')
  render(<OnboardingScreen />)
  await screen.findByLabelText('Pseudo')
  const type = (value: string): void =>
    void fireEvent.change(screen.getByLabelText('Pseudo'), { target: { value } })
  type('abc')
  expect(screen.queryByText(/^Le pseudo/)).toBeNull()
  type('léa_ici')
  screen.getByText(/^Le pseudo ne contient que des lettres sans accent/)
  type('prise_ici')
  await screen.findByText('prise_ici est déjà pris.')
  expect(answers).toHaveBeenCalledTimes(1)
  type('libre_ici')
  await screen.findByText('libre_ici est libre.')
})

test('a link that was cut or mistyped is over, without asking the server', () => {
  history.replaceState(null, '', '/reset-password#token=abc')
  render(<ResetScreen />)
  expect(screen.getByRole('heading', { name: 'Ce lien n’est plus valable.' })).toBeTruthy()
  cleanup()
  history.replaceState(null, '', '/verify-email?token=%3Cb%3E')
  render(<VerifyScreen />)
  expect(screen.getByRole('heading', { name: 'Ce lien n’est plus valable.' })).toBeTruthy()
  cleanup()
  render(<JoinScreen token="x" />)
  expect(screen.getByRole('heading', { name: 'Ce lien n’est plus valable.' })).toBeTruthy()
  expect(answers).not.toHaveBeenCalled()
})

describe('an invitation', () => {
  const PRESENTED = /^Entre couples et célibataires libertins/
  const open = async (phase: 'signed-out' | 'signed-in', token: string): Promise<void> => {
    session.phase = phase
    answers.mockResolvedValue(json(200, { kind: 'member', inviter_handle: 'lea_hugo' }))
    render(<JoinScreen token={token} />)
  }
  afterEach(() => {
    session.phase = 'starting'
  })
  test('tells a visitor what this is; a member knows', async () => {
    await open('signed-out', 'a'.repeat(43))
    await screen.findByRole('button', { name: 'S’inscrire' })
    expect(screen.getByText(PRESENTED)).toBeTruthy()
    cleanup()
    await open('signed-in', 'b'.repeat(43))
    await screen.findByRole('button', { name: 'Accepter l’invitation' })
    expect(screen.queryByText(PRESENTED)).toBeNull()
  })
  test.each([
    ['member', null, '/connection'],
    ['event', 'e1', '/events/e1'],
  ])('of kind %s leads who accepts it to what it opened', async (kind, event_id, path) => {
    session.phase = 'signed-in'
    answers.mockImplementation((_url, init) =>
      Promise.resolve(
        init?.method === 'POST'
          ? json(200, { kind, account_id: 'a1', event_id })
          : json(200, { kind, inviter_handle: 'lea_hugo' }),
      ),
    )
    render(<JoinScreen token={kind.padEnd(43, 'c')} />)
    // an event link makes a relation too, and says so
    expect(await screen.findByText(/entrer en relation\.$/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Accepter l’invitation' }))
    await eventually(() => expect(location.pathname).toBe(path))
  })
  test('that is over leads a visitor to the login, not a member', async () => {
    await open('signed-out', 'x')
    expect(screen.getByRole('link', { name: 'Retour à la connexion' })).toBeTruthy()
    cleanup()
    await open('signed-in', 'x')
    expect(screen.queryByRole('link', { name: 'Retour à la connexion' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Continuer sans invitation' })).toBeTruthy()
  })
})
