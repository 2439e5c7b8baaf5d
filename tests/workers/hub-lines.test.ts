import { describe, expect, test, vi } from 'vitest'
import { away, member, pass } from '../support/hub/bench'
import { setUp, bench, start, states } from './hub-connection-setup'

setUp()

/** Ms between the attempts; each tries the plain line first, then the other transport beside it. */
const gapsOf = (
  sockets: readonly { readonly url: string; readonly openedAt: number }[],
): number[] => {
  const at = sockets.filter((s) => s.url.startsWith('ws://')).map((s) => s.openedAt)
  return at.slice(1).map((t, i) => t - (at[i] as number))
}

describe('one connection', () => {
  test('MSG-129: a cut line goes through the named states only and ends connected, with a resync', async () => {
    const { tab } = await start()
    bench.wire.mode = 'closed'
    bench.wire.open[0]?.cut()
    await pass(15_000)
    expect(tab.of('resync')).toHaveLength(1)
    bench.wire.mode = 'open'
    await pass(20_000)
    const all = states(tab)
    expect(all).toContain('unavailable')
    expect(all.at(-1)).toBe('connected')
    for (const s of all)
      expect([
        'initialized',
        'connecting',
        'connected',
        'unavailable',
        'failed',
        'disconnected',
      ]).toContain(s)
    expect(tab.of('resync')).toHaveLength(2)
    expect(bench.wire.open).toHaveLength(1)
  })

  test('a server that stays away is asked every 2 to 5 s, never at the same beat, and said unavailable until it is back', async () => {
    const { tab } = await start()
    bench.wire.mode = 'closed'
    bench.wire.open[0]?.cut()
    await pass(90_000)
    const gaps = gapsOf(bench.wire.sockets.slice(1))
    expect(gaps.length).toBeGreaterThan(15)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2_000)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(5_600)
    // 2,000 members of one server do not come back in one second
    expect(Math.max(...gaps) - Math.min(...gaps)).toBeGreaterThan(1_000)
    expect(states(tab).filter((s) => s !== 'connected')).toEqual(['connecting', 'unavailable'])
    bench.wire.mode = 'open'
    await pass(5_700)
    expect(states(tab).at(-1)).toBe('connected')
    expect(bench.wire.open).toHaveLength(1)
    expect(tab.of('resync')).toHaveLength(2)
  })

  test('an attempt that hangs is given up after 8 s, the next ones are given more time', async () => {
    bench.wire.mode = 'silent'
    await start()
    await pass(37_000)
    const gaps = gapsOf(bench.wire.sockets)
    expect(gaps).toHaveLength(3)
    for (const [i, wanted] of [8_000, 12_000, 14_000].entries())
      expect(Math.abs((gaps[i] as number) - wanted)).toBeLessThan(800)
  })

  test('a line that dies without a word is noticed within 25 s', async () => {
    const { tab } = await start()
    await pass(33_000)
    bench.wire.mode = 'silent'
    const from = Date.now()
    while (bench.wire.sockets.length === 1 && Date.now() - from < 60_000) await pass(500)
    expect(Date.now() - from).toBeLessThanOrEqual(25_000)
    bench.wire.mode = 'open'
    await pass(20_000)
    expect(states(tab).at(-1)).toBe('connected')
    expect(tab.of('resync')).toHaveLength(2)
  })

  test('a machine that slept reconnects at once and catches up', async () => {
    const { tab } = await start()
    vi.setSystemTime(Date.now() + 60_000)
    await pass(6_000)
    expect(bench.wire.sockets).toHaveLength(2)
    expect(tab.of('resync')).toHaveLength(2)
  })

  test('MSG-209: a forced reconnect connects again 100 ms after the disconnect', async () => {
    const { tab } = await start()
    const before = Date.now()
    void tab.hub.call('reconnect')
    await pass(300, 1)
    expect(bench.wire.sockets).toHaveLength(2)
    const after = (bench.wire.sockets[1]?.openedAt ?? 0) - before
    expect(after).toBeGreaterThanOrEqual(100)
    expect(after).toBeLessThanOrEqual(110)
    expect(bench.wire.open).toHaveLength(1)
  })

  test('MSG-130: a return after 121 s checks the token and reconnects; after 60 s neither', async () => {
    const { tab, session } = await start(
      1,
      member({ token: (await import('../support/hub/bench')).token(250) }),
    )
    // less than 300 s are left from the start, and the timer is not due yet
    await away(tab, 60_000)
    expect(bench.count('POST /api/auth/refresh')).toBe(0)
    expect(bench.wire.sockets).toHaveLength(1)
    await away(tab, 121_000)
    expect(bench.count('POST /api/auth/refresh')).toBe(1)
    expect(bench.wire.sockets).toHaveLength(2)
    expect(tab.of('token')[0]?.token).not.toBe(session.token)
  })

  test('MSG-130: two tabs that are seen in turn are no absence, however long each of them was hidden', async () => {
    const { tabs } = await start(2)
    const [one, two] = tabs as [(typeof tabs)[number], (typeof tabs)[number]]
    void two.hub.call('setVisible', two.id, false)
    await pass(20)
    vi.setSystemTime(Date.now() + 130_000)
    // from the one to the other: hidden first, then shown
    void one.hub.call('setVisible', one.id, false)
    await pass(20)
    void two.hub.call('setVisible', two.id, true)
    await pass(300)
    expect(bench.wire.sockets).toHaveLength(1)
    await away(two, 121_000)
    expect(bench.wire.sockets).toHaveLength(2)
  })

  test('a tab that opens after an absence leaves the connection alone', async () => {
    const { tab, session } = await start()
    void tab.hub.call('setVisible', tab.id, false)
    await pass(20)
    vi.setSystemTime(Date.now() + 130_000)
    const opened = bench.tab()
    void opened.hub.call('setVisible', opened.id, true)
    void opened.hub.call('setSession', opened.id, session)
    await pass(300)
    expect(bench.wire.sockets).toHaveLength(1)
  })

  test('a tab that opens in the background does not end an absence for the others', async () => {
    const { tab, session } = await start()
    void tab.hub.call('setVisible', tab.id, false)
    await pass(20)
    vi.setSystemTime(Date.now() + 130_000)
    const opened = bench.tab()
    void opened.hub.call('setVisible', opened.id, false)
    void opened.hub.call('setSession', opened.id, session)
    await pass(300)
    expect(bench.wire.sockets).toHaveLength(1)
    void tab.hub.call('setVisible', tab.id, true)
    await pass(300)
    expect(bench.wire.sockets).toHaveLength(2)
  })

  test('a line that the server closes because the session is over asks for its token at once; another close does not', async () => {
    await start()
    bench.wire.open[0]?.cut(1006)
    await pass(6_000)
    expect(bench.count('POST /api/auth/refresh')).toBe(0)
    bench.wire.open[0]?.cut(4009)
    await pass(300)
    expect(bench.count('POST /api/auth/refresh')).toBe(1)
  })
})
