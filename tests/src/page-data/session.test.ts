// @vitest-environment jsdom
import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { wait } from '../../support/browser/data-page'
import { token } from '../../support/hub/bench'
import { setUp, b, couple, ids, stored } from './session-page'

setUp()

const opened = (t = token()) => ({
  token: t,
  user: {
    id: randomUUID(),
    email: 'a@b.test',
    name: 'A',
    createdAt: '2026-01-01T00:00:00.000Z',
    emailVerified: true,
    preferences: { pushNotifications: false },
  },
  hasAccount: b.own.account !== null,
  accountId: b.own.account?.id ?? null,
})

describe('signed in', () => {
  const signIn = async () => {
    const page = await b.load()
    await page.startSession()
    await page.openSession(opened())
    return page
  }
  test('CORE-074, CORE-197: after login local storage holds token, account id, hasAccount, identity, mode and session_active; session storage the badges', async () => {
    const page = await signIn()
    const { setBadge } = await import('../../../src/data/state/badges')
    setBadge('news', 2)
    expect(page.session.phase).toBe('signed-in')
    expect(stored()).toEqual({
      auth_token: page.session.token,
      account_id: b.own.account?.id,
      device_db: b.own.account?.id,
      hasAccount: 'true',
      session_active: 'true',
      active_identity_id: ids()[0],
      identity_mode: 'single',
    })
    expect(JSON.parse(sessionStorage.getItem('badges') ?? '')).toEqual({
      events: 0,
      messages: 0,
      news: 2,
    })
    couple()
    await page.reloadMe()
    page.chooseBoth(ids())
    expect(JSON.parse(localStorage.getItem('identity_ids') ?? '')).toEqual(ids())
  })
  test('CORE-057: the session exposes token, account id, active identity, hasAccount, mode and the pair', async () => {
    couple()
    const page = await signIn()
    expect(page.session).toMatchObject({
      token: expect.any(String),
      accountId: b.own.account?.id,
      activeIdentityId: null,
      hasAccount: true,
      mode: 'single',
      identityIds: [],
    })
    page.chooseBoth(ids())
    expect(page.session).toMatchObject({ mode: 'both', identityIds: ids(), activeIdentityId: null })
    localStorage.setItem('identity_mode', 'three')
    const again = await b.load()
    await again.startSession()
    expect(again.session.mode).toBe('single')
  })
  test('the only identity chooses itself; with two, nobody is chosen', async () => {
    const one = await signIn()
    expect(one.actingIdentity()).toEqual({ kind: 'single', id: ids()[0] })
    couple()
    await one.reloadMe()
    expect(one.actingIdentity()).toEqual({ kind: 'none' })
  })
  test('CORE-006: one identity or both; the stored mode follows and survives a reload', async () => {
    couple()
    const page = await signIn()
    page.chooseIdentity(ids()[1])
    expect([
      localStorage.getItem('identity_mode'),
      localStorage.getItem('active_identity_id'),
    ]).toEqual(['single', ids()[1]])
    page.chooseBoth(ids())
    expect(localStorage.getItem('identity_mode')).toBe('both')
    const again = await b.load()
    await again.startSession()
    expect(again.actingIdentity()).toEqual({ kind: 'both' })
    expect(again.session.identityIds).toEqual(ids())
  })
  test('CORE-081: both mode is refused with one identity id', async () => {
    const page = await signIn()
    expect(page.chooseBoth(['a'])).toBe(false)
    expect(page.chooseBoth(['a', 'a'])).toBe(false)
    expect(page.session.mode).toBe('single')
    expect(page.chooseBoth(['a', 'b'])).toBe(true)
    expect(page.session.mode).toBe('both')
  })
  test('CORE-082: of three ids the first two are kept', async () => {
    const page = await signIn()
    page.chooseBoth(['a', 'b', 'c'])
    expect(page.session.identityIds).toEqual(['a', 'b'])
  })
  test('CORE-080 (session part): one identity ends both mode and tells the lists to refresh; its channels are subscribed', async () => {
    couple()
    const page = await signIn()
    page.chooseBoth(ids())
    page.changes.length = 0
    page.chooseIdentity(ids()[0])
    expect(page.session).toMatchObject({
      mode: 'single',
      identityIds: [],
      activeIdentityId: ids()[0],
    })
    expect(page.changes).toEqual(['identity'])
    await wait(200)
    expect([...(b.wire.open[0]?.channels ?? [])]).toContain(`private-identity-${ids()[0]}`)
    expect([...(b.wire.open[0]?.channels ?? [])]).not.toContain(`private-identity-${ids()[1]}`)
  })
  test('CORE-080 (lists): the conversations are asked for again', async () => {
    couple()
    b.routes.set('GET /api/conversations', () => ({ body: { conversations: [] } }))
    const page = await signIn()
    page.chooseBoth(ids())
    const { startMessaging } = await import('../../../src/features/messaging/realtime')
    const stop = startMessaging()
    await wait(300)
    const before = b.count('GET /api/conversations')
    page.chooseIdentity(ids()[0])
    await wait(300)
    expect(b.count('GET /api/conversations')).toBe(before + 1)
    stop()
  })
  test('CORE-079: another account resets identity, both mode, badges and the data cache', async () => {
    couple()
    const page = await signIn()
    page.chooseBoth(ids())
    const { mutate } = await import('swr')
    // as every signed-in page does
    await import('../../../src/data/http/cache')
    const { bumpBadge, badges } = await import('../../../src/data/state/badges')
    bumpBadge('messages', 4)
    await mutate('conversations', ['une discussion'], { revalidate: false })
    couple()
    await page.openSession(opened(token(900, 'another')))
    expect(page.session).toMatchObject({
      mode: 'single',
      identityIds: [],
      activeIdentityId: null,
      accountId: b.own.account?.id,
    })
    expect(stored()).not.toHaveProperty('identity_ids')
    expect({ ...badges }).toEqual({ events: 0, messages: 0, news: 0 })
    expect(await mutate('conversations')).toBeUndefined()
  })
  test('CORE-083: logging out leaves no session key, no cached data, no draft; the theme of the device stays', async () => {
    couple()
    const page = await signIn()
    page.chooseBoth(ids())
    const { mutate } = await import('swr')
    // as every signed-in page does
    await import('../../../src/data/http/cache')
    await mutate('conversations', ['une discussion'], { revalidate: false })
    const { setBadge } = await import('../../../src/data/state/badges')
    setBadge('messages', 3)
    page.storage.set('theme', 'light')
    page.storage.set(`draft:${b.own.account?.id}:c`, 'un secret')
    page.storage.set(`notes_draft:${b.own.account?.id}:c`, 'une note')
    page.storage.set(`last_route:${b.own.account?.id}`, '/news')
    await page.logout()
    expect(b.count('POST /api/auth/logout')).toBe(1)
    expect(stored()).toEqual({ theme: 'light' })
    expect(sessionStorage).toHaveLength(0)
    expect(await mutate('conversations')).toBeUndefined()
    expect(page.session).toMatchObject({
      phase: 'signed-out',
      token: null,
      account: null,
      user: null,
    })
    expect(page.changes.filter((c) => c.startsWith('ended'))).toEqual(['ended:logout'])
  })
  const LOGOUT = 'POST /api/auth/logout'
  /** Returns how to give the server back. */
  const signOutUnheard = async (page: Awaited<ReturnType<typeof signIn>>): Promise<() => void> => {
    const heard = b.routes.get(LOGOUT) ?? (() => ({}))
    b.routes.set(LOGOUT, () => {
      throw new TypeError('Failed to fetch')
    })
    await page.logout()
    expect(page.session.phase).toBe('signed-out')
    return () => void b.routes.set(LOGOUT, heard)
  }
  test('a sign-out that the server has not heard of is made up for at a later start, once', async () => {
    const giveBack = await signOutUnheard(await signIn())
    const start = async () => {
      const page = await b.load()
      await page.startSession()
      expect(page.session.phase).toBe('signed-out')
      return b.count(LOGOUT)
    }
    const without = await start()
    giveBack()
    expect(await start()).toBe(without + 1)
    expect(stored()).toEqual({})
    expect(await start()).toBe(without + 1)
  })
  test('a page that was closed during its sign-out finishes it at the next start', async () => {
    await signIn()
    localStorage.setItem('logout_pending', 'true')
    const next = await b.load()
    await next.startSession()
    expect(next.session.phase).toBe('signed-out')
    expect(stored()).toEqual({})
  })
  test('of two tabs that start at once one repeats the sign-out: a late reply to the other would end a new session', async () => {
    await signIn()
    localStorage.setItem('logout_pending', 'true')
    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    b.routes.set(LOGOUT, async () => {
      await held
      return {}
    })
    const before = b.count(LOGOUT)
    const [one, other] = [await b.load(), await b.load()]
    const starts = Promise.all([one.startSession(), other.startSession()])
    await wait()
    expect(b.count(LOGOUT)).toBe(before + 1)
    answer()
    await starts
    expect(b.count(LOGOUT)).toBe(before + 1)
    expect(stored()).toEqual({})
  })
  test('a start waits four seconds at most for another tab that repeats a sign-out; a later one repeats it', async () => {
    const giveBack = await signOutUnheard(await signIn())
    giveBack()
    const limit = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(limit.signal)
    let wake: () => void = () => undefined
    // asleep, with the lock
    void b.locks.request('pending-logout', () => new Promise<void>((resolve) => (wake = resolve)))
    const before = b.count(LOGOUT)
    const page = await b.load()
    const started = page.startSession()
    await wait()
    expect(page.session.phase).toBe('starting')
    expect(timeout).toHaveBeenCalledWith(4_000)
    limit.abort()
    await started
    expect(page.session.phase).toBe('signed-out')
    expect([b.count(LOGOUT), localStorage.getItem('logout_pending')]).toEqual([before, 'true'])
    wake()
    await (await b.load()).startSession()
    expect(b.count(LOGOUT)).toBe(before + 1)
    expect(stored()).toEqual({})
  })
  test('it signs nobody out who has signed in since', async () => {
    const giveBack = await signOutUnheard(await signIn())
    const page = await b.load()
    await page.startSession()
    giveBack()
    await page.openSession(opened(token(902)))
    const before = b.count(LOGOUT)
    const next = await b.load()
    await next.startSession()
    expect(next.session.phase).toBe('signed-in')
    expect(stored()).not.toHaveProperty('logout_pending')
    expect(b.count(LOGOUT)).toBe(before)
  })
  test('a login whose session another tab’s login ends at once goes on with that of the other', async () => {
    const page = await b.load()
    await page.startSession()
    const mine = token()
    const me = b.routes.get('GET /api/auth/me')
    b.routes.set('GET /api/auth/me', (call) =>
      call.headers.get('authorization') === `Bearer ${mine}` ? { status: 401 } : (me?.(call) ?? {}),
    )
    await page.openSession(opened(mine))
    expect(page.session).toMatchObject({ phase: 'signed-in', accountId: b.own.account?.id })
    expect(page.session.token).not.toBe(mine)
  })
  test('a login whose account cannot be read leaves nothing behind', async () => {
    b.routes.set('GET /api/auth/me', () => ({ status: 403, body: { error: 'Non.' } }))
    const page = await b.load()
    await page.startSession()
    await expect(page.openSession(opened())).rejects.toThrow('Non.')
    expect(stored()).toEqual({})
  })
})
