import type { Browser, BrowserContext, Page, Route } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { axe } from '../../support/browser/axe'
import {
  DESKTOP,
  launch,
  newContext,
  PHONE,
  signIn,
  WITH_SERVICE_WORKER,
} from '../../support/browser/browser'
import { signedInPlaces } from '../../support/browser/places'
import { settled } from '../../support/browser/settled'
import { visit } from '../../support/browser/visit'
import { createProxy, type Proxy } from '../../support/server/proxy'
import { startServer, type RunningServer } from '../../support/server/process'
import { COUPLE } from '../../support/world/talk'

/** The session and the account, without which there is no screen. */
const OF_THE_SHELL = /^\/api\/(?:auth\/|accounts\/check)/
/** Some fifty screens, on a machine that does other things too. */
const SWEEP_MS = 600_000
const FAILURE = { status: 500, json: { error: 'Non', code: 'internal' } }

let server: RunningServer
let proxy: Proxy
let browser: Browser
let context: BrowserContext
let places: string[]
beforeAll(async () => {
  server = await startServer({ DEMO: '1' })
  proxy = await createProxy(server.port)
  browser = await launch()
  places = await signedInPlaces(server.url, COUPLE)
})
afterEach(async () => {
  proxy.mode = 'pass'
  await context.close()
})
afterAll(async () => {
  await browser.close()
  await proxy.close()
  await server.close()
})

/** A member who has said who is there: that question waits for data too. */
const signedIn = async (options: Parameters<Browser['newContext']>[0]): Promise<Page> => {
  context = await newContext(browser, options)
  const page = await context.newPage()
  await signIn(page, proxy.url, COUPLE, 'Tous les deux')
  return page
}
const load = async (page: Page, base: string, path: string): Promise<void> => {
  await page.goto(base + path)
}
/** Notes when the page has no heading, also for a frame that axe does not see. */
const watchHeading = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = globalThis as { lost?: boolean; watch?: MutationObserver }
    seen.watch?.disconnect()
    seen.lost = false
    seen.watch = new MutationObserver(() => {
      seen.lost ||= document.querySelector('h1') === null
    })
    seen.watch.observe(document.body, { childList: true, subtree: true })
  })
const hasLostHeading = (page: Page): Promise<boolean> =>
  page.evaluate(() => (globalThis as { lost?: boolean }).lost === true)
const sweep = async (page: Page, open: typeof load): Promise<string[]> => {
  const found: string[] = []
  // forgets what was read while signing in
  await page.goto(proxy.url + places[0])
  for (const place of places) {
    await open(page, proxy.url, place)
    // the screen’s code has arrived; one that has no heading is what axe says
    await page
      .getByRole('heading', { level: 1 })
      .first()
      .waitFor()
      .catch(() => undefined)
    await watchHeading(page)
    await settled(page, { evenBusy: true })
    if (await hasLostHeading(page)) found.push(`${place} lost its heading for a moment`)
    for (const violation of await axe(page, { bestPractice: true }))
      found.push(`${place} ${violation}`)
  }
  return found
}

test.each([
  // loaded each: what waits for long is said to be offline
  [
    'whose data have not come yet',
    { ...PHONE, colorScheme: 'dark' as const },
    () => undefined,
    load,
  ],
  [
    'whose data fail',
    { ...DESKTOP, colorScheme: 'light' as const },
    (route: Route) => route.fulfill(FAILURE),
    visit,
  ],
])(
  'on every screen %s axe finds nothing, best practice included',
  async (_state, options, reply, open) => {
    const page = await signedIn(options)
    const asked = new Set<string>()
    await page.route('**/api/**', (route) => {
      const { pathname } = new URL(route.request().url())
      if (route.request().method() !== 'GET' || OF_THE_SHELL.test(pathname)) return route.continue()
      asked.add(pathname)
      return reply(route)
    })
    expect(await sweep(page, open)).toEqual([])
    // the lists, and what is behind an address
    expect(asked.size).toBeGreaterThan(20)
  },
  SWEEP_MS,
)

test(
  'on every screen without network axe finds nothing, best practice included',
  async () => {
    const page = await signedIn({ ...PHONE, ...WITH_SERVICE_WORKER, colorScheme: 'light' })
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    proxy.mode = 'reset'
    expect(await sweep(page, visit)).toEqual([])
    await page
      .getByText(/^Hors ligne/)
      .first()
      .waitFor()
  },
  SWEEP_MS,
)
