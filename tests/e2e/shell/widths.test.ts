import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch, newContext, PHONE, signIn } from '../../support/browser/browser'
import { settled } from '../../support/browser/settled'
import { visit } from '../../support/browser/visit'
import { startServer, type RunningServer } from '../../support/server/process'

const SIZES = [
  [320, 640],
  [390, 844],
  [768, 1024],
  [834, 1112],
  [844, 390],
  [1024, 768],
  [1180, 820],
  [1440, 900],
  [2560, 1440],
] as const
const ROUTES = [
  '/conversations',
  '/profile',
  '/albums',
  '/connection',
  '/news',
  '/events',
  '/events/new',
  '/radar',
  '/settings',
  '/settings/notifications',
  '/settings/security',
  '/settings/data',
  '/account/moderation',
  '/account/verification',
  '/account/agreements',
  '/account/vouches',
  '/account/parting',
  '/rules',
  '/signaler',
]

let server: RunningServer
let browser: Browser
let page: Page
beforeAll(async () => {
  server = await startServer({ DEMO: '1' })
  browser = await launch()
  page = await (await newContext(browser)).newPage()
  await signIn(page, server.url, 'demo-1@connivence.test', 'Tous les deux')
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

/** Two frames: in the first, media queries and observers are told of a new size. */
const drawn = (): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
      }),
  )
const sideways = (): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test('no route scrolls sideways at any width', async () => {
  const found: string[] = []
  for (const route of ROUTES) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await visit(page, server.url, route)
    await settled(page)
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      await drawn()
      // a busy page lays itself out later
      await expect
        .poll(sideways, { timeout: 5_000 })
        .toBeLessThanOrEqual(0)
        .catch(async () => found.push(`${route} at ${width}×${height}: ${await sideways()} px`))
    }
  }
  expect(found).toEqual([])
})

test('icons only from 768 to 1180 px; a phone on its side has the bottom bar', async () => {
  await page.goto(`${server.url}/news`)
  const nav = page.getByRole('navigation', { name: 'Navigation' })
  for (const [width, height, bar] of [
    [768, 1024, 72],
    [1180, 820, 72],
    [1181, 820, 240],
    [844, 390, 844],
    [767, 1024, 767],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(async () => (await nav.boundingBox())?.width).toBe(bar)
    // the names stay for assistive technology
    await nav.getByRole('link', { name: 'Discussions' }).waitFor()
  }
})

test('the way back and the first tab begin where the page’s content does', async () => {
  /** Left edges of what is drawn: the arrow, the first tab's word, and the first box below. */
  const edges = (): Promise<number[]> =>
    page.evaluate(() => {
      const main = document.querySelector('main')
      const tab = document.createRange()
      tab.selectNodeContents(main?.querySelector('[role=tab]') as Node)
      const drawn = [
        main?.querySelector('header svg path'),
        tab,
        main?.querySelector('[role=tabpanel]:not([hidden])'),
      ]
      return drawn.map((one) => one?.getBoundingClientRect().left ?? 0)
    })
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const)
    for (const route of ['/connection', '/albums']) {
      await page.setViewportSize({ width, height })
      await page.goto(server.url + route)
      await page.getByRole('tab').first().waitFor()
      const [arrow = 0, word = 0, content = 0] = await edges()
      expect(Math.abs(arrow - content), route).toBeLessThan(2)
      expect(Math.abs(word - content), route).toBeLessThan(2)
    }
})

test('photos never stick out of their bubble', async () => {
  await page.setViewportSize({ width: 900, height: 1024 })
  await page.goto(`${server.url}/conversations`)
  const rows = page.locator('a[href^="/conversations/"]')
  await rows.nth(1).waitFor()
  const links = await rows.evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''))
  let seen = 0
  for (const href of [...new Set(links)].filter((h) => h.length > 16).slice(0, 8)) {
    await page.locator(`a[href="${href}"]`).first().click()
    await page.locator('[data-message]').first().waitFor()
    const out = await page.locator('[class*="withPhotos"]').evaluateAll((all) =>
      all.map((bubble) => {
        const grid = bubble.querySelector('[class*="_grid_"]') ?? bubble
        return grid.getBoundingClientRect().right - bubble.getBoundingClientRect().right
      }),
    )
    seen += out.length
    expect(out.filter((by) => by > 0)).toEqual([])
  }
  expect(seen).toBeGreaterThan(0)
})

test('on a phone, dates are whole, both arrows are as far from the edge', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.url}/connection`)
  const since = page.getByRole('tabpanel').getByText(/depuis le/)
  await since.first().waitFor()
  const cut = await since.evaluateAll((all) =>
    all
      .flatMap((e) => [e, e.parentElement ?? e])
      .filter((e) => getComputedStyle(e).overflow !== 'visible' && e.scrollWidth > e.clientWidth)
      .map((e) => e.textContent),
  )
  expect(cut).toEqual([])

  await page.goto(`${server.url}/events`)
  await page.getByRole('radio', { name: 'Mois' }).check()
  const [before, after] = [
    await page.getByRole('button', { name: 'Mois précédent' }).boundingBox(),
    await page.getByRole('button', { name: 'Mois suivant' }).boundingBox(),
  ]
  if (!before || !after) throw new Error('no arrows')
  expect(Math.abs(before.x - (390 - after.x - after.width))).toBeLessThanOrEqual(1)
})

test('what does not fit on one line fills its lines; the buttons of the map leave its credit to be read', async () => {
  const box = async (target: Locator) => {
    const found = await target.boundingBox()
    if (!found) throw new Error('not on the screen')
    return { ...found, right: found.x + found.width, bottom: found.y + found.height }
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.url}/profile`)
  const own = page.getByRole('navigation', { name: 'Mon espace' })
  const edge = (await box(own)).right
  const ends = await own
    .locator(':scope > *')
    .evaluateAll((all) => all.map((e) => Math.round(e.getBoundingClientRect().right)))
  // an odd one, as before all have loaded, fills a line alone
  expect(ends.filter((end) => Math.abs(end - edge) <= 1).length).toBe(Math.ceil(ends.length / 2))

  await page.goto(`${server.url}/events`)
  await page.getByRole('heading', { name: 'Nuit au bord du lac' }).click()
  const wait = await box(page.getByRole('button', { name: 'Rejoindre la liste d’attente' }))
  const decline = await box(page.getByRole('button', { name: 'Non merci' }))
  expect([decline.x, decline.right]).toEqual([wait.x, wait.right])

  await page.setViewportSize({ width: 844, height: 390 })
  await page.goto(`${server.url}/radar`)
  const credit = await box(page.getByText(/Natural Earth · GeoNames/))
  const last = await box(page.getByRole('button', { name: 'Autour de moi' }))
  expect(last.bottom).toBeLessThanOrEqual(credit.y)

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${server.url}/events`)
  const view = await box(page.getByRole('radio', { name: 'Mois' }))
  const verified = await box(page.getByRole('button', { name: 'Organisateurs vérifiés' }))
  expect(verified.x).toBeGreaterThan(view.right)
})

test('at 320 px with text at 200 % the card of a point of the map can be closed: nothing is over its button', async () => {
  const small = await (
    await newContext(browser, { ...PHONE, viewport: { width: 320, height: 640 } })
  ).newPage()
  await signIn(small, server.url, 'demo-3@connivence.test')
  await small.evaluate(() => localStorage.setItem('text_size', '200'))
  await small.goto(`${server.url}/radar`)
  await small.getByRole('radio', { name: 'Liste' }).check()
  await small
    .getByRole('button', { name: /^Montrer .* sur la carte$/ })
    .first()
    .click()
  const close = small.getByRole('button', { name: 'Fermer la carte du point' })
  await close.waitFor()
  const seen = await close.evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect()
    // a round one: the middle of its sides, and its own
    return [
      [0.05, 0.5],
      [0.95, 0.5],
      [0.5, 0.05],
      [0.5, 0.95],
      [0.5, 0.5],
    ].map(([x = 0, y = 0]) =>
      button.contains(document.elementFromPoint(left + width * x, top + height * y)),
    )
  })
  expect(seen).toEqual(Array(5).fill(true))
  const box = await close.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  await close.click()
  await close.waitFor({ state: 'detached' })
  await small.context().close()
})
