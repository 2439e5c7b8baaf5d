// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MessagesPage } from '../../../../src/features/desk/community/messages-page'
import { ConfirmHost } from '../../../../src/ui/overlay/confirm'
import { stubFetch, type Stub } from './desk-world'

let stub: Stub
beforeEach(() => {
  stub = stubFetch()
  stub.answers['GET /staff/announcements'] = () => [200, { announcements: [] }]
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const type = (label: RegExp, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } })
const submit = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Envoyer' }))

test('before a message leaves it is said to whom, and to how many', async () => {
  stub.answers['POST /staff/announcements/recipients'] = () => [200, { members: 12 }]
  stub.answers['POST /staff/announcements'] = () => [201, { id: 'x' }]
  render(
    <>
      <MessagesPage />
      <ConfirmHost />
    </>,
  )
  fireEvent.change(await screen.findByLabelText(/^Message/), { target: { value: 'Bal samedi.' } })
  type(/^Destinataires/, 'couples')
  type(/^Département/, '450')
  type(/^Département/, 'abc')
  submit()
  expect(await screen.findByText(/^Un numéro de département/)).toBeTruthy()
  type(/^Département/, '2a')
  fireEvent.click(screen.getByLabelText('Membres vérifiés seulement'))
  type(/^Afficher jusqu’au/, '2020-01-01T10:00')
  submit()
  expect(await screen.findByText('La fin vient après l’envoi.')).toBeTruthy()
  expect(stub.asked.filter(([key]) => key.startsWith('POST'))).toEqual([])
  type(/^Afficher jusqu’au/, '2099-01-01T10:00')
  submit()
  const asked = await screen.findByRole('alertdialog')
  expect(
    within(asked).getByText(/les couples vérifiés du département 2A, soit 12 membres/),
  ).toBeTruthy()
  const audience = { who: 'couples', verified: true, department: '2A' }
  fireEvent.click(within(asked).getByRole('button', { name: 'Envoyer' }))
  await waitFor(() =>
    expect(stub.asked.filter(([key]) => key.startsWith('POST'))).toEqual([
      ['POST /staff/announcements/recipients', audience],
      [
        'POST /staff/announcements',
        {
          text: 'Bal samedi.',
          byMail: false,
          audience,
          endsAt: new Date('2099-01-01T10:00').toISOString(),
        },
      ],
    ]),
  )
})

test('a mail is named before it leaves, and is not taken over by the next message', async () => {
  stub.answers['POST /staff/announcements/recipients'] = () => [200, { members: 12 }]
  stub.answers['POST /staff/announcements'] = () => [201, { id: 'x' }]
  render(
    <>
      <MessagesPage />
      <ConfirmHost />
    </>,
  )
  fireEvent.change(await screen.findByLabelText(/^Message/), { target: { value: 'Bal.' } })
  const byMail = screen.getByLabelText<HTMLInputElement>('Prévenir aussi par e-mail')
  fireEvent.click(byMail)
  submit()
  const asked = await screen.findByRole('alertdialog')
  expect(within(asked).getByText(/Un e-mail les prévient aussi\.$/)).toBeTruthy()
  fireEvent.click(within(asked).getByRole('button', { name: 'Envoyer' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Message/).value).toBe(''))
  expect(byMail.checked).toBe(false)
})

test('nobody to write to: it is said, and nothing leaves', async () => {
  stub.answers['POST /staff/announcements/recipients'] = () => [200, { members: 0 }]
  render(<MessagesPage />)
  fireEvent.change(await screen.findByLabelText(/^Message/), { target: { value: 'Bal.' } })
  submit()
  expect(await screen.findByText('Aucun membre ne correspond à ces destinataires.')).toBeTruthy()
  expect(stub.asked.some(([key]) => key === 'POST /staff/announcements')).toBe(false)
})
