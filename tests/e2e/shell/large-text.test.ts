import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest'
import { launch, newContext, PHONE, signIn } from '../../support/browser/browser'
import { settled } from '../../support/browser/settled'
import { visit } from '../../support/browser/visit'
import { http, login, type Http } from '../../support/server/http'
import { startServer, type RunningServer } from '../../support/server/process'
import { brokenWords, cutTexts } from './cut-texts'

const MAN = 'demo-2@connivence.test'

let server: RunningServer
let browser: Browser
let api: Http
let page: Page
beforeAll(async () => {
  server = await startServer({ DEMO: '1', TILE_URL: '' })
  browser = await launch()
  const { token, identityIds } = await login(server.url, MAN)
  api = http(server.url, token, identityIds[0])
})
afterAll(async () => {
  await browser.close()
  await server.close()
})
/** The smallest phone, with the largest text. */
beforeEach(async () => {
  const context = await newContext(browser, { ...PHONE, viewport: { width: 320, height: 568 } })
  await context.addInitScript(() => localStorage.setItem('text_size', '200'))
  page = await context.newPage()
})
afterEach(() => page.context().close())

test('the month: the names of the days are whole', async () => {
  await signIn(page, server.url, MAN, undefined, '/events')
  await page.getByRole('radio', { name: 'Mois' }).check()
  const grid = page.getByRole('grid')
  await grid.getByRole('columnheader').nth(6).waitFor()
  await settled(page)
  expect(await brokenWords(grid)).toEqual([])
  expect(await cutTexts(page)).toEqual([])
})

test('a row with a button in the settings: its words are whole', async () => {
  await api.post('/api/account/zones', { place_id: '69123', radius_km: 20, except: [] })
  await signIn(page, server.url, MAN, undefined, '/settings/zones')
  const zones = page.getByRole('list', { name: 'Vos zones' })
  await zones.getByText('20 km autour').waitFor()
  await settled(page)
  expect(await brokenWords(zones)).toEqual([])
  expect(await cutTexts(page)).toEqual([])
})

test('«Envies» and a form in a dialog: both buttons are on the screen', async () => {
  const { relations } = (
    await api.get<{ relations: { with_account_id: string }[] }>('/api/relations')
  ).body
  await signIn(page, server.url, MAN, undefined, `/profile/${relations[0]?.with_account_id}`)
  await page.getByRole('tab', { name: /^Privé/ }).click()
  await page.getByRole('radio', { name: 'Envies' }).check()
  await page.getByRole('switch', { name: /^Ouvrir mes envies/ }).waitFor()
  await settled(page)
  expect(await cutTexts(page)).toEqual([])

  await page.goto(`${server.url}/albums`)
  await page.getByRole('button', { name: 'Créer un album' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Créer un album' })
  await dialog.getByRole('button', { name: 'Annuler' }).waitFor()
  await settled(page)
  const wider = await dialog.evaluate((box) => {
    const { right } = box.getBoundingClientRect()
    return [...box.querySelectorAll('button, textarea, h2, p')]
      .filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > right)
      .map((e) => `${e.tagName} ${e.className} ${e.textContent}`)
  })
  expect(wider).toEqual([])
})

test('the panels of the settings and of a comment: whole titles, both buttons on the screen', async () => {
  await signIn(page, server.url, MAN)
  for (const [path, name] of [
    ['/feedback', 'Un commentaire\u00a0?'],
    ['/settings/privacy', 'Confidentialité'],
    ['/settings/notifications', 'Notifications'],
  ] as const) {
    await visit(page, server.url, path)
    const panel = page.getByRole('dialog', { name })
    await panel.waitFor()
    await settled(page)
    expect(await brokenWords(panel.getByRole('heading', { name }))).toEqual([])
    const wider = await panel
      .getByRole('button')
      .evaluateAll((all) => all.filter((e) => e.getBoundingClientRect().right > innerWidth).length)
    expect([name, wider]).toEqual([name, 0])
  }
})

test('an event: its tabs pass under the bottom bar; a dialog keeps the button that closes it inside', async () => {
  const { body } = await api.post<{ event: { id: string } }>('/api/events', {
    title: 'Un long apéritif au bord de la rivière et du lac',
    start_date: new Date(Date.now() + 72 * 3_600_000).toISOString(),
    place_id: '69123',
  })
  await signIn(page, server.url, MAN, undefined, `/events/${body.event.id}/subscribers`)
  const tabs = page.getByRole('tablist', { name: /^Un long apéritif/ })
  await tabs.waitFor()
  await settled(page)
  const covered = await tabs.evaluate((list) => {
    const nav = document.querySelector('nav[aria-label=Navigation]')
    if (!nav) throw new Error('no bottom bar')
    const { top, bottom } = nav.getBoundingClientRect()
    let scrolled: Element | null = list
    while (scrolled && scrolled.scrollHeight <= scrolled.clientHeight + 1)
      scrolled = scrolled.parentElement
    scrolled?.scrollBy({ top: list.getBoundingClientRect().top - top - 20, behavior: 'instant' })
    const at = list.getBoundingClientRect()
    if (at.top < top || at.top > bottom) throw new Error('not beside each other')
    return !nav.contains(document.elementFromPoint(160, Math.min(at.top + 10, bottom - 2)))
  })
  expect(covered).toBe(false)
  await page.getByRole('button', { name: 'Filtrer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filtrer les participants' })
  await dialog.waitFor()
  await settled(page)
  const [box, close] = [
    await dialog.boundingBox(),
    await dialog.getByRole('button', { name: 'Fermer', exact: true }).boundingBox(),
  ]
  if (!box || !close) throw new Error('not on the screen')
  expect(close.x + close.width).toBeLessThanOrEqual(box.x + box.width)
  expect(await brokenWords(dialog.getByRole('heading').first())).toEqual([])
})
