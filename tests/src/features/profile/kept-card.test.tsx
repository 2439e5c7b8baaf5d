// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '../../../../src/data/session/session'
import { ProfileEditor } from '../../../../src/features/profile/edit/edit'
import type { Profile } from '../../../../src/features/profile/state/api'
import type { EditTarget } from '../../../../src/features/profile/view/view'
import { ConfirmHost } from '../../../../src/ui/overlay/confirm'
import { fresh, serve } from '../../../support/world/events'
import { person, profile } from '../../../support/world/profiles'

const id = fresh('own')
const account = { id, account_handle: 'nora_lyon', avatar_url: null, identities: [] }
const own = {
  account,
  data: { ...profile(), description: 'Avant', person1: { ...person(), age: 39 } },
} as unknown as Profile

beforeEach(() => {
  localStorage.clear()
  Object.assign(session, { phase: 'signed-in', accountId: id, account })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const onClose = vi.fn<() => void>()
/** The page as it is loaded again, with the drawer of one card. */
const show = (target: EditTarget = 'description', now = own): void => {
  cleanup()
  onClose.mockReset()
  render(
    <>
      <ProfileEditor profile={now} target={target} open onClose={onClose} />
      <ConfirmHost />
    </>,
  )
}
const text = () => screen.getByLabelText<HTMLTextAreaElement>('Présentation')
const type = (value: string) => fireEvent.change(text(), { target: { value } })

test('a page that the phone drops while a card is written loses nothing, and «Annuler» leaves nothing', async () => {
  show()
  type('Curieuse, et patiente.')
  show()
  expect(text().value).toBe('Curieuse, et patiente.')
  fireEvent.click(screen.getByRole('button', { name: 'Annuler' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Quitter', hidden: true }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  show()
  expect(text().value).toBe('Avant')
})

test('saving one card does not save what was typed in another, and leaves nothing of its own', async () => {
  const asked = serve({
    [`GET /accounts/${id}/profile`]: () => own,
    'POST /account/profile': () => ({ account, data: own.data }),
    'GET /account': () => account,
  })
  show()
  type('Pas encore')
  show('contexts')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' }).disabled).toBe(true)
  show()
  expect(text().value).toBe('Pas encore')
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(asked.map((s) => s.line)).toContain('POST /account/profile')
  show()
  expect(text().value).toBe('Avant')
})

test('a card that the other of a couple has saved since the drawer was opened is kept', async () => {
  const since = {
    ...own.data,
    person1: { ...person(), firstName: 'Nora' },
    contextPractices: { clubs: 80 },
  }
  const asked = serve({
    [`GET /accounts/${id}/profile`]: () => ({ ...own, data: since }),
    'POST /account/profile': () => ({ account, data: since }),
    'GET /account': () => account,
  })
  show()
  type('Après')
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const sent = asked.find(({ line }) => line === 'POST /account/profile')?.body
  expect(sent).toMatchObject({
    data: { ...since, description: 'Après' },
  })
})

test('what comes back of a card is what was typed: its other fields are those of now', () => {
  const rate = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
  const rated = (clubs: number, saunas: number): Profile => ({
    ...own,
    data: { ...own.data, contextPractices: { clubs, saunas } },
  })
  show('contexts', rated(10, 20))
  fireEvent.change(rate('Clubs'), { target: { value: '60' } })
  // meanwhile the other of the couple has saved
  show('contexts', rated(10, 80))
  expect([rate('Clubs').value, rate('Saunas').value]).toEqual(['60', '80'])
  show('contexts', rated(10, 90))
  expect([rate('Clubs').value, rate('Saunas').value]).toEqual(['60', '90'])
})
