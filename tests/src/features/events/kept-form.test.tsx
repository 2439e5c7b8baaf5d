// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearAccountStorage } from '../../../../src/data/device/storage'
import { session } from '../../../../src/data/session/session'
import { EMPTY, type Draft } from '../../../../src/features/events/form/form'
import { keptForm } from '../../../../src/parts/form/kept-form'
import { EventFormScreen } from '../../../../src/features/events/form-screen'

const confirm = vi.hoisted(() => vi.fn())
vi.mock('../../../../src/ui/overlay/confirm', () => ({ confirm }))

beforeEach(() => {
  localStorage.clear()
  session.accountId = 'a'
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const title = () => screen.getByLabelText<HTMLInputElement>('Titre')
const open = async () => {
  render(<EventFormScreen id={null} />)
  await screen.findByLabelText('Titre')
}
const type = (text: string) => fireEvent.change(title(), { target: { value: text } })

test('a page that the phone drops while an event is written loses nothing', async () => {
  await open()
  type('Apéro sur les toits')
  fireEvent.change(screen.getByLabelText('Description'), { target: { value: 'Une bouteille ?' } })
  cleanup()
  await open()
  expect(title().value).toBe('Apéro sur les toits')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Une bouteille ?')
})

test('another account, a sign-out, «Annuler»: nothing is left of it', async () => {
  await open()
  type('Pour nous seuls')
  cleanup()
  session.accountId = 'b'
  await open()
  expect(title().value).toBe('')
  cleanup()
  session.accountId = 'a'
  clearAccountStorage()
  await open()
  expect(title().value).toBe('')
  type('Encore')
  fireEvent.click(screen.getByText('Annuler'))
  cleanup()
  await open()
  expect(title().value).toBe('')
})

test('«Rester» keeps what is typed, «Quitter» forgets it', async () => {
  const navigation = new EventTarget()
  vi.stubGlobal('navigation', navigation)
  const leave = async (yes: boolean) => {
    confirm.mockResolvedValueOnce(yes)
    navigation.dispatchEvent(
      Object.assign(new Event('navigate', { cancelable: true }), {
        destination: { sameDocument: true, url: `${location.origin}/radar`, key: '' },
      }),
    )
    await vi.waitFor(() => expect(confirm).toHaveBeenCalled())
    confirm.mockClear()
  }
  await open()
  type('Apéro')
  await leave(false)
  cleanup()
  await open()
  expect(title().value).toBe('Apéro')
  await leave(true)
  await vi.waitFor(() => expect(localStorage).toHaveLength(0))
})

test('of a known event only what was typed is kept: what others change meanwhile stays', () => {
  const before = { ...EMPTY, title: 'Bal', price: '10 €' }
  const kept = (start: Draft) => keptForm('event-e', start, { without: 'bannerId' })
  kept(before).keep({ ...before, title: 'Bal masqué', bannerId: 'm' })
  const now = { ...EMPTY, title: 'Bal', price: '20 €' }
  expect(kept(now).read()).toEqual({ ...now, title: 'Bal masqué' })
  kept(now).keep(now)
  expect(localStorage).toHaveLength(0)
})
