import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { HubSession } from '#contract/workers/tabs'
import { readClaims } from '../../workers/hub/claims'
import {
  away,
  hubBench,
  member,
  pass,
  token,
  type Bench,
  type BenchTab,
} from '../support/hub/bench'

let bench: Bench
beforeEach(async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'],
  })
  bench = await hubBench()
})
afterEach(() => {
  bench.end()
  vi.useRealTimers()
})
const REFRESH = 'POST /api/auth/refresh'
const LOGOUT = 'POST /api/auth/logout'
const start = async (n: number, session: HubSession | null): Promise<BenchTab[]> => {
  const tabs = Array.from({ length: n }, () => bench.tab())
  for (const t of tabs) {
    void t.hub.call('setVisible', t.id, true)
    if (session) void t.hub.call('setSession', t.id, session)
  }
  await pass(100, 10)
  return tabs
}
const settle = async <T>(promise: Promise<T>, ms = 200): Promise<T> => {
  const done = promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  await pass(ms, 10)
  const result = await done
  if ('error' in result) throw result.error
  return result.value
}

describe('one refresh', () => {
  test('CORE-077 (hub part): ten tabs with a dead token at once send one refresh, get one token, nobody is signed out', async () => {
    const old = token(-5)
    const tabs = await start(10, null)
    const answers = await settle(Promise.all(tabs.map((t) => t.hub.call('refresh', old))))
    expect(bench.count(REFRESH)).toBe(1)
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).not.toBe(old)
    expect(tabs.flatMap((t) => t.of('ended'))).toEqual([])
    // a tab that wakes up after the others needs no second one, even before any tab has made a
    // session of the new token
    const late = bench.tab()
    expect(await settle(late.hub.call('refresh', old))).toBe(answers[0])
    expect(bench.count(REFRESH)).toBe(1)
  })

  test('a refresh that is answered after a sign-out brings no token back', async () => {
    const session = member({ token: token(-1) })
    const [tab] = (await start(1, session)) as [BenchTab]
    let answer = (): void => undefined
    bench.routes.set(
      REFRESH,
      () =>
        new Promise((resolve) => {
          answer = () => resolve({ body: { token: token() } })
        }),
    )
    const asking = tab.hub.call('refresh', session.token)
    await pass(50, 10)
    await settle(tab.hub.call('setSession', tab.id, null))
    answer()
    expect(await settle(asking)).toBeNull()
    expect(tab.of('token')).toEqual([])
  })

  test('CORE-140: the refresh has no body and is sent with cookie credentials', async () => {
    const dead = member({ token: token(-1) })
    const [tab] = (await start(1, dead)) as [BenchTab]
    const made = await settle(tab.hub.call('refresh', dead.token))
    expect(bench.count(REFRESH)).toBe(1)
    // who comes with any other token is given the hub's good one
    expect(await settle(tab.hub.call('refresh', 'x'))).toBe(made)
    expect(bench.count(REFRESH)).toBe(1)
    const call = bench.calls(REFRESH)[0]
    expect(call?.init.credentials).toBe('include')
    expect(call?.init.body).toBeUndefined()
  })

  test('a refused refresh ends the session once for every tab, as `lost` after a failing call', async () => {
    const session = member({ token: token(-1) })
    const tabs = await start(3, session)
    bench.routes.set(REFRESH, () => ({ status: 401 }))
    const answers = await settle(Promise.all(tabs.map((t) => t.hub.call('refresh', session.token))))
    expect(answers).toEqual([null, null, null])
    for (const t of tabs) expect(t.of('ended').map((m) => m.reason)).toEqual(['lost'])
    expect(bench.wire.open).toHaveLength(0)
  })

  test('MSG-131 (hub part): a refused refresh found by the return from the background ends it as `expired`', async () => {
    const tabs = await start(2, member({ token: token(200) }))
    bench.routes.set(REFRESH, () => ({ status: 401 }))
    for (const t of tabs) void t.hub.call('setVisible', t.id, false)
    await pass(20)
    await away(tabs[0] as BenchTab, 130_000)
    for (const t of tabs) expect(t.of('ended').map((m) => m.reason)).toEqual(['expired'])
  })

  test('a server that cannot be reached ends nothing: the caller hears of it, the next try works', async () => {
    const session = member({ token: token(-1) })
    const [tab] = (await start(1, session)) as [BenchTab]
    bench.routes.set(REFRESH, () => ({ status: 503 }))
    await expect(settle(tab.hub.call('refresh', session.token))).rejects.toThrow('HTTP 503')
    bench.routes.set(REFRESH, () => {
      throw new TypeError('Failed to fetch')
    })
    await expect(settle(tab.hub.call('refresh', session.token))).rejects.toThrow('Failed to fetch')
    // what stands before the server answers too, while it is being replaced
    for (const status of [400, 403, 404, 413]) {
      bench.routes.set(REFRESH, () => ({ status }))
      await expect(settle(tab.hub.call('refresh', session.token))).rejects.toThrow(`HTTP ${status}`)
    }
    expect(tab.of('ended')).toEqual([])
    bench.routes.set(REFRESH, () => ({ body: { token: token() } }))
    expect(await settle(tab.hub.call('refresh', session.token))).toEqual(expect.any(String))
  })

  test('MSG-207: a return with 299 s left refreshes, with 301 s left does not', async () => {
    const current = token(900)
    const [tab] = (await start(1, member({ token: current }))) as [BenchTab]
    const leftAt = (leftMs: number): number => (readClaims(current)?.expMs as number) - leftMs
    await away(tab, leftAt(301_000) - Date.now())
    expect(bench.count(REFRESH)).toBe(0)
    vi.setSystemTime(leftAt(299_000) - 121_000)
    await away(tab, 121_000)
    expect(bench.count(REFRESH)).toBe(1)
  })

  test('an absence that a frozen worker hears of at its end counts from when the page was hidden', async () => {
    const [tab] = (await start(1, member({ token: token(400) }))) as [BenchTab]
    vi.setSystemTime(Date.now() + 140_000)
    const shownAt = Date.now()
    void tab.hub.call('setVisible', tab.id, false, shownAt - 130_000)
    void tab.hub.call('setVisible', tab.id, true, shownAt)
    await pass(1_000)
    expect(bench.count(REFRESH)).toBe(1)
  })

  test('a token is renewed once before it ends, for ten tabs, life after life', async () => {
    const tabs = await start(10, member({ token: token(900) }))
    await pass(3 * 900_000, 5_000)
    // a life of 900 s is renewed 45 s before its end
    expect(bench.count(REFRESH)).toBe(3)
    for (const t of tabs) expect(t.of('token')).toHaveLength(3)
  })

  test('an hour in the background: no request, and the token is renewed once a tab is shown', async () => {
    const tabs = await start(2, member({ token: token(900) }))
    for (const t of tabs) void t.hub.call('setVisible', t.id, false)
    // «offline» is sent a moment later
    await pass(1_000)
    const before = bench.seen.length
    await pass(3_600_000, 5_000)
    expect(bench.seen.slice(before)).toEqual([])
    void tabs[0]?.hub.call('setVisible', tabs[0].id, true)
    await pass(2_000, 50)
    expect(
      bench.seen
        .slice(before)
        .map((s) => `${s.method} ${s.path}`)
        .filter((s) => !s.includes('/pusher/auth'))
        .sort(),
    ).toEqual(['GET /version.json', REFRESH, 'POST /api/presence/heartbeat'])
  })

  test('a device whose clock is an hour ahead does not refresh for ever', async () => {
    const hourAgo = (): string => {
      const now = Date.now()
      vi.setSystemTime(now - 3_600_000)
      const made = token(900)
      vi.setSystemTime(now)
      return made
    }
    bench.routes.set(REFRESH, () => ({ body: { token: hourAgo() } }))
    await start(1, member({ token: hourAgo() }))
    await pass(600_000, 5_000)
    expect(bench.count(REFRESH)).toBe(1)
  })
})

describe('session', () => {
  test('a tab that opens with an older token of the same user is given the younger one', async () => {
    const older = token(100)
    const session = member({ token: token(900) })
    await start(1, session)
    const late = bench.tab()
    await settle(late.hub.call('setSession', late.id, { ...session, token: older }))
    expect(late.of('token').map((m) => m.token)).toEqual([session.token])
  })

  test('another account takes the hub over: a new line with its channels, no link of the first', async () => {
    const first = member()
    const [tab] = (await start(1, first)) as [BenchTab]
    const second = member({ token: token(900, 'other') })
    await settle(tab.hub.call('setSession', tab.id, second), 500)
    expect(bench.wire.open).toHaveLength(1)
    expect(
      [...(bench.wire.open[0]?.channels ?? [])].every((c) =>
        c.endsWith(second.accountId as string),
      ),
    ).toBe(true)
    expect(bench.wire.sockets).toHaveLength(2)
  })

  test('CORE-083 (hub part): logging out tells the server, every tab, and empties the hub', async () => {
    const session = member()
    const tabs = await start(3, session)
    const [tab] = tabs as [BenchTab]
    const id = '0198c0de-0000-7000-8000-000000000001'
    await settle(tab.hub.call('link', id, 'full'))
    expect(await settle(tab.hub.call('logout'))).toBe(true)
    const call = bench.calls(LOGOUT)[0]
    expect(call?.headers.get('authorization')).toBe(`Bearer ${session.token}`)
    expect(call?.init.credentials).toBe('include')
    for (const t of tabs) expect(t.of('ended').map((m) => m.reason)).toEqual(['logout'])
    expect(bench.wire.open).toHaveLength(0)
    const before = bench.seen.length
    await pass(60_000, 1_000)
    // without a session: no heartbeat, no refresh, no connection
    expect(bench.seen.slice(before)).toEqual([])
    await settle(tab.hub.call('setSession', tab.id, member()))
    await settle(tab.hub.call('link', id, 'full'))
    expect(bench.seen.filter((s) => s.path.includes('/media/'))).toHaveLength(2)
  })

  test('logging out without a server signs out all the same', async () => {
    const [tab] = (await start(1, member())) as [BenchTab]
    bench.routes.set(LOGOUT, () => {
      throw new TypeError('Failed to fetch')
    })
    expect(await settle(tab.hub.call('logout'))).toBe(false)
    expect(tab.of('ended').map((m) => m.reason)).toEqual(['logout'])
  })

  test('the page of an intermediary does not confirm a logout', async () => {
    const [tab] = (await start(1, member())) as [BenchTab]
    bench.routes.set(LOGOUT, () => ({ body: 'Connectez-vous au Wi-Fi' }))
    expect(await settle(tab.hub.call('logout'))).toBe(false)
    expect(tab.of('ended').map((m) => m.reason)).toEqual(['logout'])
  })

  test('a logout that is answered late ends nothing of a session that has begun since', async () => {
    const old = member()
    const [tab, other] = (await start(2, old)) as [BenchTab, BenchTab]
    let answer = (): void => undefined
    bench.routes.set(
      LOGOUT,
      () => new Promise((resolve) => (answer = () => resolve({ status: 401 }))),
    )
    const leaving = tab.hub.call('logout')
    await pass(50, 10)
    // the page has stopped waiting, and the member has signed in again
    const next = { ...old, token: token(901) }
    await settle(tab.hub.call('setSession', tab.id, null))
    await settle(tab.hub.call('setSession', tab.id, next))
    answer()
    await settle(leaving)
    expect(bench.calls(LOGOUT).map((c) => c.headers.get('authorization'))).toEqual([
      `Bearer ${old.token}`,
    ])
    for (const t of [tab, other]) expect(t.of('ended')).toEqual([])
    expect(await settle(tab.hub.call('refresh', null))).toBe(next.token)
    expect(bench.wire.open).toHaveLength(1)
  })

  test('a logout that the page no longer waits for still ends the session in every tab', async () => {
    const [tab, other] = (await start(2, member())) as [BenchTab, BenchTab]
    let answer = (): void => undefined
    bench.routes.set(LOGOUT, () => new Promise((resolve) => (answer = () => resolve({}))))
    const leaving = tab.hub.call('logout')
    await pass(50, 10)
    await settle(tab.hub.call('setSession', tab.id, null))
    answer()
    await settle(leaving)
    expect(other.of('ended').map((m) => m.reason)).toEqual(['logout'])
  })

  test('a refresh of one session gives the next one neither its token nor its refusal', async () => {
    const first = member({ token: token(-1, 'anne') })
    const second = member({ token: token(900, 'nina') })
    const [tab] = (await start(1, first)) as [BenchTab]
    for (const reply of [{ body: { token: token(1_800, 'anne') } }, { status: 401 }]) {
      await settle(tab.hub.call('setSession', tab.id, first))
      let answer = (): void => undefined
      bench.routes.set(REFRESH, () => new Promise((resolve) => (answer = () => resolve(reply))))
      const asking = tab.hub.call('refresh', first.token)
      await pass(50, 10)
      await settle(tab.hub.call('setSession', tab.id, second))
      answer()
      expect(await settle(asking)).toBe(second.token)
      expect(tab.of('ended')).toEqual([])
      expect(await settle(tab.hub.call('refresh', null))).toBe(second.token)
    }
    expect(tab.of('token')).toEqual([])
  })

  test('a refresh that a new session asks for is one of its own', async () => {
    const first = member({ token: token(-1, 'anne') })
    const second = member({ token: token(-1, 'nina') })
    const [tab] = (await start(1, first)) as [BenchTab]
    const answers: ((token: string) => void)[] = []
    bench.routes.set(
      REFRESH,
      () =>
        new Promise((resolve) => {
          answers.push((given) => resolve({ body: { token: given } }))
        }),
    )
    const late = tab.hub.call('refresh', first.token)
    await pass(50, 10)
    await settle(tab.hub.call('setSession', tab.id, second))
    const asking = tab.hub.call('refresh', second.token)
    await pass(50, 10)
    answers[0]?.(token(900, 'anne'))
    await settle(late)
    const fresh = token(900, 'nina')
    answers[1]?.(fresh)
    expect(await settle(asking)).toBe(fresh)
    expect(tab.of('token').map((m) => m.token)).toEqual([fresh])
  })

  test('a channel authorisation that meets a dead token refreshes once and goes on', async () => {
    const fresh = token()
    bench.routes.set(REFRESH, () => ({ body: { token: fresh } }))
    bench.routes.set('POST /api/pusher/auth', (call) =>
      call.headers.get('authorization') === `Bearer ${fresh}`
        ? { body: { auth: 'k:s', channel_data: '{"user_id":"u"}' } }
        : { status: 401 },
    )
    const session = member()
    await start(1, session)
    await pass(500, 10)
    expect(bench.count(REFRESH)).toBe(1)
    expect(bench.wire.open[0]?.channels.size).toBe(3)
  })
})
