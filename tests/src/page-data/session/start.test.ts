// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { remember } from '../../../support/browser/data-page'
import { token } from '../../../support/hub/bench'
import { setUp, b, stored } from '../session-page'

setUp()

describe('start', () => {
  test('CORE-075: no token but session_active: one silent refresh, then the own account', async () => {
    localStorage.setItem('session_active', 'true')
    const page = await b.load()
    await page.startSession()
    expect(b.count('POST /api/auth/refresh')).toBe(1)
    expect(page.session.phase).toBe('signed-in')
    expect(page.session.accountId).toBe(b.own.account?.id)
    const order = b.seen.map((s) => s.path)
    expect(order.indexOf('/api/auth/refresh')).toBeLessThan(order.indexOf('/api/auth/me'))
    expect(localStorage.getItem('auth_token')).toBe(page.session.token)
  })
  test('CORE-076: the silent refresh fails: the flag is gone, the visitor is signed out, nobody is sent anywhere', async () => {
    localStorage.setItem('session_active', 'true')
    b.routes.set('POST /api/auth/refresh', () => ({ status: 401 }))
    const page = await b.load()
    await page.startSession()
    expect(page.session).toMatchObject({ phase: 'signed-out', ready: true, token: null })
    expect(localStorage.getItem('session_active')).toBeNull()
    expect(page.changes).toEqual([])
  })
  test('nothing on the device: signed out without any call', async () => {
    const page = await b.load()
    await page.startSession()
    expect(page.session.phase).toBe('signed-out')
    expect(b.seen).toEqual([])
  })
  test('a token whose life is over is refreshed through the hub before anything is asked', async () => {
    remember(b.own.account?.id ?? '', token(-60))
    const page = await b.load()
    await page.startSession()
    expect(b.seen.map((s) => s.path).slice(0, 2)).toEqual(['/api/auth/refresh', '/api/auth/me'])
    expect(page.session.phase).toBe('signed-in')
  })
  test('a token that the server no longer knows, and no refresh: quietly signed out', async () => {
    remember(b.own.account?.id ?? '')
    for (const route of ['GET /api/auth/me', 'GET /api/accounts/check', 'POST /api/auth/refresh'])
      b.routes.set(route, () => ({ status: 401, body: { error: 'x' } }))
    const page = await b.load()
    await page.startSession()
    expect(page.session.phase).toBe('signed-out')
    expect(page.changes).toEqual([])
    expect(stored()).toEqual({})
  })
  test('MSG-198: a failed account check means no account', async () => {
    remember(b.own.account?.id ?? '')
    b.routes.set('GET /api/accounts/check', () => ({ status: 500 }))
    const page = await b.load()
    await page.startSession()
    expect(page.session.phase).toBe('no-account')
  })
  test('a failed account check concerns its page: the device and the other tabs keep their account', async () => {
    remember(b.own.account?.id ?? '')
    const before = stored()
    b.routes.set('GET /api/accounts/check', () => ({ status: 503 }))
    const page = await b.load()
    await page.startSession()
    expect(page.session).toMatchObject({ phase: 'no-account', hasAccount: false, account: null })
    expect(stored()).toMatchObject(before)
  })
  test('no network: the member of this device stays signed in, and is asked again', async () => {
    remember(b.own.account?.id ?? '')
    const me = b.routes.get('GET /api/auth/me')
    for (const route of ['GET /api/auth/me', 'GET /api/accounts/check'])
      b.routes.set(route, () => {
        throw new TypeError('Failed to fetch')
      })
    const page = await b.load()
    await page.startSession()
    expect(page.session).toMatchObject({
      phase: 'signed-in',
      account: null,
      accountId: b.own.account?.id,
    })
    b.routes.set('GET /api/auth/me', me as never)
    b.routes.set('GET /api/accounts/check', () => ({ body: { hasAccount: true } }))
    await expect.poll(() => page.session.account?.id).toBe(b.own.account?.id)
  })
  test.each([403, 404, 400])(
    'a %i of what stands before the server is no answer: the member stays signed in, and is asked again',
    async (status) => {
      remember(b.own.account?.id ?? '')
      const me = b.routes.get('GET /api/auth/me')
      for (const route of ['GET /api/auth/me', 'GET /api/accounts/check'])
        b.routes.set(route, () => ({ status, body: 'Connectez-vous au Wi-Fi' }))
      const page = await b.load()
      await page.startSession()
      expect(page.session).toMatchObject({
        phase: 'signed-in',
        accountId: b.own.account?.id,
      })
      b.routes.set('GET /api/auth/me', me as never)
      await expect.poll(() => page.session.account?.id).toBe(b.own.account?.id)
      expect(page.session.phase).toBe('signed-in')
    },
  )
  test('an account check that answers without data is no answer: the member stays signed in', async () => {
    remember(b.own.account?.id ?? '')
    b.routes.set('GET /api/accounts/check', () => ({ body: null }))
    const page = await b.load()
    await page.startSession()
    expect(page.session).toMatchObject({ phase: 'signed-in', accountId: b.own.account?.id })
  })
  test('a refusal of the server itself ends the session', async () => {
    remember(b.own.account?.id ?? '')
    b.routes.set('GET /api/auth/me', () => ({
      status: 403,
      body: { error: 'x', code: 'forbidden' },
    }))
    const page = await b.load()
    await page.startSession()
    expect(page.session.phase).toBe('signed-out')
  })
  test('so does one that comes after a start without network', async () => {
    remember(b.own.account?.id ?? '')
    b.routes.set('GET /api/auth/me', () => {
      throw new TypeError('Failed to fetch')
    })
    const page = await b.load()
    await page.startSession()
    expect(page.session.phase).toBe('signed-in')
    b.routes.set('GET /api/auth/me', () => ({
      status: 403,
      body: { error: 'x', code: 'forbidden' },
    }))
    await expect.poll(() => page.session.phase, { timeout: 10_000 }).toBe('signed-out')
  })
  test('CORE-141 (browser part): /auth/me is sent with the bearer token and no cache', async () => {
    remember(b.own.account?.id ?? '')
    const page = await b.load()
    await page.startSession()
    const [call] = b.calls('GET /api/auth/me')
    expect(call?.headers.get('authorization')).toBe(`Bearer ${page.session.token}`)
    expect(call?.init.cache).toBe('no-store')
  })
})
