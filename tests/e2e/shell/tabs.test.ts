import type { BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newContext, signIn } from '../../support/browser/browser'
import { deviceRows } from '../../support/browser/device-rows'
import { createFront, type Front } from '../../support/browser/front'
import { createMetrics, type Metrics } from '../../support/server/metrics'
import { freePort } from '../../support/server/process'
import {
  bubbles,
  COMPOSER,
  COUPLE,
  MAN,
  stage,
  WOMAN,
  type Member,
  type Stage,
} from '../../support/world/talk'

const HEARTBEAT = '/api/presence/heartbeat'
const OFFLINE = '/api/presence/offline'
const HEARTBEAT_S = 20
/** A request under load. */
const LATE_MS = 5_000
let s: Stage
let metrics: Metrics
let couple: Member
beforeAll(async () => {
  const port = await freePort()
  s = await stage({ METRICS_PORT: String(port) })
  metrics = createMetrics(port)
  couple = await s.member(COUPLE)
})
/** What a test opened; one that failed leaves nothing to the next. */
const opened: Screen[] = []
afterEach(async () => {
  for (const { context, front } of opened.splice(0)) {
    await context.close()
    await front.close()
  }
})
afterAll(() => s.close())

interface Screen {
  readonly context: BrowserContext
  readonly first: Page
  readonly front: Front
  readonly talk: string
}
/**
 * A member in a conversation with the couple, behind a front of their own that counts what all
 * their tabs and workers ask.
 */
const screen = async (email: string, script?: () => void): Promise<Screen> => {
  const talk = await couple.with((await s.member(email)).handle)
  const front = await createFront(s.server.port, {})
  const context = await newContext(s.browser)
  const first = await context.newPage()
  const made = { context, first, front, talk }
  opened.push(made)
  if (script) await context.addInitScript(script)
  await signIn(first, front.url, email, undefined, `/conversations/${talk}`)
  await first.getByPlaceholder(COMPOSER).waitFor()
  return made
}
const tab = async ({ context, front }: Screen, path = '/conversations'): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(`${front.url}${path}`)
  await page
    .getByRole('region', { name: 'Liste des discussions' })
    .getByRole('link')
    .first()
    .waitFor()
  return page
}
/** Calls of the API but those of presence, which two members make at different moments. */
const calls = ({ front }: Screen): number =>
  Object.entries(front.asked).reduce(
    (sum, [path, n]) =>
      sum + (path.startsWith('/api/') && ![HEARTBEAT, OFFLINE].includes(path) ? n : 0),
    0,
  )
const beats = ({ front }: Screen): number => front.asked[HEARTBEAT] ?? 0
/** Times that no tab was visible for a moment; it beats again at once after each. */
const absences = ({ front }: Screen): number => front.asked[OFFLINE] ?? 0
/** When the device’s copy of the conversations was brought up to date, ms; 0: not yet. */
const caughtUpAt = async (page: Page): Promise<number> => {
  const rows = await deviceRows<{ caughtUpAt?: number }>(page, 'kept:', 'list')
  return rows.find((row) => row.caughtUpAt)?.caughtUpAt ?? 0
}
/**
 * Nothing of the start is still to be asked: each tab has its count of news, which it asks for last
 * when idle, and one of them has brought the device’s copy up to date.
 */
const started = async (tabs: readonly Page[]): Promise<void> => {
  for (const page of tabs)
    await page.waitForFunction(() =>
      performance
        .getEntriesByType('resource')
        .some((e) => new URL(e.name).pathname === '/api/news/unread'),
    )
  await expect.poll(() => caughtUpAt(tabs[0] as Page)).toBeGreaterThan(0)
}
/** The server knows that a member has read a conversation. */
const readBy = async (email: string, talk: string): Promise<void> => {
  const member = await s.member(email)
  await expect
    .poll(async () => (await member.conversations()).find((c) => c.id === talk)?.unread_count)
    .toBe(0)
}

test('MSG-133: ten tabs hold one socket, beat once in 20 s, and ask for the same news no more than 1.1 times what one tab asks', async () => {
  const [one, ten] = [await screen(MAN), await screen(WOMAN)]
  await expect.poll(() => metrics.sockets()).toBe(2)
  const rest: Page[] = []
  for (let i = 1; i < 10; i += 1) rest.push(await tab(ten))
  await started([one.first])
  await started([ten.first, ...rest])
  expect(await metrics.sockets()).toBe(2)
  // from here on: a tab that starts makes the hub beat anew
  const [from, beaten, left] = [Date.now(), beats(ten), absences(ten)]
  const before = [calls(one), calls(ten)]
  const known = { ...ten.front.asked }
  for (let i = 0; i < 6; i += 1) {
    const text = `Nouvelle ${i} ${Date.now()}`
    for (const { talk, first } of [one, ten]) {
      await couple.say(talk, text)
      await bubbles(first, text).waitFor()
    }
    for (const page of rest)
      await page.locator(`a[href="/conversations/${ten.talk}"]`).getByText(text).waitFor()
    // read along with the next one, it would save one of the two a call
    await readBy(MAN, one.talk)
    await readBy(WOMAN, ten.talk)
  }
  const [asked1, asked10] = [calls(one) - (before[0] ?? 0), calls(ten) - (before[1] ?? 0)]
  // what one tab asks for six messages it has on the screen: it says that they are read
  expect(asked1).toBeGreaterThan(0)
  expect(
    asked10,
    Object.entries(ten.front.asked)
      .filter(([path, n]) => n !== known[path])
      .map(([path, n]) => `${path} ${n - (known[path] ?? 0)}`)
      .join(', '),
  ).toBeLessThanOrEqual(asked1 * 1.1)
  // long enough for a beat
  await expect
    .poll(() => beats(ten) - beaten, { timeout: 2 * HEARTBEAT_S * 1000 })
    .toBeGreaterThan(0)
  // one that was sent before may have arrived since; a new tab that is slow to show hides the last one
  expect(beats(ten) - beaten).toBeLessThanOrEqual(
    Math.floor((Date.now() - from + LATE_MS) / 1000 / HEARTBEAT_S) + 1 + absences(ten) - left,
  )
  expect(await metrics.sockets()).toBe(2)
})

test('without SharedWorker one tab leads for both: one socket, messages in each, and when it closes the other takes over', async () => {
  await expect.poll(() => metrics.sockets()).toBe(0)
  const both = await screen(WOMAN, () => {
    Reflect.deleteProperty(window, 'SharedWorker')
  })
  expect(await both.first.evaluate(() => 'SharedWorker' in window)).toBe(false)
  await expect.poll(() => metrics.sockets()).toBe(1)
  const second = await tab(both, `/conversations/${both.talk}`)
  await second.getByPlaceholder(COMPOSER).waitFor()
  const hubs = (page: Page): number => page.workers().filter((w) => w.url().includes('hub')).length
  expect([hubs(both.first), hubs(second)]).toEqual([1, 0])
  const text = `À deux ${Date.now()}`
  await couple.say(both.talk, text)
  for (const page of [both.first, second]) await bubbles(page, text).waitFor()
  expect(await metrics.sockets()).toBe(1)
  await both.first.close()
  const missed = `Pendant la relève ${Date.now()}`
  await couple.say(both.talk, missed)
  await bubbles(second, missed).waitFor()
  await expect.poll(() => hubs(second)).toBe(1)
  await expect.poll(() => metrics.sockets()).toBe(1)
  const live = `Après la relève ${Date.now()}`
  await couple.say(both.talk, live)
  await bubbles(second, live).waitFor()
  expect(await bubbles(second, missed).count()).toBe(1)
})
