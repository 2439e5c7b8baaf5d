import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  DESKTOP,
  launch,
  newContext,
  signIn,
  WITH_SERVICE_WORKER,
  WITH_MOTION,
} from '../../support/browser/browser'
import { deviceRows } from '../../support/browser/device-rows'
import { http, login } from '../../support/server/http'
import { photoFile } from '../../support/world/photos'
import { freePort, startServer, type RunningServer } from '../../support/server/process'
import { createProxy, type Proxy } from '../../support/server/proxy'
import { COMPOSER, MAN } from '../../support/world/talk'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'connivence-offline-'))
let server: RunningServer
let proxy: Proxy
let browser: Browser
beforeAll(async () => {
  server = await startServer({ DATA_DIR, PORT: String(await freePort()), DEMO: '1' })
  proxy = await createProxy(server.port)
  browser = await launch()
})
afterEach(() => {
  proxy.mode = 'pass'
})
afterAll(async () => {
  await browser.close()
  await proxy.close()
  await server.close()
  rmSync(DATA_DIR, { recursive: true, force: true })
})

const rows = (page: Page): Locator =>
  page.getByRole('region', { name: 'Liste des discussions' }).getByRole('link')
const bubble = (page: Page, text: string): Locator =>
  page.locator('[data-message]').filter({ hasText: text })
const write = async (page: Page, text: string): Promise<void> => {
  await page.getByPlaceholder(COMPOSER).fill(text)
  await page.keyboard.press('Enter')
  await bubble(page, text).getByText('En attente').waitFor()
}
/** Conversations whose messages this device keeps. */
const kept = async (page: Page): Promise<number> =>
  (await deviceRows(page, 'kept:', 'threads')).length

test('without network the app starts into the last conversations, says so, and what is written there, a photo with it, goes once and in order later', async () => {
  const api = http(server.url, (await login(server.url, MAN)).token)
  const listed = (
    await api.get<{ conversations: { id: string; last_message: { content: string } | null }[] }>(
      '/api/conversations',
    )
  ).body.conversations
  // one that is never opened before the network goes
  const closed = listed.filter((c) => (c.last_message?.content ?? '').length > 8)[1]
  const talk = listed[0]?.id ?? ''
  const context = await newContext(browser, { ...DESKTOP, ...WITH_SERVICE_WORKER })
  const first = await context.newPage()
  await signIn(first, proxy.url, MAN)
  await rows(first).first().waitFor()
  await first.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect.poll(() => kept(first), { timeout: 30_000 }).toBe(Math.min(10, listed.length))
  await first.close()

  proxy.mode = 'reset'
  const page = await context.newPage()
  await page.goto(`${proxy.url}/conversations`)
  await rows(page).first().waitFor()
  expect(await rows(page).count()).toBe(Math.min(10, listed.length))
  await page.getByText(/^Hors ligne/).waitFor()
  await page.goto(`${proxy.url}/conversations/${closed?.id ?? ''}`)
  await bubble(page, closed?.last_message?.content ?? '')
    .last()
    .waitFor()
  const mark = `sans réseau ${Date.now()}`
  await page.goto(`${proxy.url}/conversations/${talk}`)
  await write(page, `1 ${mark}`)
  await page
    .locator('input[type=file]:not([capture])')
    .setInputFiles(await photoFile('lac.jpg', 900, 600))
  const modal = page.getByRole('dialog', { name: 'Flouter les visages' })
  await modal.getByRole('button', { name: /^(Ajouter la photo|Suivant)/ }).click()
  await modal.waitFor({ state: 'detached' })
  await page.getByPlaceholder(COMPOSER).fill(`2 ${mark}`)
  await page.keyboard.press('Enter')
  // without network the detector could not be fetched
  await page.getByRole('button', { name: 'Envoyer ainsi' }).click()
  await bubble(page, `2 ${mark}`).getByText('En attente').waitFor()
  await write(page, `3 ${mark}`)
  // the app is closed in between, and started again with the network
  await page.close()
  proxy.mode = 'pass'
  const later = await context.newPage()
  await later.goto(`${proxy.url}/conversations/${talk}`)
  await bubble(later, `3 ${mark}`)
    .getByLabel(/^(Envoyé|Lu)$/)
    .waitFor({ timeout: 30_000 })
  const sent = (
    await api.get<{ messages: { content: string; media: unknown[] }[] }>(
      `/api/conversations/${talk}/messages`,
    )
  ).body.messages.filter((m) => m.content.includes(mark))
  expect(sent.map((m) => [m.content, m.media.length])).toEqual([
    [`1 ${mark}`, 0],
    [`2 ${mark}`, 1],
    [`3 ${mark}`, 0],
  ])
  await later.getByText(/^Hors ligne/).waitFor({ state: 'detached' })
  expect(await rows(later).count()).toBeGreaterThanOrEqual(Math.min(10, listed.length))
  await context.close()
})

/** A page that stands has asked for the rest of its code by then, ms. */
const LATER_MS = 800
/** After this long a page no longer waits for its first screen (src/data/start/phases.ts), ms. */
const UNSEEN_MS = 3_000
/** What answers to `what` is held until the answer of this is called. */
const holding = async (page: Page, what: string): Promise<() => void> => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(what, async (route) => {
    await held
    await route.continue()
  })
  return () => release()
}

test('a start with a session says nothing before its screen unless that is long in coming, and asks after it for what it does without', async () => {
  const own = await newContext(browser, { ...DESKTOP, ...WITH_MOTION })
  const page = await own.newPage()
  const words = page.locator('.first-words')
  const opening = (): Promise<boolean> =>
    page.evaluate(() => 'opening' in document.documentElement.dataset)
  // a visitor reads at once that something comes
  const visitor = await holding(page, '**/assets/core-*.js')
  await page.goto(`${proxy.url}/login`, { waitUntil: 'commit' })
  await words.waitFor()
  expect(await opening()).toBe(false)
  visitor()
  await page.unrouteAll({ behavior: 'wait' })
  await signIn(page, proxy.url, MAN)
  await rows(page).first().waitFor()

  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.first-words')) return
      observer.disconnect()
      Object.assign(globalThis, { began: document.documentElement.dataset['opening'] })
    }).observe(document, { childList: true, subtree: true })
  })
  const bundle = await holding(page, '**/assets/core-*.js')
  await page.goto(`${proxy.url}/conversations`, { waitUntil: 'commit' })
  // the bundle does not come: they are said after all
  await words.waitFor()
  expect(await page.evaluate(() => (globalThis as { began?: string }).began)).toBe('')
  // hidden until then
  expect(await words.evaluate((node) => getComputedStyle(node).animationDelay)).toBe('1.5s')
  bundle()
  await rows(page).first().waitFor()

  await page.unrouteAll({ behavior: 'wait' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const later = (): boolean[] =>
    [/\/thread-[\w-]+\.js$/, /\/fonts-display-/].map((name) => asked.some((url) => name.test(url)))
  const who = await holding(page, '**/api/auth/me')
  // a machine that is slow today: the page has stopped waiting for its screen, which says nothing here
  for (let old = UNSEEN_MS; old >= UNSEEN_MS;) {
    // what the page before still asks for
    await page.goto('about:blank')
    asked.length = 0
    await page.goto(`${proxy.url}/conversations`)
    await page.waitForTimeout(LATER_MS)
    const before = later()
    old = await page.evaluate(() => performance.now())
    if (old < UNSEEN_MS) expect(before).toEqual([false, false])
  }
  who()
  await rows(page).first().waitFor()
  await expect.poll(later).toEqual([true, true])
  await own.close()
})
