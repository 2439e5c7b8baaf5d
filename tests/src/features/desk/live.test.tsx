// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CaseLine } from '#contract/staff/cases'
import { emptySession, forgetCached, session } from '../../../../src/data/session/state'
import { DeskScreen } from '../../../../src/features/desk/screen'
import { caseLine, me, stubFetch, type Stub } from './desk-world'

let stub: Stub
let lines: CaseLine[]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  stub = stubFetch()
  lines = [caseLine(1)]
  stub.answers['GET /staff/me'] = () => [200, me]
  stub.answers['GET /staff/cases'] = () => [
    200,
    { cases: lines, nextCursor: null, open: lines.length + 1 },
  ]
  history.replaceState(null, '', '/desk')
  Object.assign(session, emptySession())
})
afterEach(() => {
  cleanup()
  forgetCached()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const asked = (key: string): number => stub.asked.filter(([one]) => one === key).length
const open = async (): Promise<void> => {
  render(<DeskScreen missing={<p>Page introuvable</p>} />)
  await screen.findByRole('link', { name: /membre_1/ })
}

test('a staff login without an account sees claims, new cases and the counter within three seconds', async () => {
  await open()
  lines = [caseLine(1, { claim: { by: 'Sacha', mine: false, until: '' }, version: 2 }), caseLine(2)]
  await pass(3000)
  await screen.findByText('Sacha s’en occupe')
  await screen.findByRole('link', { name: /membre_2/ })
  within(screen.getByRole('link', { name: /^Dossiers/ })).getByText('3')
})

test('and is out within a second of losing the role', async () => {
  await open()
  stub.answers['GET /staff/me'] = () => [404, { code: 'not_found' }]
  await pass(1000)
  await screen.findByText('Page introuvable')
})

test('with an account the channel tells: nothing is asked meanwhile', async () => {
  session.accountId = 'account-9'
  await open()
  const before = [asked('GET /staff/me'), asked('GET /staff/cases')]
  await pass(10_000)
  expect([asked('GET /staff/me'), asked('GET /staff/cases')]).toEqual(before)
})

test('a decided case says what was decided; beside an empty list nothing is to be chosen', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media.includes('width >= 768px'),
    media,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  lines = [caseLine(1, { state: 'decided', outcome: { measure: 'restrict', undone: true } })]
  history.replaceState(null, '', '/desk/decided')
  await open()
  within(screen.getByRole('link', { name: /membre_1/ })).getByText('Restriction, annulée depuis')
  screen.getByText('Le plus récent est en haut.')
  cleanup()
  lines = []
  history.replaceState(null, '', '/desk')
  render(<DeskScreen missing={<p>Page introuvable</p>} />)
  await screen.findByText('Tout est fait')
  expect(screen.queryByText('Choisissez un dossier')).toBeNull()
})

test('without a network the decided cases say so, as the rest of the app does', async () => {
  await open()
  stub.answers['GET /staff/cases'] = () => {
    throw new TypeError('offline')
  }
  fireEvent.click(screen.getByRole('link', { name: 'Décidés' }))
  await screen.findByText('Pas de connexion')
})

test('an operator filters the cases whose copies are kept', async () => {
  await open()
  stub.answers['GET /staff/cases'] = (_body, { searchParams }) => [
    200,
    { cases: searchParams.get('kept') === '1' ? [] : lines, nextCursor: null, open: 1 },
  ]
  fireEvent.click(screen.getByRole('button', { name: 'Gardés' }))
  await screen.findByText('Rien n’est gardé')
})

test('a path that names no page of operators is none, also where objects have that name', async () => {
  stub.answers['GET /staff/me'] = () => [200, { ...me, role: 'operator' }]
  history.replaceState(null, '', '/desk/constructor')
  render(<DeskScreen missing={<p>Page introuvable</p>} />)
  await screen.findByRole('heading', { name: 'Page introuvable' })
})
