// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { clearAccountStorage, clearSessionStorage } from '../../../../src/data/device/storage'
import { session } from '../../../../src/data/session/session'
import { NotesScreen } from '../../../../src/features/profile/private/notes'
import { fresh, Refusal, serve } from '../../../support/world/events'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const identity = {
  id: fresh('identity'),
  identity_handle: 'moi',
  gender: 'woman',
  firstname: null,
  is_primary: true,
  avatar_url: null,
}
const member = fresh('member')
const open = async (): Promise<HTMLTextAreaElement> => {
  cleanup()
  render(<NotesScreen accountId={member} />)
  return screen.findByPlaceholderText('Ajoutez un commentaire général sur ce profil…')
}

test('unsaved notes survive a closed panel, a failed save and an expired session, not a sign-out', async () => {
  const id = fresh('own')
  Object.assign(session, {
    phase: 'signed-in',
    accountId: id,
    account: { id, account_handle: 'moi', identities: [identity] },
    mode: 'single',
    identityIds: [],
  })
  let fails = true
  const path = `/accounts/${member}/feelings`
  const saved = { global_comment: null as string | null, identity_feelings: {} }
  serve({
    [`GET ${path}`]: () => saved,
    [`POST ${path}`]: ({ body }) => (fails ? new Refusal(500) : Object.assign(saved, body)),
  })
  fireEvent.change(await open(), { target: { value: 'À revoir' } })
  expect((await open()).value).toBe('À revoir')
  const card = within(screen.getByRole('region', { name: 'Commentaire global' }))
  fireEvent.click(card.getByRole('button', { name: 'Enregistrer' }))
  await waitFor(() =>
    expect(card.getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' }).disabled).toBe(
      false,
    ),
  )
  clearSessionStorage()
  expect((await open()).value).toBe('À revoir')
  clearAccountStorage()
  expect((await open()).value).toBe('')
  fails = false
  fireEvent.change(screen.getByPlaceholderText(/Ajoutez un commentaire général/), {
    target: { value: 'Charmants' },
  })
  fireEvent.click(
    within(screen.getByRole('region', { name: 'Commentaire global' })).getByRole('button', {
      name: 'Enregistrer',
    }),
  )
  await waitFor(() => expect(saved.global_comment).toBe('Charmants'))
  await waitFor(() =>
    expect(Object.keys(localStorage).filter((key) => key.startsWith('notes_draft:'))).toEqual([]),
  )
})
