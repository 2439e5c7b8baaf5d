// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { afterEach, expect, test, vi } from 'vitest'
import { emitSession } from '../../../src/data/session/state'

// the screens are not drawn here
const { reloadIntoNewVersion } = vi.hoisted(() => ({ reloadIntoNewVersion: vi.fn() }))
const screens = { load: () => Promise.resolve() }
vi.mock('../../../src/app/app', () => ({ Inside: screens }))
vi.mock('../../../src/app/routes/routes', () => ({ Login: screens, Private: screens }))
vi.mock('../../../src/data/hub/hub', () => ({ startHub: async () => undefined }))
vi.mock('../../../src/data/start/config', () => ({
  loadConfig: () => Promise.resolve({ realtime: {} }),
}))
vi.mock('../../../src/data/session/session', async () => ({
  ...(await import('../../../src/data/session/state')),
  startSession: () => Promise.resolve(),
}))
vi.mock('../../../src/data/start/phases', () => ({ whenIdle: () => undefined }))
vi.mock('../../../src/app/service-worker', () => ({ reloadIntoNewVersion }))
afterEach(() => vi.unstubAllGlobals())

test('MSG-131 (page part): a session that has expired leads to the login with the reason; one that is lost or left does not', async () => {
  vi.stubGlobal('reportError', () => undefined)
  const { startApp } = await import('../../../src/app/startup')
  const replace = vi.fn()
  startApp(() => undefined)
  vi.stubGlobal('location', { pathname: '/conversations', replace, reload: () => undefined })
  for (const reason of ['expired', 'lost', 'logout']) emitSession('ended', reason)
  emitSession('token')
  expect(replace.mock.calls).toEqual([['/login?reason=session_expired'], ['/'], ['/login']])
})

test('a piece that is missing loads the newest version; one whose work fails leaves the page alone', async () => {
  vi.stubGlobal('reportError', () => undefined)
  const asked = vi.fn(() => Promise.resolve(Response.json({ buildDate: '2026-01-01T00:00:00Z' })))
  vi.stubGlobal('fetch', asked)
  const { startApp } = await import('../../../src/app/startup')
  startApp(() => undefined)
  const tell = (error: Error) =>
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
  tell(new TypeError("Cannot read properties of undefined (reading 'databases')"))
  tell(new TypeError('Failed to fetch'))
  expect(asked).not.toHaveBeenCalled()
  tell(new TypeError('Failed to fetch dynamically imported module: https://a.test/assets/b.js'))
  await vi.waitFor(() => expect(reloadIntoNewVersion).toHaveBeenCalled())
})

test('where only the local storage is full, a missing piece still loads the newest version, once', async () => {
  vi.stubGlobal('reportError', () => undefined)
  const asked = vi.fn(() => Promise.resolve(Response.json({ buildDate: '2026-01-01T00:00:00Z' })))
  vi.stubGlobal('fetch', asked)
  sessionStorage.clear()
  reloadIntoNewVersion.mockClear()
  vi.stubGlobal('localStorage', null)
  const missing = new TypeError('Failed to fetch dynamically imported module: https://a.test/b.js')
  const tell = () =>
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: missing }))
  const { startApp } = await import('../../../src/app/startup')
  startApp(() => undefined)
  tell()
  await vi.waitFor(() => expect(reloadIntoNewVersion).toHaveBeenCalled())
  asked.mockClear()
  tell()
  expect(asked).not.toHaveBeenCalled()
})

test('a missing piece does not reload a page whose browser stores nothing: it would reload for ever', async () => {
  vi.stubGlobal('reportError', () => undefined)
  const asked = vi.fn(() => Promise.resolve(Response.json({ buildDate: '2026-01-01T00:00:00Z' })))
  vi.stubGlobal('fetch', asked)
  const { startApp } = await import('../../../src/app/startup')
  startApp(() => undefined)
  vi.stubGlobal('localStorage', null)
  vi.stubGlobal('sessionStorage', null)
  const missing = new TypeError('Failed to fetch dynamically imported module: https://a.test/b.js')
  dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: missing }))
  expect(asked).not.toHaveBeenCalled()
})
