// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DESK_IDLE_S } from '#contract/staff/measures'
import { decideRoute } from '../../../../src/app/routes/guard'
import { forgetCached, session } from '../../../../src/data/session/state'
import { DeskScreen } from '../../../../src/features/desk/screen'
import { me, stubFetch, type Stub } from './desk-world'

let stub: Stub
beforeEach(() => {
  // with an account, as most staff have
  session.accountId = 'account-9'
  stub = stubFetch()
  stub.answers['GET /staff/cases'] = () => [200, { cases: [], nextCursor: null, open: 0 }]
  stub.answers['POST /staff/lock'] = () => [200, { success: true }]
  history.replaceState(null, '', '/desk')
})
afterEach(() => {
  cleanup()
  forgetCached()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const asked = (key: string): unknown[] =>
  stub.asked.filter(([one]) => one === key).map(([, body]) => body)

test('a passkey signs the challenge of the server; a closed window is no failure, a refusal is said', async () => {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PublicKeyCredential', class {})
  let window: () => Promise<unknown> = () =>
    Promise.reject(new DOMException('closed', 'NotAllowedError'))
  const get = vi.fn<() => Promise<unknown>>(() => window())
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { credentials: { get } }))
  stub.answers['GET /staff/me'] = () => [200, { ...me, unlocked: false, method: 'passkey' }]
  stub.answers['POST /staff/unlock/start'] = () => [
    200,
    { method: 'passkey', options: { challenge: 'cXVlc3Rpb24' } },
  ]
  render(<DeskScreen missing={null} />)
  const button = await screen.findByRole('button', { name: 'Ouvrir avec ma clé d’accès' })
  expect(document.activeElement).toBe(button)
  fireEvent.click(button)
  await waitFor(() => expect(get).toHaveBeenCalledTimes(1))
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  expect([screen.queryByRole('alert'), asked('POST /staff/unlock')]).toEqual([null, []])
  const bytes = new Uint8Array([1, 2, 3]).buffer
  window = () =>
    Promise.resolve({
      id: 'AQID',
      response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes },
    })
  stub.answers['POST /staff/unlock'] = () => [
    401,
    { code: 'passkey_refused', error: 'Cette clé d’accès n’a pas été reconnue.' },
  ]
  fireEvent.click(button)
  await screen.findByText('Cette clé d’accès n’a pas été reconnue.')
  stub.answers['POST /staff/unlock'] = () => {
    stub.answers['GET /staff/me'] = () => [200, { ...me, method: 'passkey' }]
    return [200, { success: true }]
  }
  fireEvent.click(button)
  await screen.findByRole('heading', { name: /Dossiers ouverts/ })
  expect(asked('POST /staff/unlock').at(-1)).toMatchObject({
    credential: { id: 'AQID', type: 'public-key', response: { signature: 'AQID' } },
  })
})

test('a desk that nobody touches locks itself, and its queue asks for nothing more', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  stub.answers['GET /staff/me'] = () => [200, me]
  render(<DeskScreen missing={null} />)
  await screen.findByText('Tout est fait')
  await vi.advanceTimersByTimeAsync(DESK_IDLE_S * 500)
  fireEvent.keyDown(document.body, { key: 'Shift' })
  await vi.advanceTimersByTimeAsync(DESK_IDLE_S * 900)
  expect(screen.queryByRole('heading', { name: 'Bureau verrouillé' })).toBeNull()
  await vi.advanceTimersByTimeAsync(DESK_IDLE_S * 200)
  await screen.findByRole('heading', { name: 'Bureau verrouillé' })
  expect(asked('POST /staff/lock')).toHaveLength(1)
  const before = asked('GET /staff/cases').length
  expect(before).toBeGreaterThan(10)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked('GET /staff/cases')).toHaveLength(before)
})

test('a login without account reaches the desk, and only the desk', () => {
  expect([decideRoute('/desk/cases/a', 'no-account'), decideRoute('/desk', 'signed-out')]).toEqual([
    'show',
    'login',
  ])
  expect(decideRoute('/desktop', 'no-account')).toBe('onboarding')
})

test('a moderator without an account reads that a page of operators is none of theirs, and returns to the cases', async () => {
  session.accountId = null
  stub.answers['GET /staff/me'] = () => [200, { ...me, role: 'moderator' }]
  history.replaceState(null, '', '/desk/audit')
  render(<DeskScreen missing={<p>Bienvenue</p>} />)
  await screen.findByRole('heading', { name: 'Page introuvable' })
  expect(screen.queryByText('Bienvenue')).toBeNull()
  fireEvent.click(screen.getByRole('link', { name: 'Retour aux dossiers' }))
  await screen.findByRole('heading', { name: /Dossiers ouverts/ })
})
