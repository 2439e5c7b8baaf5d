// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { checkAccount } from '#contract/session/session'
import { listConversations } from '#contract/messaging/messages'
import { account, remember, wait } from '../../support/browser/data-page'
import { token } from '../../support/hub/bench'
import { setUp, b, couple, ids, stored } from './session-page'

setUp()

describe('calls', () => {
  const signedIn = async () => {
    remember(b.own.account?.id ?? '')
    const page = await b.load()
    await page.startSession()
    return page
  }
  const LIST = 'GET /api/conversations'
  test('CORE-077: a 401 is refreshed once and the same call repeated with the new token', async () => {
    const page = await signedIn()
    const first = page.session.token
    b.routes.set(LIST, (call) =>
      call.headers.get('authorization') === `Bearer ${first}`
        ? { status: 401 }
        : { body: { conversations: [] } },
    )
    expect(await page.call(listConversations, {})).toEqual({ conversations: [] })
    expect(b.count('POST /api/auth/refresh')).toBe(1)
    expect(b.count(LIST)).toBe(2)
    expect(page.session.token).not.toBe(first)
    await wait()
    expect(localStorage.getItem('auth_token')).toBe(page.session.token)
    expect(page.changes).toContain('token')
  })
  test('CORE-078 (session part): the repeated call answers 401 again: the session ends as `lost`, once', async () => {
    const page = await signedIn()
    b.routes.set(LIST, () => ({
      status: 401,
      body: { error: 'Votre session a expiré. Reconnectez-vous.' },
    }))
    await expect(page.call(listConversations, {})).rejects.toMatchObject({
      status: 401,
      message: 'Votre session a expiré. Reconnectez-vous.',
    })
    await wait()
    expect(page.changes.filter((c) => c.startsWith('ended'))).toEqual(['ended:lost'])
    expect(localStorage.getItem('session_active')).toBeNull()
    expect(page.session).toMatchObject({ phase: 'signed-out', account: null })
  })
  test('CORE-078 (session part): a refresh that fails ends it in the same way', async () => {
    const page = await signedIn()
    b.routes.set('POST /api/auth/refresh', () => ({ status: 401 }))
    b.routes.set(LIST, () => ({ status: 401 }))
    await expect(page.call(listConversations, {})).rejects.toMatchObject({ status: 401 })
    await wait()
    expect(page.changes.filter((c) => c.startsWith('ended'))).toEqual(['ended:lost'])
  })
  test('MSG-131 (session part): a refused refresh on return from the background clears the account and ends as `expired`; drafts wait', async () => {
    remember(b.own.account?.id ?? '', token(200))
    const page = await b.load()
    await page.startSession()
    page.storage.set('draft:a:b', 'à finir')
    b.routes.set('POST /api/auth/refresh', () => ({ status: 401 }))
    await page.hub().setVisible(page.tabId, false)
    const back = Date.now() + 121_000
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => back)
    await page.hub().setVisible(page.tabId, true)
    await expect
      .poll(() => page.changes.filter((c) => c.startsWith('ended')))
      .toEqual(['ended:expired'])
    clock.mockRestore()
    expect(stored()).toEqual({ 'draft:a:b': 'à finir', device_db: b.own.account?.id })
  })
  test('CORE-136 CORE-138 (browser part): calls carry the bearer, and x-active-identity unless both act or none is asked for', async () => {
    const page = await signedIn()
    const active = page.session.activeIdentityId
    expect(active).toMatch(/^[0-9a-f-]{36}$/)
    await page.call(listConversations, {})
    await page.call(listConversations, {}, { identity: 'none' })
    couple()
    await page.reloadMe()
    page.chooseBoth(ids())
    await page.call(listConversations, {})
    const [one, none, both] = b.calls(LIST)
    for (const call of [one, none, both])
      expect(call?.headers.get('authorization')).toBe(`Bearer ${page.session.token}`)
    expect(one?.headers.get('x-active-identity')).toBe(active)
    expect(none?.headers.has('x-active-identity')).toBe(false)
    expect(both?.headers.has('x-active-identity')).toBe(false)
  })
  test('CORE-176: failures: the server’s sentence, else HTTP and status; no answer is «Network error» and ends nothing', async () => {
    const page = await signedIn()
    b.routes.set(LIST, () => ({
      status: 429,
      body: { error: 'Trop de tentatives.', code: 'too_many', details: { a: 1 } },
      headers: { 'retry-after': '7' },
    }))
    await expect(page.call(listConversations, {})).rejects.toMatchObject({
      name: 'ApiError',
      status: 429,
      message: 'Trop de tentatives.',
      code: 'too_many',
      details: { a: 1 },
      retryAfterS: 7,
    })
    b.routes.set(LIST, () => ({ status: 502, body: null }))
    await expect(page.call(listConversations, {})).rejects.toMatchObject({
      status: 502,
      message: 'HTTP 502',
    })
    b.routes.set(LIST, () => {
      throw new TypeError('Failed to fetch')
    })
    await expect(page.call(listConversations, {})).rejects.toMatchObject({
      status: 0,
      message: 'Network error',
    })
    b.routes.set(LIST, () => ({ status: 401 }))
    b.routes.set('POST /api/auth/refresh', () => {
      throw new TypeError('Failed to fetch')
    })
    await expect(page.call(listConversations, {})).rejects.toMatchObject({ status: 0 })
    expect(page.session.phase).toBe('signed-in')
  })
  test('a wrong password (401 of the login) asks for no refresh', async () => {
    const page = await b.load()
    await page.startSession()
    const { login } = await import('#contract/session/session')
    b.routes.set('POST /api/auth/login', () => ({
      status: 401,
      body: { error: 'Adresse e-mail ou mot de passe incorrect.' },
    }))
    await expect(page.call(login, { body: { email: 'a@b.test', password: 'x' } })).rejects.toThrow(
      'incorrect',
    )
    expect(b.count('POST /api/auth/refresh')).toBe(0)
  })
  test('an aborted call rejects as aborted, not as a network failure', async () => {
    const page = await signedIn()
    const stop = new AbortController()
    b.routes.set('GET /api/accounts/check', () => {
      stop.abort()
      throw stop.signal.reason
    })
    await expect(page.call(checkAccount, {}, { signal: stop.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})

describe('other tabs', () => {
  const change = (key: string): void =>
    void dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }))
  test('a reply for the account before does not come back over that of another tab', async () => {
    const before = b.own.account
    remember(before?.id ?? '')
    const page = await b.load()
    await page.startSession()
    const me = b.routes.get('GET /api/auth/me')
    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    b.routes.set('GET /api/auth/me', async (call) => {
      const reply = (await me?.(call)) ?? {}
      await held
      return reply
    })
    const reloaded = page.reloadMe()
    await wait()
    if (me) b.routes.set('GET /api/auth/me', me)
    const next = couple()
    remember(next.id, token(902, 'nina'))
    change('auth_token')
    await expect.poll(() => page.session.accountId).toBe(next.id)
    answer()
    await reloaded
    expect(page.session).toMatchObject({ accountId: next.id, account: { id: next.id } })
    expect(stored()).toMatchObject({ account_id: next.id })
  })
  test('panels, toasts and a report of the account before close when another tab signs in as another', async () => {
    remember(b.own.account?.id ?? '')
    const page = await b.load()
    const { openPanel, panels } = await import('../../../src/data/state/panels')
    const { toast, toasts } = await import('../../../src/data/state/toasts')
    const { openReport, reportPrompt } = await import('../../../src/data/state/report-prompt')
    await page.startSession()
    openPanel({ kind: 'settings' })
    openPanel({ kind: 'profile', id: 'a' })
    toast('Place confirmée', { durationMs: 10_000 })
    openReport({ kind: 'profile', id: 'a', title: 'Signaler ce profil' })
    await page.reloadMe()
    expect([panels.stack.length, toasts.length, reportPrompt.open]).toEqual([2, 1, true])
    const next = couple()
    remember(next.id, token(902, 'nina'))
    change('auth_token')
    await expect.poll(() => page.session.accountId).toBe(next.id)
    expect(panels.stack).toEqual([])
    expect([...toasts]).toEqual([])
    expect(reportPrompt).toEqual({ open: false, last: null })
  })
  test('a tab follows what another tab does: token, identity, sign-out, sign-in', async () => {
    couple()
    remember(b.own.account?.id ?? '')
    const page = await b.load()
    await page.startSession()
    const young = token(901)
    localStorage.setItem('auth_token', young)
    localStorage.setItem('active_identity_id', ids()[1])
    change('auth_token')
    await wait(100)
    expect(page.session).toMatchObject({ token: young, activeIdentityId: ids()[1] })
    expect(page.changes).toEqual(expect.arrayContaining(['token', 'identity']))
    localStorage.clear()
    change('auth_token')
    await wait(100)
    expect(page.session.phase).toBe('signed-out')
    expect(page.changes.at(-1)).toBe('ended:logout')
    remember(b.own.account?.id ?? '')
    change('auth_token')
    await wait(150)
    expect(page.session.phase).toBe('signed-in')
  })
  test('a tab that opens leaves the connection and the links of the others alone', async () => {
    remember(b.own.account?.id ?? '')
    const first = await b.load()
    await first.startSession()
    await wait(200)
    const id = '0198c0de-0000-7000-8000-000000000001'
    const link = `GET /api/media/${id}/url`
    b.routes.set(link, () => ({ body: { signed_url: '/full', expires_in: 60 } }))
    await first.hub().link(id, 'full')
    const me = b.routes.get('GET /api/auth/me')
    b.routes.set('GET /api/auth/me', async (call) => {
      await wait(150)
      return (await me?.(call)) ?? {}
    })
    await (await b.load()).startSession()
    await wait(200)
    expect(b.wire.sockets).toHaveLength(1)
    expect(first.hubState.connection).toBe('connected')
    await first.hub().link(id, 'full')
    expect(b.count(link)).toBe(1)
  })
  test('a session that expired in another tab keeps the drafts; a sign-out there leaves none', async () => {
    for (const signedOut of [false, true]) {
      const accountId = b.own.account?.id ?? ''
      remember(accountId)
      const page = await b.load()
      await page.startSession()
      page.storage.set(`draft:${accountId}:c`, 'à envoyer')
      for (const key of ['auth_token', 'session_active']) localStorage.removeItem(key)
      if (signedOut) localStorage.removeItem('device_db')
      change('auth_token')
      await wait(100)
      expect(page.session.phase).toBe('signed-out')
      expect(page.storage.get(`draft:${accountId}:c`)).toBe(signedOut ? undefined : 'à envoyer')
      expect(page.changes.at(-1)).toBe(signedOut ? 'ended:logout' : 'ended:lost')
    }
  })
  test('an end that a sleeping tab hears late does not sign out who has signed in meanwhile', async () => {
    remember(b.own.account?.id ?? '')
    const page = await b.load()
    await page.startSession()
    // the hub ended it; before this tab's turn comes, another tab has signed in again
    const ending = b.hub.logout()
    b.own.account = account(['nina'])
    remember(b.own.account.id, token(902, 'nina'))
    await ending
    await wait(150)
    expect(page.session).toMatchObject({ phase: 'signed-in', accountId: b.own.account.id })
    expect(localStorage.getItem('auth_token')).toBe(page.session.token)
    expect(page.changes.filter((c) => c.startsWith('ended'))).toEqual([])
  })
})
