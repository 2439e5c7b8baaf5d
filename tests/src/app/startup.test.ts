// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { afterEach, expect, test, vi } from 'vitest'
import { emitSession } from '../../../src/data/session/state'

// the screens are not drawn here
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
afterEach(() => vi.unstubAllGlobals())

test('MSG-131 (page part): a session that has expired leads to the login with the reason; one that is lost or left does not', async () => {
  vi.stubGlobal('reportError', () => undefined)
  const { startApp } = await import('../../../src/app/startup')
  const replace = vi.fn()
  startApp(() => undefined)
  vi.stubGlobal('location', { pathname: '/conversations', replace, reload: () => undefined })
  for (const reason of ['expired', 'lost', 'logout'] as const) emitSession('ended', reason)
  emitSession('token')
  expect(replace.mock.calls).toEqual([['/login?reason=session_expired'], ['/'], ['/login']])
})
