import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axe } from '../../support/browser/axe'
import { DESKTOP, launch, newContext, PHONE, signIn } from '../../support/browser/browser'
import { focusTop } from '../../support/browser/keyboard'
import { settled } from '../../support/browser/settled'
import { FORGOTTEN, visit } from '../../support/browser/visit'
import { smallTargets } from './targets'
import { startServer, type RunningServer } from '../../support/server/process'

const ROUTES = [
  '/conversations',
  '/conversations/inconnue',
  '/profile',
  '/albums',
  '/connection',
  '/connection/demandes',
  '/news',
  '/events',
  '/events/inconnue',
  '/events/new',
  '/radar',
  '/settings',
  '/settings/appearance',
  '/settings/notifications',
  '/settings/privacy',
  '/settings/security',
  '/settings/app',
  '/settings/data',
  '/account/moderation',
  '/account/verification',
  '/account/agreements',
  '/account/vouches',
  '/account/parting',
  '/rules',
  '/signaler',
  '/feedback',
  '/share',
  '/nulle-part',
]
const PUBLIC_ROUTES = ['/login', '/register', '/forgot-password', '/conditions', '/rules']

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

/** The routes, and those behind the first link of a list. */
const places = async (page: Page): Promise<string[]> => {
  const found: string[] = [...ROUTES]
  for (const [list, link] of [
    ['/conversations', 'main a[href^="/conversations/"]'],
    ['/events', 'main a[href^="/events/"]:not([href="/events/new"])'],
  ] as const) {
    await page.goto(server.url + list)
    const first = page.locator(link).first()
    found.push((await first.getAttribute('href')) ?? '')
  }
  return found
}
/**
 * The focused elements of which nothing can be seen, while Tab goes through the page: outside the
 * window, or under something else at nine places.
 */
const hiddenFocus = async (page: Page, steps: number): Promise<string[]> => {
  await focusTop(page)
  // read when the key is up: the focus has moved by then, and the page with it
  const looks = await page.evaluateHandle(() => {
    const hidden: string[] = []
    const end = new AbortController()
    const look = (): void => {
      const at = document.activeElement
      if (!at || at === document.body) return end.abort()
      const box = at.getBoundingClientRect()
      const seen = [0.05, 0.5, 0.95].some((x) =>
        [0.05, 0.5, 0.95].some((y) => {
          const hit = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y)
          return hit !== null && (at.contains(hit) || hit.contains(at))
        }),
      )
      if (!seen) hidden.push(at.outerHTML.slice(0, 160))
    }
    addEventListener('keyup', look, { capture: true, signal: end.signal })
    return { hidden, end }
  })
  for (let i = 0; i < steps; i += 1) await page.keyboard.press('Tab')
  const hidden = await looks.evaluate(({ hidden, end }) => {
    end.abort()
    return hidden
  })
  await looks.dispose()
  return hidden
}

describe.each([
  ['a phone, dark', { ...PHONE, colorScheme: 'dark' as const }],
  ['a desktop, light', { ...DESKTOP, colorScheme: 'light' as const }],
])('every screen on %s', (_name, options) => {
  let page: Page
  let all: string[]
  beforeAll(async () => {
    page = await (await newContext(browser, options)).newPage()
    await signIn(page, server.url, 'demo-1@connivence.test', 'Tous les deux')
    all = await places(page)
  })
  afterAll(() => page.context().close())

  test('axe finds nothing, best practice included; every target is 24 px at least, and a primary one 44 px high under a finger; what has the focus is never hidden', async () => {
    const touch = 'hasTouch' in options
    const found: string[] = []
    for (const place of all) {
      await visit(page, server.url, place)
      await settled(page)
      for (const violation of await axe(page, { bestPractice: true }))
        found.push(`${place} ${violation}`)
      for (const target of await smallTargets(page, touch)) found.push(`${place}: ${target}`)
      for (const hidden of await hiddenFocus(page, 40)) found.push(`${place} ${hidden}`)
    }
    expect(found).toEqual([])
  })

  test('targets of a profile and of the public screens are as large', async () => {
    const touch = 'hasTouch' in options
    const found: string[] = []
    const measure = async (at: Page, place: string): Promise<void> => {
      for (const target of await smallTargets(at, touch)) found.push(`${place}: ${target}`)
    }
    await page.goto(`${server.url}/connection`)
    await page
      .getByRole('region', { name: 'Mes relations' })
      .getByRole('button', { name: 'antoine_69' })
      .first()
      .click()
    await page.getByRole('dialog', { name: 'Profil' }).getByText('Membre depuis').waitFor()
    await measure(page, 'a profile')
    const visitor = await (await newContext(browser, options)).newPage()
    for (const place of PUBLIC_ROUTES) {
      await visit(visitor, server.url, place, FORGOTTEN)
      await settled(visitor)
      await measure(visitor, place)
    }
    await visitor.context().close()
    expect(found).toEqual([])
  })
})
