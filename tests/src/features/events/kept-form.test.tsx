// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FORM_DRAFT_DAYS } from '#contract/limits'
import { clearAccountStorage } from '../../../../src/data/device/storage'
import { session } from '../../../../src/data/session/session'
import { EMPTY_DRAFT, type EventDraft } from '../../../../src/features/events/form/form'
import { keptForm } from '../../../../src/parts/form/kept-form'
import { EventFormScreen } from '../../../../src/features/events/form-screen'

const confirm = vi.hoisted(() => vi.fn())
vi.mock('../../../../src/ui/overlay/confirm', () => ({ confirm }))

vi.mock('../../../../src/data/start/phases', async (original) => ({
  ...(await original<typeof import('../../../../src/data/start/phases')>()),
  whenIdle: (work: () => void) => work(),
}))

beforeEach(() => {
  localStorage.clear()
  session.accountId = 'a'
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
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
  fireEvent.change(screen.getByLabelText(/^Description/), { target: { value: 'Une bouteille ?' } })
  cleanup()
  await open()
  expect(title().value).toBe('Apéro sur les toits')
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Description/).value).toBe('Une bouteille ?')
})

test('each field that may stay empty says so', async () => {
  await open()
  for (const label of ['Fin', 'Description', 'Commune', 'Adresse précise', 'Identifiant'])
    await screen.findByLabelText(`${label} (pas obligatoire)`)
  for (const label of ['Titre', 'Début']) screen.getByLabelText(label)
})

test('the focus goes to the first wrong field of the page, whatever was found first', async () => {
  await open()
  type('Apéro sur les toits')
  fireEvent.click(await screen.findByText('Ajuster le point'))
  fireEvent.change(screen.getByLabelText(/^Longitude/), { target: { value: '2,3522' } })
  const save = () => fireEvent.click(screen.getByText('Créer la sortie'))
  save()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Début')))
  fireEvent.change(screen.getByLabelText('Début'), { target: { value: '2099-05-08T21:00' } })
  save()
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByLabelText(/^Adresse précise/)),
  )
  fireEvent.change(screen.getByLabelText(/^Adresse précise/), { target: { value: '2 rue Haute' } })
  save()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Latitude/)))
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
  const before = { ...EMPTY_DRAFT, title: 'Bal', price: '10 €' }
  const kept = (start: EventDraft) => keptForm('event-e', start, { without: 'bannerId' })
  kept(before).keep({ ...before, title: 'Bal masqué', bannerId: 'm' })
  const now = { ...EMPTY_DRAFT, title: 'Bal', price: '20 €' }
  expect(kept(now).read()).toEqual({ ...now, title: 'Bal masqué' })
  kept(now).keep(now)
  expect(localStorage).toHaveLength(0)
})

test('what is typed lasts seven days after it was last written, and is gone then at the next start of the app', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const days = (n: number) => vi.setSystemTime(Date.now() + n * 86_400_000)
  const [bal, bar] = ['event-bal', 'event-bar'].map((name) => keptForm(name, EMPTY_DRAFT))
  bal?.keep({ ...EMPTY_DRAFT, title: 'Bal' })
  days(FORM_DRAFT_DAYS - 1)
  expect(bal?.read().title).toBe('Bal')
  bar?.keep({ ...EMPTY_DRAFT, title: 'Bar' })
  // written by a version that stored no time
  localStorage.setItem('form_draft:a:event-new', JSON.stringify({ title: 'Sans date' }))
  expect(keptForm('event-new', EMPTY_DRAFT).read()).toEqual(EMPTY_DRAFT)
  days(1)
  expect([bal?.read().title, bar?.read().title]).toEqual(['', 'Bar'])
  expect(localStorage).toHaveLength(3)
  // no form is opened
  await import('../../../../src/app/shell/installed')
  expect(Object.keys(localStorage)).toEqual(['form_draft:a:event-bar'])
})
