import { readdirSync, readFileSync } from 'node:fs'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VERSION_POLL_MS } from '#contract/limits'
import {
  DESKTOP,
  launch,
  newContext,
  signIn,
  WITH_SERVICE_WORKER,
} from '../../support/browser/browser'
import { createFront, type Front, type Override } from '../../support/browser/front'
import { startServer, type RunningServer } from '../../support/server/process'
import { COMPOSER, MAN } from '../../support/world/talk'

const ASSETS = 'dist/app/assets'
const FAST_MS = 500
let server: RunningServer
let browser: Browser
let front: Front
const overrides: Record<string, Override> = {}
beforeAll(async () => {
  server = await startServer({ DEMO: '1' })
  browser = await launch()
  // the hub asks every 5 minutes, on a clock that no test can turn forward: here the same worker asks more often
  const hub = readdirSync(ASSETS).find((name) => /^hub\.worker-[\w-]+\.js$/.test(name)) ?? ''
  const source = readFileSync(`${ASSETS}/${hub}`, 'utf8')
  const body = source.replace(/(setInterval\(\(\)=>void \w+\(\),)3e5\)/, `$1${FAST_MS})`)
  expect([VERSION_POLL_MS, body === source]).toEqual([3e5, false])
  overrides[`/assets/${hub}`] = { type: 'text/javascript', body }
  front = await createFront(server.port, overrides)
})
afterAll(async () => {
  await browser.close()
  await front.close()
  await server.close()
})

test('MSG-136: a newer version says so without touching what is being written; «Recharger maintenant» reloads', async () => {
  const page = await (await newContext(browser, { ...DESKTOP, ...WITH_SERVICE_WORKER })).newPage()
  await signIn(page, front.url, MAN)
  await page.goto(`${front.url}/conversations`)
  await page
    .getByRole('region', { name: 'Liste des discussions' })
    .getByRole('link')
    .first()
    .click()
  await page.getByPlaceholder(COMPOSER).fill('à moitié écrit')
  const banner = page.getByText('Une nouvelle version est disponible', { exact: true })
  const asked = (): number => front.asked['/version.json'] ?? 0
  // the record of this very build is no news
  const before = asked()
  await expect.poll(asked).toBeGreaterThan(before + 2)
  expect(await banner.count()).toBe(0)
  const load = await page.evaluate(() => performance.timeOrigin)
  overrides['/version.json'] = {
    type: 'application/json',
    body: JSON.stringify({ version: '9.9.9', buildDate: '2199-01-01T00:00:00.000Z' }),
  }
  await banner.waitFor()
  expect(await page.getByPlaceholder(COMPOSER).inputValue()).toBe('à moitié écrit')
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(load)
  await page.getByRole('button', { name: 'Recharger maintenant' }).click()
  await expect
    .poll(() => page.evaluate(() => performance.timeOrigin).catch(() => load))
    .toBeGreaterThan(load)
  await page.getByPlaceholder(COMPOSER).waitFor()
  await page.context().close()
})

test('MSG-137: «À propos» shows the version 0.1.0', async () => {
  const page = await (await newContext(browser, { ...DESKTOP, ...WITH_SERVICE_WORKER })).newPage()
  await signIn(page, front.url, MAN)
  await page.getByRole('navigation').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'À propos' }).click()
  await page
    .getByRole('dialog', { name: 'À propos' })
    .getByText(/Version 0\.1\.0$/)
    .waitFor()
  await page.context().close()
})

test('MSG-136: a newer version is announced at the start that finds it, to whoever has the older one only', async () => {
  // the hub as it is: a worker that polls while a newer one takes over never stops where DevTools is
  // attached, as it is in a test, and the reload waits for it
  const newer: Record<string, Override> = {}
  const own = await createFront(server.port, newer)
  const context = await newContext(browser, { ...DESKTOP, ...WITH_SERVICE_WORKER })
  const page = await context.newPage()
  const banner = page.getByText('Une nouvelle version est disponible', { exact: true })
  await signIn(page, own.url, MAN)
  await page.goto(`${own.url}/conversations`)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((done) =>
        navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }),
      )
  })
  await page.reload()
  await page.getByRole('region', { name: 'Liste des discussions' }).waitFor()
  expect(await banner.count()).toBe(0)
  newer['/sw.js'] = {
    type: 'text/javascript',
    body: `${readFileSync('dist/app/sw.js', 'utf8')}\n// newer`,
  }
  await page.reload()
  await banner.waitFor()
  expect(await banner.count()).toBe(1)
  await page.getByRole('button', { name: 'Recharger maintenant' }).click()
  await banner.waitFor({ state: 'detached' })
  const isWaiting = (): Promise<boolean> =>
    page
      .evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting))
      .catch(() => true)
  await expect.poll(isWaiting).toBe(false)
  await page.getByRole('region', { name: 'Liste des discussions' }).waitFor()
  expect(await banner.count()).toBe(0)
  await context.close()
  await own.close()
})
