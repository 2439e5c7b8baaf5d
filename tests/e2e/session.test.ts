import { axe } from '../support/browser/axe'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  DESKTOP,
  launch,
  newContext,
  PASSWORD,
  PHONE,
  signInByForm,
  signOut,
  watch,
} from '../support/browser/browser'
import { linkFromMail } from '../support/browser/mailbox'
import { FORGOTTEN, visit } from '../support/browser/visit'
import { createMetrics, type Metrics } from '../support/server/metrics'
import { freePort, startServer, type RunningServer } from '../support/server/process'

let server: RunningServer
let browser: Browser
let metrics: Metrics
beforeAll(async () => {
  const METRICS_PORT = await freePort()
  server = await startServer({ DEMO: '1', METRICS_PORT: String(METRICS_PORT) })
  metrics = createMetrics(METRICS_PORT)
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await server.close()
})
const open = async (options: Parameters<typeof newContext>[1] = DESKTOP): Promise<Page> =>
  (await newContext(browser, options)).newPage()
const local = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((k) => localStorage.getItem(k), key)

const PUBLIC = [
  '/',
  '/login',
  '/register',
  '/verify-email',
  '/waiting-for-email-verification',
  '/join/xxxxxxxxxxxxxxxxxxxxxxxxx',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/conditions',
  '/rules',
  '/signaler',
]

describe('public screens', () => {
  test('MSG-006 MSG-008: every public route opens signed out, without navigation, in French, without a request to another host', async () => {
    for (const options of [DESKTOP, PHONE]) {
      const page = await open(options)
      const seen = watch(page, server.url)
      for (const path of PUBLIC) {
        await page.goto(`${server.url}${path}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        expect(new URL(page.url()).pathname).toBe(path)
        expect(await page.getByRole('navigation').count(), path).toBe(0)
        expect(await page.locator('html').getAttribute('lang')).toBe('fr')
        if (path === '/' || path === '/login')
          expect(await page.getByRole('button', { name: 'Se connecter' }).isVisible()).toBe(true)
      }
      expect(seen).toEqual({ errors: [], foreign: [] })
      await page.context().close()
    }
  })

  test('accessibility: axe finds nothing on the public screens, dark and light', async () => {
    for (const colorScheme of ['dark', 'light'] as const) {
      const page = await open({ ...PHONE, colorScheme })
      for (const path of PUBLIC) {
        await visit(page, server.url, path, FORGOTTEN)
        await page.getByRole('heading', { level: 1 }).waitFor()
        expect(await axe(page), `${path} ${colorScheme}`).toEqual([])
      }
      await page.context().close()
    }
  })

  test('MSG-008: a whole arrival, without navigation to its end: three consents, mail, confirmation, handle, conversations', async () => {
    // another one for each try
    const one = `camille_${Date.now()}`
    const email = `${one}@test.invalid`
    const page = await open(PHONE)
    await page.goto(`${server.url}/register`)
    await page.getByLabel('Nom', { exact: true }).fill('Camille Test')
    await page.getByLabel('Adresse e-mail').fill(email)
    await page.getByLabel('Mot de passe', { exact: true }).fill('une-longue-phrase-42')
    await page.getByLabel('Date de naissance').fill('1990-05-12')
    await page.getByRole('button', { name: 'Créer mon compte' }).click()
    expect(await page.getByRole('alert').textContent()).toMatch(/trois accords/)
    const boxes = page.getByRole('checkbox')
    expect(await boxes.count()).toBe(3)
    for (let i = 0; i < 3; i += 1) {
      expect(await boxes.nth(i).isChecked()).toBe(false)
      await boxes.nth(i).check()
    }
    await page.getByRole('button', { name: 'Créer mon compte' }).click()
    await page.waitForURL(/waiting-for-email-verification/)
    const mailbox = await page.context().newPage()
    await mailbox.goto(`${server.url}/demo/boite-aux-lettres`)
    // in the typeface of the app
    await mailbox.evaluate(() => document.fonts.ready)
    expect(
      await mailbox.evaluate(() => [...document.fonts].map((f) => [f.family, f.status])),
    ).toEqual([['Figtree Variable', 'loaded']])
    const link = await linkFromMail(server.url, email, 'verify-email')
    await mailbox.reload()
    await mailbox.getByRole('link', { name: link }).waitFor()
    await page.goto(server.url + link)
    await page.waitForURL(/\/onboarding/)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
    await page.getByLabel('Pseudo', { exact: true }).fill(one)
    await page.getByRole('button', { name: 'Entrer' }).click()
    await page.getByText('Choisissez un genre.').waitFor()
    await page.getByRole('radio', { name: 'Femme' }).check()
    await page.getByRole('button', { name: 'Entrer' }).click()
    await page.waitForURL(/\/conversations/)
    await page.getByRole('heading', { name: 'Discussions' }).waitFor()
    // the link works once
    const again = await (await newContext(browser)).newPage()
    await again.goto(server.url + link)
    await again.getByRole('alert').waitFor()
    await page.context().close()
  })

  test('a wrong password says so and keeps what was typed; a cut network too', async () => {
    const page = await open()
    await page.goto(`${server.url}/login`)
    await page.getByLabel('Adresse e-mail').fill('demo-2@connivence.test')
    await page.getByLabel('Mot de passe', { exact: true }).fill('pas-le-bon')
    await page.getByRole('button', { name: 'Se connecter' }).click()
    expect(await page.getByRole('alert').textContent()).toBe(
      'Adresse e-mail ou mot de passe incorrect.',
    )
    await page.route('**/api/auth/login', (r) => r.abort())
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await page.getByText('Pas de réseau', { exact: false }).waitFor()
    expect(await page.getByLabel('Adresse e-mail').inputValue()).toBe('demo-2@connivence.test')
    await page.context().close()
  })
})

describe('session', () => {
  test('CORE-074 CORE-197: after login local storage holds token, account and flags; the refresh token is out of reach', async () => {
    const page = await open()
    await signInByForm(page, server.url, 'demo-2@connivence.test')
    await expect.poll(() => local(page, 'auth_token')).toMatch(/^ey/)
    await expect.poll(() => local(page, 'account_id')).toMatch(/^[0-9a-f-]{36}$/)
    await expect.poll(() => local(page, 'session_active')).toBe('true')
    await expect.poll(() => local(page, 'hasAccount')).toBe('true')
    await expect.poll(() => local(page, 'identity_mode')).toBe('single')
    const badges = (): Promise<{ messages?: number }> =>
      page.evaluate(() => JSON.parse(sessionStorage.getItem('badges') ?? '{}') as object)
    await expect.poll(async () => (await badges()).messages).toBeGreaterThan(0)
    expect(
      await page.evaluate(() =>
        ['auth_token', 'account_id', 'badges'].map((k) => [k in sessionStorage, k in localStorage]),
      ),
    ).toEqual([
      [false, true],
      [false, true],
      [true, false],
    ])
    expect(await page.evaluate(() => document.cookie)).toBe('')
    const cookies = await page.context().cookies(`${server.url}/api/auth/refresh`)
    expect(cookies).toMatchObject([
      { name: 'refresh', httpOnly: true, sameSite: 'Strict', path: '/api/auth' },
    ])
    await page.context().close()
  })

  test('CORE-075 CORE-076: without token but with the flag, one silent refresh; when it fails the flag is cleared', async () => {
    const page = await open()
    await signInByForm(page, server.url, 'demo-2@connivence.test')
    const refreshes: string[] = []
    page.context().on('request', (r) => {
      if (r.url().endsWith('/api/auth/refresh')) refreshes.push(r.url())
    })
    await page.evaluate(() => localStorage.removeItem('auth_token'))
    await page.reload()
    await page.getByRole('heading', { name: 'Discussions' }).waitFor()
    await expect.poll(() => local(page, 'auth_token')).toMatch(/^ey/)
    expect(new URL(page.url()).pathname).toMatch(/^\/conversations/)
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.removeItem('auth_token'))
    await page.reload()
    await page.getByRole('button', { name: 'Se connecter' }).waitFor()
    await expect.poll(() => local(page, 'session_active')).toBeNull()
    await page.context().close()
  })

  test('MSG-011 MSG-032 MSG-007: signed out, a private route, a conversation and the onboarding lead to /login with the whole way back', async () => {
    const page = await open()
    for (const path of ['/conversations/x', '/onboarding']) {
      await page.goto(server.url + path)
      await page.getByRole('button', { name: 'Se connecter' }).waitFor()
      expect(new URL(page.url()).searchParams.get('redirect')).toBe(path)
    }
    await page.goto(`${server.url}/events?eventId=x#y`)
    await page.getByRole('button', { name: 'Se connecter' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/events?eventId=x#y')
    await page.getByLabel('Adresse e-mail').fill('demo-3@connivence.test')
    await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await page.waitForURL('**/events?eventId=x#y')
    await page.context().close()
  })

  test('a redirect parameter never leaves the app', async () => {
    const page = await open()
    for (const evil of [
      '//evil.test',
      '/\\evil.test',
      'https:evil.test',
      'javascript:alert(1)',
      '/%2f%2fevil.test',
      '/%5cevil.test',
    ]) {
      await page.goto(`${server.url}/login?redirect=${encodeURIComponent(evil)}`)
      await page.getByLabel('Adresse e-mail').fill('demo-2@connivence.test')
      await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Se connecter' }).click()
      await page.waitForURL(/\/conversations/)
      expect(page.url().startsWith(server.url)).toBe(true)
      await page.goto(`${server.url}/robots.txt`)
      await page.evaluate(() => {
        localStorage.clear()
        sessionStorage.clear()
      })
      await page.context().clearCookies()
    }
    await page.context().close()
  })

  test('MSG-014 MSG-015: the last route is remembered for each account and restored on a public route', async () => {
    const page = await open()
    await signInByForm(page, server.url, 'demo-2@connivence.test')
    await page.goto(`${server.url}/news`)
    await page.getByRole('heading', { name: 'Actualités' }).waitFor()
    await page.goto(`${server.url}/`)
    await page.waitForURL('**/news')
    await page.evaluate(() => {
      for (const k of Object.keys(localStorage))
        if (!k.startsWith('last_route')) localStorage.removeItem(k)
    })
    await page.context().clearCookies()
    await signInByForm(page, server.url, 'demo-3@connivence.test')
    expect(new URL(page.url()).pathname).toMatch(/^\/conversations/)
    await page.context().close()
  })

  test('CORE-006 MSG-112 MSG-113 MSG-075: a couple is asked who is there; one identity is chosen by itself', async () => {
    const couple = await open()
    await signInByForm(couple, server.url, 'demo-1@connivence.test')
    const dialog = couple.getByRole('dialog', { name: 'Qui est derrière l’écran ?' })
    await dialog.waitFor()
    await expect
      .poll(() => dialog.getByRole('button').allInnerTexts())
      .toEqual([
        '', // closes it
        expect.stringContaining('Léa'),
        expect.stringContaining('Hugo'),
        expect.stringContaining('Tous les deux'),
      ])
    await dialog.getByRole('button', { name: 'Tous les deux' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => local(couple, 'identity_mode')).toBe('both')
    expect(JSON.parse((await local(couple, 'identity_ids')) ?? '[]')).toHaveLength(2)
    await couple.getByRole('button', { name: /Menu du profil|lea_hugo/ }).click()
    await couple.getByRole('menuitem', { name: 'Changer d’identité' }).click()
    await dialog.getByRole('button', { name: /Léa/ }).click()
    await expect.poll(() => local(couple, 'identity_mode')).toBe('single')
    await couple.context().close()

    const solo = await open()
    await signInByForm(solo, server.url, 'demo-2@connivence.test')
    await solo.getByRole('heading', { name: 'Discussions' }).waitFor()
    await expect.poll(() => local(solo, 'active_identity_id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await solo.getByRole('dialog').count()).toBe(0)
    await solo.context().close()
  })

  test('CORE-077 CORE-078: one 401 is refreshed and retried; a second ends the session at /', async () => {
    const page = await open()
    await signInByForm(page, server.url, 'demo-2@connivence.test')
    // a page that does not ask for relations: the first call is one of the page that follows
    await page.goto(`${server.url}/news`)
    await page.getByRole('heading', { name: 'Actualités' }).waitFor()
    const token = await local(page, 'auth_token')
    // a slow screen may ask again later
    const statuses: number[] = []
    page.on('response', (r) => {
      if (r.url().endsWith('/api/relations')) statuses.push(r.status())
    })
    let refused = false
    await page.route('**/api/relations', (r) => {
      if (refused) return r.fallback()
      refused = true
      return r.fulfill({ status: 401, json: { error: 'x' } })
    })
    await page.goto(`${server.url}/connection`)
    await page
      .getByRole('region', { name: 'Mes relations' })
      .or(page.getByLabel('Mes relations'))
      .first()
      .waitFor()
    await expect.poll(() => [statuses.includes(401), statuses.at(-1)]).toEqual([true, 200])
    await expect.poll(() => local(page, 'auth_token')).not.toBe(token)
    await page.route('**/api/relations', (r) => r.fulfill({ status: 401, json: { error: 'x' } }))
    await page.reload()
    await page.waitForURL((u) => u.pathname === '/')
    await expect.poll(() => local(page, 'session_active')).toBeNull()
    await expect.poll(() => local(page, 'auth_token')).toBeNull()
    await page.context().close()
  })

  test('CORE-083: logging out leaves nothing of the member, in every tab', async () => {
    const page = await open()
    await signInByForm(page, server.url, 'demo-2@connivence.test')
    const other = await page.context().newPage()
    await other.goto(`${server.url}/news`)
    await other.getByRole('heading', { name: 'Actualités' }).waitFor()
    await signOut(page)
    await other.getByRole('button', { name: 'Se connecter' }).waitFor()
    const left = (): Promise<string[]> =>
      page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
    // what belongs to the device
    await expect
      .poll(async () =>
        (await left()).filter(
          (k) => !/^(theme|text_size|allow_zoom|push_device_id|config)/.test(k),
        ),
      )
      .toEqual([])
    await expect
      .poll(() =>
        page.evaluate(async () => (await caches.keys()).filter((k) => !k.includes('precache'))),
      )
      .toEqual([])
    await expect
      .poll(async () => (await page.context().cookies(`${server.url}/api/auth/refresh`)).length)
      .toBe(0)
    await page.context().close()
  })

  test('10 tabs with an expired token at once: one refresh, nobody logged out', async () => {
    const context = await newContext(browser)
    const first = await context.newPage()
    await signInByForm(first, server.url, 'demo-2@connivence.test')
    const tabs: Page[] = []
    for (let i = 0; i < 9; i += 1) {
      const tab = await context.newPage()
      await tab.goto(`${server.url}/news`)
      await tab.getByRole('heading', { name: 'Actualités' }).waitFor()
      tabs.push(tab)
    }
    // counted by the server: the browser's own tools do not see what a SharedWorker asks
    const refreshes = await metrics.answers('refresh')
    const before = await local(first, 'auth_token')
    // every tab's next call is refused once, as after an expiry
    const refused = new Set<Page>()
    const waiting: (() => void)[] = []
    for (const tab of [first, ...tabs])
      await tab.route('**/api/relations', (r) => {
        if (refused.has(tab)) return r.fallback()
        refused.add(tab)
        // all ten are refused in the same instant
        waiting.push(() => void r.fulfill({ status: 401, json: { error: 'expiré' } }))
        if (waiting.length === 10) for (const refuse of waiting) refuse()
        return undefined
      })
    await Promise.all(
      [first, ...tabs].map((tab) =>
        tab.evaluate(() => {
          history.pushState(null, '', '/connection')
          dispatchEvent(new PopStateEvent('popstate'))
        }),
      ),
    )
    for (const tab of [first, ...tabs])
      await tab.getByRole('heading', { name: 'Relations' }).waitFor()
    await expect.poll(() => local(first, 'auth_token')).not.toBe(before)
    for (const tab of tabs)
      expect(await local(tab, 'auth_token')).toBe(await local(first, 'auth_token'))
    expect(refused.size).toBe(10)
    expect((await metrics.answers('refresh')) - refreshes).toBe(1)
    for (const tab of [first, ...tabs]) expect(new URL(tab.url()).pathname).toBe('/connection')
    await context.close()
  })
})
