// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { JoinScreen } from '../../../../src/features/session/join-screen'
import { OnboardingScreen } from '../../../../src/features/session/onboarding-screen'
import { RegisterScreen } from '../../../../src/features/session/register-screen'
import { ResetScreen } from '../../../../src/features/session/reset-screen'
import { VerifyScreen } from '../../../../src/features/session/verify-screen'

const answers = vi.fn<typeof fetch>()
beforeEach(() => {
  answers.mockReset()
  vi.stubGlobal('fetch', answers)
})
afterEach(() => {
  cleanup()
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
    'Cette adresse e-mail n’est pas valide.',
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
    null,
  ])
  expect(screen.queryByText('Cette adresse e-mail n’est pas valide.')).toBeNull()
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
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Mot de passe')))
})

test('a couple chooses two handles', () => {
  render(<OnboardingScreen />)
  fireEvent.click(screen.getByLabelText('Un couple'))
  fireEvent.change(screen.getByLabelText('Pseudo du couple'), { target: { value: 'nous_deux' } })
  for (const field of screen.getAllByLabelText('Pseudo de cette personne'))
    fireEvent.change(field, {
      target: {
        value:
          field === screen.getAllByLabelText('Pseudo de cette personne')[0] ? 'camille' : 'Camille',
      },
    })
  const enter = (): void =>
    void fireEvent.submit(
      screen.getByRole('button', { name: 'Entrer' }).closest('form') as HTMLFormElement,
    )
  enter()
  expect(screen.getAllByText('Choisissez un genre.')).toHaveLength(2)
  for (const gender of screen.getAllByLabelText('Femme')) fireEvent.click(gender)
  enter()
  expect(screen.queryByText('Choisissez un genre.')).toBeNull()
  const second = screen.getByRole('group', { name: 'Votre partenaire' })
  expect(within(second).getByText('Choisissez deux pseudos différents.')).toBeTruthy()
  expect(document.activeElement).toBe(within(second).getByLabelText('Pseudo de cette personne'))
  expect(screen.getByText('Qui apparaît en premier').className).not.toBe('visually-hidden')
  expect(answers).not.toHaveBeenCalled()
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
