import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createServer as createVite } from 'vite'
import type { WebSocket } from 'ws'
import { HEARTBEAT_MS } from '#contract/limits'
import { launch } from '../../support/browser/browser'
import type { HubPage } from '../../support/hub/page/main'
import { serveHubPage, type HubServer } from '../../support/hub/server'

declare const page: HubPage

let browser: Browser
let context: BrowserContext
let server: HubServer
const problems: string[] = []
beforeAll(async () => {
  server = await serveHubPage(8642)
  browser = await launch()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})
beforeEach(async () => {
  context = await browser.newContext()
  problems.length = 0
  server.calls.length = 0
})
afterEach(() => context.close())

const accountId = randomUUID()
const open = async (url: string): Promise<Page> => {
  const tab = await context.newPage()
  tab.on('pageerror', (error) => problems.push(error.message))
  tab.on('console', (message) => {
    if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico'))
      problems.push(message.text())
  })
  await tab.goto(url)
  await tab.waitForFunction(() => 'page' in globalThis)
  await tab.evaluate((id) => page.start('a.b.c', id), accountId)
  return tab
}
const connected = (tab: Page) => tab.waitForFunction(() => page.hubState.connection === 'connected')
const subscribed = () =>
  expect
    .poll(() => [...server.lines.values()].map((c) => c.has(`private-account-${accountId}`)))
    .toEqual([true])
const publish = (): string => {
  const id = randomUUID()
  const payload = { accountId, isOnline: true, lastSeenAt: null, lastSeenIdentityId: null }
  server.publish(`private-account-${accountId}`, {
    id,
    name: 'account.presence.updated',
    occurredAt: new Date().toISOString(),
    source: 'api',
    correlationId: null,
    metadata: {},
    payload,
  })
  return id
}
const got = (tab: Page, id: string) =>
  tab.waitForFunction((wanted) => page.seen.filter((s) => s === wanted).length === 1, id)

describe('the built worker under Trusted Types', () => {
  test('three tabs: one line, one heartbeat, each event once in each; a closed tab is noticed', async () => {
    const from = Date.now()
    const tabs = [await open(server.url), await open(server.url), await open(server.url)]
    for (const tab of tabs) await connected(tab)
    await subscribed()
    const id = publish()
    for (const tab of tabs) await got(tab, id)
    expect(server.lines.size).toBe(1)
    const beats = server.count('/api/presence/heartbeat')
    expect(beats).toBeGreaterThan(0)
    expect(beats).toBeLessThanOrEqual(1 + Math.floor((Date.now() - from) / HEARTBEAT_MS))
    // three channels; a line that broke under load asks for them again
    const sockets = new Set(
      server.calls.flatMap(({ path, body }) =>
        path === '/api/pusher/auth' ? [/socket_id\W+(\d+\.\d+)/.exec(body)?.[1]] : [],
      ),
    )
    expect(sockets).not.toContain(undefined)
    expect(server.count('/api/pusher/auth')).toBe(3 * sockets.size)
    await tabs[0]?.close()
    await tabs[1]?.waitForFunction(() => page.hubState.tabs === 2)
    const again = publish()
    for (const tab of tabs.slice(1)) await got(tab, again)
    expect(problems).toEqual([])
  })

  test('without SharedWorker: one tab runs the hub for all; when it closes the next takes over and everyone catches up', async () => {
    const url = `${server.url}?fallback`
    const tabs = [await open(url), await open(url), await open(url)]
    for (const tab of tabs) await connected(tab)
    await subscribed()
    expect(server.lines.size).toBe(1)
    const id = publish()
    for (const tab of tabs) await got(tab, id)
    // the first one owns the worker
    await tabs[0]?.close()
    const rest = tabs.slice(1)
    for (const tab of rest) await tab.waitForFunction(() => page.resyncs() > 0)
    await subscribed()
    const again = publish()
    for (const tab of rest) await got(tab, again)
    expect(server.lines.size).toBe(1)
    for (const tab of rest) await expect.poll(() => tab.evaluate(() => page.hubState.tabs)).toBe(2)
    expect(problems).toEqual([])
  })

  test('a tab that crashes takes the worker’s process with it: the other tab starts it again and catches up', async () => {
    const [one, two] = [await open(server.url), await open(server.url)]
    await connected(two)
    await two.waitForFunction(() => page.hubState.tabs === 2)
    await subscribed()
    const [before] = server.lines.keys()
    const client = await context.newCDPSession(one)
    void client.send('Page.crash').catch(() => undefined)
    await two.waitForFunction(() => page.hubState.tabs === 1)
    // the server may hear of the end of the old line after the new one is open
    await expect.poll(() => [...server.lines.keys()].includes(before as WebSocket)).toBe(false)
    await subscribed()
    await two.waitForFunction(() => page.resyncs() > 0)
    await got(two, publish())
    expect(server.lines.size).toBe(1)
  })
})

describe('development server', () => {
  test('the worker is found there as well', async () => {
    const vite = await createVite({
      configFile: fileURLToPath(new URL('../../support/hub/page/vite.config.ts', import.meta.url)),
      logLevel: 'silent',
      server: {
        port: 8643,
        strictPort: true,
        host: '127.0.0.1',
        hmr: false,
        proxy: { '/api': server.url, '/app/': { target: server.url, ws: true } },
      },
    })
    await vite.listen()
    try {
      const tab = await open('http://127.0.0.1:8643/')
      await connected(tab)
      expect(problems).toEqual([])
    } finally {
      await vite.close()
    }
  })
})
