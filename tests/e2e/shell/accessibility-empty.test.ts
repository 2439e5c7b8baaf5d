import type { Browser, Route } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from '../../support/browser/axe'
import { launch, newContext, PHONE, signIn } from '../../support/browser/browser'
import { settled } from '../../support/browser/settled'
import { visit } from '../../support/browser/visit'
import { startServer, type RunningServer } from '../../support/server/process'

/** Screens that ask for what they show. */
const ROUTES = [
  '/conversations',
  '/albums',
  '/connection',
  '/connection/demandes',
  '/news',
  '/events',
  '/radar',
  '/profile',
  '/settings/security',
  '/account/moderation',
  '/account/agreements',
  '/account/vouches',
]

let server: RunningServer
let browser: Browser
beforeAll(async () => {
  server = await startServer({ DEMO: '1' })
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

/** The true reply without the lists in it. */
const emptied = async (route: Route): Promise<void> => {
  const response = await route.fetch()
  const body: unknown = await response.json().catch(() => null)
  if (typeof body !== 'object' || body === null) return route.fulfill({ response })
  const json = Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, Array.isArray(value) ? [] : value]),
  )
  return route.fulfill({ response, json })
}
test('axe finds nothing on screens whose lists are empty', async () => {
  const context = await newContext(browser, { ...PHONE, colorScheme: 'light' })
  const page = await context.newPage()
  // the session and the account are as they are
  await page.route('**/api/**', (route) => {
    const { pathname } = new URL(route.request().url())
    const isKept = route.request().method() !== 'GET' || /^\/api\/(auth|user)\//.test(pathname)
    return isKept ? route.continue() : emptied(route)
  })
  await signIn(page, server.url, 'demo-1@connivence.test', 'Tous les deux')
  const found: string[] = []
  for (const place of ROUTES) {
    await visit(page, server.url, place)
    await page.locator('main h1').first().waitFor()
    await settled(page)
    for (const violation of await axe(page, { bestPractice: true }))
      found.push(`${place} ${violation}`)
  }
  expect(found).toEqual([])
  await context.close()
})
