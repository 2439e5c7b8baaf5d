import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hubBench, member, pass, type Bench, type BenchTab } from '../support/hub/bench'

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
const BEAT = 'POST /api/presence/heartbeat'
const OFFLINE = 'POST /api/presence/offline'
const start = async (n: number): Promise<BenchTab[]> => {
  const tabs = Array.from({ length: n }, () => bench.tab())
  const session = member()
  for (const t of tabs) {
    void t.hub.call('setSession', t.id, session)
    void t.hub.call('setVisible', t.id, true)
  }
  await pass(50, 10)
  return tabs
}
const show = async (t: BenchTab, visible: boolean): Promise<void> => {
  void t.hub.call('setVisible', t.id, visible)
  await pass(20, 10)
}

test('MSG-133 MSG-164: ten visible tabs send one heartbeat every 20 s: three in 60 s; none while all are hidden', async () => {
  const tabs = await start(10)
  await pass(59_000, 500)
  expect(bench.count(BEAT)).toBe(3)
  const { headers, body } = bench.calls(BEAT)[0]?.init ?? {}
  expect([new Headers(headers).get('authorization'), body]).toEqual([
    expect.stringMatching(/^Bearer ./),
    undefined,
  ])
  for (const t of tabs.slice(1)) await show(t, false)
  await pass(20_000, 500)
  expect(bench.count(BEAT)).toBe(4)
  await show(tabs[0] as BenchTab, false)
  await pass(120_000, 500)
  expect(bench.count(BEAT)).toBe(4)
  await show(tabs[3] as BenchTab, true)
  expect(bench.count(BEAT)).toBe(5)
})

test('MSG-134 (hub part): offline is sent when the last visible tab hides, and when it closes; not for one of two, not for a change of tab', async () => {
  const [one, two] = (await start(2)) as [BenchTab, BenchTab]
  await show(two, false)
  await pass(1_000)
  expect(bench.count(OFFLINE)).toBe(0)
  // from the one to the other: hidden first, then shown
  await show(one, false)
  await show(two, true)
  await pass(1_000)
  expect(bench.count(OFFLINE)).toBe(0)
  expect(bench.count(BEAT)).toBe(1)
  await show(two, false)
  await pass(1_000)
  expect(bench.calls(OFFLINE).map((c) => c.body)).toEqual([{ sessionId: two.id }])
  await show(two, true)
  expect(bench.count(BEAT)).toBe(2)
  two.close()
  await pass(1_000)
  expect(bench.count(OFFLINE)).toBe(2)
})

test('MSG-199: heartbeats that fail are silent and go on', async () => {
  bench.routes.set(BEAT, () => ({ status: 500 }))
  const [tab] = (await start(1)) as [BenchTab]
  await pass(41_000, 500)
  bench.routes.set(BEAT, () => {
    throw new TypeError('Failed to fetch')
  })
  await pass(20_000, 500)
  expect(bench.count(BEAT)).toBe(4)
  expect(
    tab.got.filter((m) => m.type === 'ended' || (m.type === 'state' && m.patch.lastError)),
  ).toEqual([])
})

test('a member without an account, or nobody, has no presence', async () => {
  const tab = bench.tab()
  void tab.hub.call('setVisible', tab.id, true)
  void tab.hub.call('setSession', tab.id, member({ accountId: null }))
  await pass(45_000, 500)
  expect(bench.seen.filter((s) => s.path.includes('presence'))).toEqual([])
  expect(bench.wire.sockets).toEqual([])
})
