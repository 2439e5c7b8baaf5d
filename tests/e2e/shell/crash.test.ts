import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  DESKTOP,
  launch,
  newContext,
  signIn,
  WITH_SERVICE_WORKER,
} from '../../support/browser/browser'
import { createFront } from '../../support/browser/front'
import { http, login } from '../../support/server/http'
import { startServer, type RunningServer } from '../../support/server/process'

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

describe('crash screen', () => {
  test('MSG-020 MSG-021: a render crash reloads once a session, then shows its screen with two ways out', async () => {
    const context = await newContext(browser)
    const page = await context.newPage()
    await signIn(page, server.url, 'demo-2@connivence.test')
    // an answer of the right type and the wrong content: the screen fails while it renders
    await page.route('**/api/relations', (r) => r.fulfill({ json: { relations: [null] } }))
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page.goto(`${server.url}/connection`)
    await page.getByRole('heading', { name: 'Une erreur est survenue' }).waitFor()
    await expect.poll(() => loads).toBe(2)
    await page.getByText('Désolé, quelque chose s’est mal passé.').waitFor()
    expect(await page.getByRole('link', { name: 'Retour à l’accueil' }).getAttribute('href')).toBe(
      '/',
    )
    await page.unroute('**/api/relations')
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await page.getByRole('heading', { name: 'Relations', level: 1 }).waitFor()
    expect(loads).toBe(2)
    await context.close()
  })

  test('a piece that cannot be loaded without network leads back to the page before, which is still there', async () => {
    const context = await newContext(browser)
    const page = await context.newPage()
    // also where it would be loaded ahead
    await page.route('**/assets/events-screen-*', (r) => r.abort())
    await signIn(page, server.url, 'demo-2@connivence.test')
    await page.getByRole('link', { name: 'Actualités' }).click()
    await page.getByRole('heading', { name: 'Actualités', level: 1 }).waitFor()
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Sorties' }).click()
    await page.getByRole('heading', { name: 'Pas de connexion', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Revenir' }).click()
    await page.getByRole('heading', { name: 'Actualités', level: 1 }).waitFor()
    expect(await page.getByRole('navigation').count()).toBeGreaterThan(0)
    await context.close()
  })

  test('a panel whose code cannot be loaded leaves the form below as it is, and opens with its styles once it can be', async () => {
    const context = await newContext(browser)
    const page = await context.newPage()
    await signIn(page, server.url, 'demo-2@connivence.test', undefined, '/events/new')
    const title = page.getByLabel('Titre', { exact: true })
    await title.fill('Une soirée au calme')
    const panel = '**/assets/panel-*'
    await page.route(panel, (r) => r.abort())
    const menu = page.getByRole('navigation').getByRole('button', { name: 'antoine_69' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Paramètres' }).click()
    await page
      .getByText('Cette partie n’a pas pu se charger. Elle s’affichera dès que possible.')
      .first()
      .waitFor()
    expect(await title.inputValue()).toBe('Une soirée au calme')
    await page.unroute(panel)
    await page.getByRole('dialog', { name: 'Paramètres' }).waitFor()
    // those of a style sheet that failed cannot be read
    const rules = await page.evaluate(() =>
      [...document.styleSheets].map(({ href, cssRules }) =>
        href?.includes('/assets/panel-') ? cssRules.length : 0,
      ),
    )
    expect(Math.max(...rules)).toBeGreaterThan(0)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Paramètres' }).waitFor({ state: 'hidden' })
    expect(await title.inputValue()).toBe('Une soirée au calme')
    await context.close()
  })

  test('the menu of the profile opens once its code can be loaded', async () => {
    const context = await newContext(browser)
    const page = await context.newPage()
    const code = '**/assets/profile-menu-items-*'
    await page.route(code, (r) => r.abort())
    await signIn(page, server.url, 'demo-2@connivence.test')
    const failed = page.waitForEvent('requestfailed', (r) => r.url().includes('profile-menu-items'))
    await page.getByRole('navigation').getByRole('button', { name: 'antoine_69' }).click()
    await failed
    await page.unroute(code)
    await page.getByRole('menuitem', { name: 'Paramètres' }).waitFor()
    await context.close()
  })

  test('the font of titles is requested again after it has failed', async () => {
    const context = await newContext(browser)
    const page = await context.newPage()
    const font = '**/assets/fonts-display-*.css'
    await page.route(font, (r) => r.abort())
    const failed = page.waitForEvent('requestfailed', (r) => r.url().includes('fonts-display'))
    await page.goto(`${server.url}/login`)
    await failed
    const loaded = page.waitForResponse((r) => r.url().includes('fonts-display'))
    await page.unroute(font)
    expect((await loaded).ok()).toBe(true)
    await context.close()
  })

  test('live changes reach a page whose realtime code failed to load at first', async () => {
    const { token, identityIds } = await login(server.url, 'demo-1@connivence.test')
    const couple = http(server.url, token, identityIds[0])
    const { body } = await couple.post<{ event: { id: string } }>('/api/events', {
      title: 'Un dîner',
      start_date: new Date(Date.now() + 72 * 3_600_000).toISOString(),
      place_id: '69123',
    })
    const at = `/api/events/${body.event.id}`
    await couple.post(`${at}/publish`, { status: 'published' })
    const context = await newContext(browser)
    const page = await context.newPage()
    const code = '**/assets/realtime-*'
    await page.route(code, (r) => r.abort())
    const failures = new Map<string, number>()
    page.on('requestfailed', (r) => {
      if (r.url().includes('/assets/realtime-'))
        failures.set(r.url(), (failures.get(r.url()) ?? 0) + 1)
    })
    await signIn(page, server.url, 'demo-2@connivence.test')
    // each is preloaded, then imported
    await expect.poll(() => Math.min(...failures.values())).toBeGreaterThan(1)
    await page.unroute(code)
    const news = page.getByRole('link', { name: /Actualités/ }).first()
    const before = await news.textContent()
    await couple.post(`${at}/invite`, { account_handle: 'antoine_69' })
    await expect.poll(() => news.textContent()).not.toBe(before)
    await context.close()
  })

  test('a piece that is gone from the server reloads the page once and never loops; «Réessayer» asks for it again', async () => {
    const context = await newContext(browser)
    const page = await context.newPage()
    await signIn(page, server.url, 'demo-2@connivence.test')
    const gone = '**/assets/news-screen-*.js'
    await page.route(gone, (r) => r.fulfill({ status: 404, body: '' }))
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page.goto(`${server.url}/news`)
    await expect.poll(() => loads).toBe(2)
    await page.getByRole('heading', { name: 'Une erreur est survenue' }).waitFor()
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await page.getByRole('heading', { name: 'Une erreur est survenue' }).waitFor()
    await expect.poll(() => loads).toBe(3)
    await page.unroute(gone)
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await page.getByRole('heading', { name: 'Actualités', level: 1 }).waitFor()
    expect(loads).toBeLessThanOrEqual(4)
    await context.close()
  })

  test('MSG-022 CORE-002: an old service worker is removed and the one current worker is registered; it handles push', async () => {
    const front = await createFront(server.port, {
      '/legacy': { type: 'text/html', body: '<!doctype html><title>x</title>' },
      '/legacy-sw.js': {
        type: 'text/javascript',
        body: 'self.addEventListener("install", () => self.skipWaiting())',
      },
    })
    const context = await newContext(browser, { ...DESKTOP, ...WITH_SERVICE_WORKER })
    const page = await context.newPage()
    const registered = (): Promise<string[]> =>
      page.evaluate(async () =>
        (await navigator.serviceWorker.getRegistrations()).map(
          (r) =>
            `${new URL(r.scope).pathname} ${new URL((r.active ?? r.waiting ?? r.installing)?.scriptURL ?? 'x:').pathname}`,
        ),
      )
    await page.goto(`${front.url}/legacy`)
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/legacy-sw.js', { scope: '/' })
      await navigator.serviceWorker.register('/legacy-sw.js', { scope: '/elsewhere/' })
      await navigator.serviceWorker.ready
    })
    expect(await registered()).toHaveLength(2)
    await page.goto(`${front.url}/login`)
    await page.getByRole('button', { name: 'Se connecter' }).waitFor()
    // it downloads the app first
    await expect.poll(registered, { timeout: 90_000 }).toEqual(['/ /sw.js'])
    expect(await (await fetch(`${server.url}/sw.js`)).text()).toMatch(
      /addEventListener\(\s*["'`]push["'`]/,
    )
    await context.close()
    await front.close()
  })

  test('MSG-168: the version record is served without caching', async () => {
    const record = await fetch(`${server.url}/version.json`)
    expect(record.headers.get('cache-control')).toMatch(/no-cache|no-store/)
    expect(await record.json()).toEqual({
      version: expect.any(String) as string,
      buildDate: expect.stringMatching(/^\d{4}-/) as string,
    })
  })
})
