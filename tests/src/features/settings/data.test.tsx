// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { decideRoute } from '../../../../src/app/routes/guard'
import { session } from '../../../../src/data/session/session'
import { DeletingScreen } from '../../../../src/features/session/deleting-screen'
import { DataSection } from '../../../../src/features/settings/data-section'
import { DeleteDialog } from '../../../../src/features/settings/delete-dialog'
import { eventually } from '../../../support/eventually'

const answers = vi.fn<typeof fetch>()
beforeEach(() => {
  answers.mockReset()
  vi.stubGlobal('fetch', answers)
  URL.createObjectURL = () => 'blob:archive'
  URL.revokeObjectURL = vi.fn()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  session.deletesAt = null
})
const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

test('the archive: the password, a wrong one said at its field and kept, then the link to it', async () => {
  answers.mockResolvedValueOnce(
    json(403, { error: 'Ce mot de passe n’est pas le bon.', code: 'wrong_password' }),
  )
  answers.mockResolvedValueOnce(
    new Response('PK-archive', { headers: { 'content-type': 'application/zip' } }),
  )
  render(<DataSection />)
  fireEvent.click(screen.getByRole('button', { name: 'Préparer mon archive' }))
  const send = (password: string): void => {
    fireEvent.change(screen.getByLabelText('Votre mot de passe'), { target: { value: password } })
    fireEvent.click(screen.getByRole('button', { name: 'Préparer' }))
  }
  send('faux')
  await screen.findByText('Ce mot de passe n’est pas le bon.')
  expect(screen.getByLabelText<HTMLInputElement>('Votre mot de passe').value).toBe('faux')
  fireEvent.change(screen.getByLabelText('Votre mot de passe'), { target: { value: 'l' } })
  expect(screen.queryByText('Ce mot de passe n’est pas le bon.')).toBeNull()
  send('le-bon-mot')
  const link = await screen.findByRole('link', { name: /^Télécharger/ })
  expect([link.getAttribute('href'), link.getAttribute('download')]).toEqual([
    'blob:archive',
    'mes-donnees.zip',
  ])
  expect(JSON.parse(String(answers.mock.calls[1]?.[1]?.body))).toEqual({ password: 'le-bon-mot' })
})

test('a password typed for the archive is not there the next time', () => {
  render(<DataSection />)
  const open = (): HTMLInputElement => {
    fireEvent.click(screen.getByRole('button', { name: 'Préparer mon archive' }))
    return screen.getByLabelText<HTMLInputElement>('Votre mot de passe')
  }
  fireEvent.change(open(), { target: { value: 'un-mot' } })
  fireEvent.click(screen.getByRole('button', { name: 'Annuler' }))
  expect(open().value).toBe('')
})

test('before the account is deleted: what goes, until when one can come back, and the password', async () => {
  answers.mockResolvedValue(
    json(403, { error: 'Ce mot de passe n’est pas le bon.', code: 'wrong_password' }),
  )
  render(<DataSection />)
  fireEvent.click(screen.getByRole('button', { name: 'Supprimer mon compte' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toMatch(/Jusqu’au \d+ \S+ \d{4}/)
  fireEvent.submit(dialog.querySelector('form') as HTMLFormElement)
  await screen.findByText('Saisissez votre mot de passe.')
  expect(answers).not.toHaveBeenCalled()
  fireEvent.change(screen.getByLabelText('Votre mot de passe'), { target: { value: 'faux' } })
  expect(screen.queryByText('Saisissez votre mot de passe.')).toBeNull()
  fireEvent.submit(dialog.querySelector('form') as HTMLFormElement)
  await screen.findByText('Ce mot de passe n’est pas le bon.')
})

test('an account that waits for its deletion says its day and can be taken back', async () => {
  session.deletesAt = '2026-12-05T12:00:00.000Z'
  session.token = 'x'
  answers.mockImplementation((url) =>
    Promise.resolve(
      json(
        200,
        String(url).endsWith('/account/keep')
          ? { deletes_at: null }
          : String(url).endsWith('/auth/me')
            ? { id: 'u', account: null, account_deletes_at: null }
            : { hasAccount: false },
      ),
    ),
  )
  render(<DeletingScreen />)
  screen.getByText('5 décembre 2026')
  fireEvent.click(screen.getByRole('button', { name: 'Annuler la suppression' }))
  await eventually(() => expect(session.deletesAt).toBeNull())
  expect(decideRoute('/conversations', 'signed-in')).toBe('show')
})

test('while the account is being deleted its dialog cannot be closed', async () => {
  let refuse = (): void => undefined
  answers.mockReturnValueOnce(
    new Promise((done) => {
      refuse = () =>
        done(json(403, { error: 'Ce mot de passe n’est pas le bon.', code: 'wrong_password' }))
    }),
  )
  const onClose = vi.fn<() => void>()
  render(<DeleteDialog onClose={onClose} />)
  fireEvent.change(screen.getByLabelText('Votre mot de passe'), { target: { value: 'un-mot' } })
  fireEvent.submit(screen.getByLabelText('Votre mot de passe').closest('form') as HTMLFormElement)
  const dialog = screen.getByRole('alertdialog')
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  expect(onClose).not.toHaveBeenCalled()
  refuse()
  await screen.findByText('Ce mot de passe n’est pas le bon.')
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  expect(onClose).toHaveBeenCalledOnce()
})
