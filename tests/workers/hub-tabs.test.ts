import { expect, test } from 'vitest'
import type { ExposedHub, ExposedTab, HubMessage } from '#contract/workers/tabs'
import { expose, wrap } from 'comlink'
import { createTabRegistry } from '../../workers/hub/tabs'
import { servePort } from '../../workers/hub/serve'
import { FakeLocks } from '../support/hub/locks'
import { hubConfig } from '../support/hub/bench'

test('the port of a dead tab is closed; the other tab still gets its batches', async () => {
  const locks = new FakeLocks()
  const tabs = createTabRegistry(locks, () => undefined)
  const hub = {
    join: async (tabId: string, _config: unknown, sink: Parameters<typeof tabs.add>[1]) =>
      tabs.add(tabId, sink),
  } as unknown as Parameters<typeof servePort>[0]
  const open = async (id: string) => {
    let die = (): void => undefined
    void locks.request(`tab:${id}`, () => new Promise<void>((done) => (die = done)))
    const { port1, port2 } = new MessageChannel()
    let closed = false
    port1.addEventListener('close', () => (closed = true))
    servePort(hub, port1)
    const got: HubMessage[] = []
    expose({ receive: (batch) => void got.push(...batch) } satisfies ExposedTab, port2)
    await wrap<ExposedHub>(port2).join(id, hubConfig)
    return { got, die: () => die(), isClosed: () => closed, end: () => port2.close() }
  }
  const [dead, alive] = [await open('a'), await open('b')]
  dead.die()
  await expect.poll(() => tabs.count()).toBe(1)
  await expect.poll(dead.isClosed).toBe(true)
  tabs.broadcast({ type: 'resync' })
  tabs.broadcast({ type: 'reload' })
  await expect.poll(() => alive.got.map((m) => m.type)).toEqual(['resync', 'reload'])
  expect(alive.isClosed()).toBe(false)
  alive.end()
})
