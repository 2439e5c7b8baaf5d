import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Message } from '#contract/messaging/messages'
import {
  DESKTOP,
  launch,
  newContext,
  signIn,
  WITH_SERVICE_WORKER,
} from '../support/browser/browser'
import { http, login } from '../support/server/http'
import { startServer, type RunningServer } from '../support/server/process'
import { createProxy, type Proxy, type ProxyMode } from '../support/server/proxy'

const CUTS = 10
const CUT_MS = 3_000
const BETWEEN_MS = 1_600
const TABS = 4
const BY_TAB = 30
const BY_MEMBER = 90
/** With room for a busy machine: four tabs are read one after the other. */
const EQUAL_WITHIN_MS = 40_000
const WHOLE = TABS * BY_TAB + 2 * BY_MEMBER

let server: RunningServer
let proxy: Proxy
let browser: Browser
beforeAll(async () => {
  server = await startServer({ DEMO: '1' })
  proxy = await createProxy(server.port)
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await proxy.close()
  await server.close()
})
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A member as a program with the page's own rule: the same client id until there is an answer. */
const program = async (email: string, conversation: string, mark: string): Promise<void> => {
  const { token, identityIds } = await login(server.url, email)
  for (let n = 0; n < BY_MEMBER; n += 1) {
    const body = JSON.stringify({
      content: `${mark} ${n}`,
      sender_identity_id: identityIds[0],
      client_msg_id: crypto.randomUUID(),
    })
    for (let tries = 0; ; tries += 1) {
      const answer = await fetch(`${proxy.url}/api/conversations/${conversation}/messages`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          connection: 'close',
        },
        body,
        signal: AbortSignal.timeout(2_000),
      }).catch(() => null)
      if (answer?.ok) break
      expect(answer?.status ?? 503).toBeGreaterThanOrEqual(500)
      await pause(Math.min(1_500, 250 * 2 ** tries))
    }
    await pause(450)
  }
}
/** A member at a tab: writes, and writes again while the composer does not take it. */
const typist = async (page: Page, mark: string): Promise<void> => {
  const box = page.getByPlaceholder('Écrire un message…')
  for (let n = 0; n < BY_TAB; n += 1) {
    await box.fill(`${mark} ${n}`)
    while ((await box.inputValue()) !== '') {
      await box.press('Enter')
      await pause(40)
    }
    await pause(700)
  }
}

test(
  'MSG-101 MSG-111: 300 messages over ten cuts: none lost, doubled or out of order',
  { timeout: 400_000 },
  async () => {
    const [two, three, one] = [
      await login(server.url, 'demo-2@connivence.test'),
      await login(server.url, 'demo-3@connivence.test'),
      await login(server.url, 'demo-1@connivence.test'),
    ]
    const account = async (token: string): Promise<{ id: string; account_handle: string }> =>
      (
        await http(server.url, token).get<{ account: { id: string; account_handle: string } }>(
          '/api/auth/me',
        )
      ).body.account
    const others = await Promise.all([three, one].map(({ token }) => account(token)))
    const owner = http(server.url, two.token, two.identityIds[0])
    // a message from each side makes relations, which may share a group
    for (const [i, { account_handle }] of others.entries()) {
      const direct = (
        await owner.post<{ conversation: { id: string } }>('/api/conversations/start', {
          handle: account_handle,
        })
      ).body.conversation.id
      for (const who of [two, [three, one][i] as typeof two])
        await http(server.url, who.token).post(`/api/conversations/${direct}/messages`, {
          content: 'Bonjour',
          sender_identity_id: who.identityIds[0],
          client_msg_id: crypto.randomUUID(),
        })
    }
    const group = await owner.post<{ conversation: { id: string } }>('/api/conversations/groups', {
      title: 'Coupures',
      account_ids: others.map((o) => o.id),
    })
    const talk = group.body.conversation.id
    const context = await newContext(browser, { ...DESKTOP, ...WITH_SERVICE_WORKER })
    const tabs: Page[] = []
    for (let i = 0; i < TABS; i += 1) {
      const page = await context.newPage()
      tabs.push(page)
      if (i === 0)
        await signIn(page, proxy.url, 'demo-2@connivence.test', undefined, `/conversations/${talk}`)
      else await page.goto(`${proxy.url}/conversations/${talk}`)
      await page.getByPlaceholder('Écrire un message…').waitFor()
    }
    const writing = Promise.all([
      ...tabs.map((page, i) => typist(page, `onglet-${i}`)),
      program('demo-3@connivence.test', talk, 'clara'),
      program('demo-1@connivence.test', talk, 'couple'),
    ])
    const kinds: readonly ProxyMode[] = ['reset', 'black-hole', 'half-open']
    for (let i = 0; i < CUTS; i += 1) {
      await pause(BETWEEN_MS)
      proxy.mode = kinds[i % kinds.length] as ProxyMode
      await pause(CUT_MS)
      proxy.mode = 'pass'
    }
    const back = Date.now()
    await writing
    const written = Date.now()

    const stored = async (): Promise<Message[]> => {
      const all: Message[] = []
      for (let more = true; more;) {
        const page = (
          await owner.get<{ messages: Message[]; hasMore: boolean }>(
            `/api/conversations/${talk}/messages?limit=50${all[0] ? `&oldestLoadedMessageId=${all[0].id}` : ''}`,
          )
        ).body
        all.unshift(...page.messages)
        more = page.hasMore
      }
      return all
    }
    /** Rows that are drawn, in their order. */
    const drawn = (page: Page): Promise<string[]> =>
      page
        .locator('[data-thread] [data-message]')
        .evaluateAll((list) => list.map((n) => n.getAttribute('data-message') ?? ''))
    let truth = await stored()
    /** Messages at the end of a tab that differ from the database; empty when equal. */
    const differs = async (page: Page): Promise<string> => {
      await page.locator('[data-thread]').evaluate((n) => {
        n.scrollTop = n.scrollHeight
      })
      const rows = await drawn(page)
      const ends = truth.slice(-Math.max(6, rows.length)).map((m) => m.id)
      return rows.length === ends.length && rows.every((id, i) => id === ends[i])
        ? ''
        : `${rows.map((id) => truth.find((m) => m.id === id)?.content ?? `not stored ${id}`).join(' | ')} — stored: ${truth
            .slice(-rows.length)
            .map((m) => m.content)
            .join(' | ')}`
    }
    const from = Math.max(back, written)
    for (const page of tabs)
      await expect
        .poll(
          async () => {
            truth = await stored()
            return differs(page)
          },
          { timeout: Math.max(500, from + EQUAL_WITHIN_MS - Date.now()), interval: 200 },
        )
        .toBe('')
    const equalMs = Date.now() - from

    const texts = truth.filter((m) => m.senderAccountId !== 'system').map((m) => m.content)
    expect([texts.length, new Set(texts).size]).toEqual([WHOLE, WHOLE])
    for (const mark of [...tabs.keys()].map((i) => `onglet-${i}`).concat('clara', 'couple')) {
      const numbers = texts
        .filter((t) => t.startsWith(`${mark} `))
        .map((t) => Number(t.split(' ')[1]))
      expect(numbers, mark).toEqual([...numbers.keys()])
    }
    // the whole of each screen: every row that the list draws from its end to its beginning
    for (const page of tabs) {
      // a tab behind draws once a second
      await page.bringToFront()
      const seen = await page.locator('[data-thread]').evaluate(async (list) => {
        const found: string[] = []
        for (let top = list.scrollHeight; ; top -= 500) {
          list.scrollTop = Math.max(0, top)
          await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
          const rows = [...list.querySelectorAll('[data-message]')].map(
            (n) => n.getAttribute('data-message') ?? '',
          )
          const known = new Set(found)
          found.unshift(...rows.filter((id) => !known.has(id)))
          if (top <= 0) return found
        }
      })
      expect(seen).toEqual(truth.map((m) => m.id).slice(-seen.length))
      expect(seen.length).toBeGreaterThanOrEqual(WHOLE)
    }
    console.log(
      `${WHOLE} messages, ${CUTS} cuts of ${CUT_MS / 1000} s; equal ${(equalMs / 1000).toFixed(1)} s after the last send, which came ${((written - back) / 1000).toFixed(1)} s after the last cut`,
    )
    await context.close()
  },
)
