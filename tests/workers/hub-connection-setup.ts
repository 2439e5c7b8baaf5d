import { afterEach, beforeEach, vi } from 'vitest'
import { hubBench, member, pass, type Bench } from '../support/hub/bench'

export let bench: Bench

export const start = async (tabs = 1, session = member()) => {
  const all = Array.from({ length: tabs }, () => bench.tab())
  for (const t of all) {
    void t.hub.call('setSession', t.id, session)
    void t.hub.call('setVisible', t.id, true)
  }
  await pass(200, 10)
  return { tabs: all, tab: all[0] as (typeof all)[number], session }
}

export const states = (t: { of(type: 'state'): { patch: { connection?: string } }[] }) =>
  t.of('state').flatMap((m) => m.patch.connection ?? [])

export const setUp = (): void => {
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
}
