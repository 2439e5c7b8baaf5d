import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axe } from '../support/axe'
import { DESKTOP, launch, newContext, PHONE, signIn } from '../support/browser'
import { startServer, type Running } from '../support/process'

let server: Running
let browser: Browser
beforeAll(async () => {
  server = await startServer({ DEMO: '1' })
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await server.close()
})
const signedIn = async (options: Parameters<typeof newContext>[1] = DESKTOP, email = 'demo-2@connivence.test'): Promise<Page> => {
  const page = await (await newContext(browser, options)).newPage()
  await signIn(page, server.url, email)
  return page
}
const NAV = [['Profil', '/profile'], ['Discussions', '/conversations'], ['Actualités', '/news'], ['Sorties', '/events'], ['Carte', '/radar']] as const

describe('navigation', () => {
  test('CORE-007 CORE-008 MSG-016 MSG-017: a bottom bar on a phone, a side bar of 240 px on a desktop; the same five entries', async () => {
    for (const [options, desktop] of [[PHONE, false], [DESKTOP, true]] as const) {
      const page = await signedIn(options)
      await page.goto(`${server.url}/news`)
      const nav = page.getByRole('navigation', { name: 'Navigation' })
      const box = await nav.boundingBox()
      if (desktop) expect(box).toMatchObject({ x: 0, y: 0, width: 240, height: 900 })
      else expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(844, 0)
      const main = await page.getByRole('main').boundingBox()
      expect(main?.x).toBe(desktop ? 240 : 0)
      const links = nav.getByRole('link').filter({ hasText: /Profil|Discussions|Actualités|Sorties|Carte/ })
      expect(await links.evaluateAll((all) => all.map((a) => a.getAttribute('href')))).toEqual(NAV.map(([, path]) => path))
      for (const [label, path] of NAV) {
        await nav.getByRole('link', { name: label }).click()
        await page.waitForURL((u) => u.pathname.startsWith(path))
        expect(await nav.getByRole('link', { name: label }).getAttribute('aria-current')).toBe('page')
      }
      await page.context().close()
    }
  })

  test('CORE-010 CORE-013 MSG-103: badges are capped, and news and events are cleared by opening their screen', async () => {
    const page = await signedIn()
    await page.goto(`${server.url}/profile`)
    const show = (badges: object) => page.evaluate((b) => sessionStorage.setItem('badges', JSON.stringify(b)), badges).then(() => page.reload())
    await show({ messages: 0, news: 9, events: 10 })
    const nav = page.getByRole('navigation', { name: 'Navigation' })
    await nav.getByRole('link', { name: /Sorties/ }).getByText('9+').waitFor()
    await nav.getByRole('link', { name: /Actualités/ }).getByText('9', { exact: true }).waitFor()
    await nav.getByRole('link', { name: /Sorties/ }).click()
    await expect.poll(() => nav.getByRole('link', { name: /Sorties/ }).innerText()).toBe('Sorties')
    await nav.getByRole('link', { name: /Actualités/ }).click()
    await expect.poll(() => nav.getByRole('link', { name: /Actualités/ }).innerText()).toBe('Actualités')
    await page.context().close()
  })

  test('CORE-015: the code of a screen is fetched when its route is first opened', async () => {
    const page = await signedIn()
    const scripts: string[] = []
    page.on('request', (r) => { if (/assets\/.*\.js$/.test(r.url())) scripts.push(r.url()) })
    await page.goto(`${server.url}/news`)
    await page.getByRole('heading', { name: 'Actualités' }).waitFor()
    const before = scripts.length
    await page.getByRole('link', { name: 'Carte' }).click()
    await page.getByRole('heading', { name: 'Carte', level: 1 }).waitFor()
    expect(scripts.slice(before).some((u) => u.includes('radar-screen'))).toBe(true)
    await page.context().close()
  })

  test('MSG-018: a new path starts at the top', async () => {
    const page = await signedIn(PHONE)
    await page.goto(`${server.url}/profile`)
    await page.evaluate(() => { document.body.style.minHeight = '4000px'; window.scrollTo(0, 900) })
    await page.getByRole('link', { name: 'Actualités' }).click()
    await page.waitForURL('**/news')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await page.context().close()
  })

  test('MSG-019: ctrl-wheel does not zoom the page, unless the member allows it', async () => {
    const page = await signedIn()
    const prevented = (): Promise<boolean> => page.evaluate(() => !document.body.dispatchEvent(new WheelEvent('wheel', { ctrlKey: true, deltaY: -100, bubbles: true, cancelable: true })))
    expect(await prevented()).toBe(true)
    await page.goto(`${server.url}/settings`)
    await page.getByRole('switch', { name: 'Autoriser le zoom' }).click()
    expect(await prevented()).toBe(false)
    await page.context().close()
  })
})

describe('surfaces', () => {
  test('CORE-034 CORE-030 CORE-032: the menu has its four entries; the drawer locks the page and closes with Escape', async () => {
    const page = await signedIn()
    await page.getByRole('navigation').getByRole('button').last().click()
    const items = page.getByRole('menuitem')
    expect(await items.allInnerTexts()).toEqual(['Paramètres', 'Un commentaire ?', 'À propos', 'Se déconnecter'])
    await items.first().click()
    const drawer = page.getByRole('dialog', { name: 'Paramètres' })
    await drawer.waitFor()
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow + getComputedStyle(document.body).overflow)).toMatch(/hidden|clip/)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow + getComputedStyle(document.body).overflow)).not.toMatch(/hidden/)
    await page.context().close()
  })

  test('CORE-031: the confirm dialog is centred, has its labels, and Escape does nothing else', async () => {
    const page = await signedIn()
    await page.getByRole('navigation').getByRole('button').last().click()
    await page.getByRole('menuitem', { name: 'Se déconnecter' }).click()
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    const box = await dialog.boundingBox()
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 720)).toBeLessThan(2)
    expect(Math.abs((box?.y ?? 0) + (box?.height ?? 0) / 2 - 450)).toBeLessThan(30)
    expect(await dialog.getByRole('button').allInnerTexts()).toEqual(expect.arrayContaining(['Annuler', 'Se déconnecter']))
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => localStorage.getItem('session_active'))).toBe('true')
    await page.context().close()
  })

  test('the feedback panel refuses blanks, keeps the text when sending fails, and thanks', async () => {
    const page = await signedIn()
    await page.goto(`${server.url}/feedback`)
    const panel = page.getByRole('dialog', { name: 'Un commentaire ?' })
    await panel.getByRole('button', { name: 'Envoyer' }).click()
    await panel.getByText('Merci de saisir votre commentaire.').waitFor()
    await panel.getByLabel('Votre commentaire').fill('Une belle application')
    await page.route('**/api/feedback', (r) => r.abort())
    await panel.getByRole('button', { name: 'Envoyer' }).click()
    await panel.getByText('Envoi impossible', { exact: false }).waitFor()
    expect(await panel.getByLabel('Votre commentaire').inputValue()).toBe('Une belle application')
    await page.unroute('**/api/feedback')
    await panel.getByRole('button', { name: 'Envoyer' }).click()
    await page.getByText('Merci pour votre commentaire.').waitFor()
    await panel.waitFor({ state: 'hidden' })
    await page.context().close()
  })

  test('accessibility: axe finds nothing on the signed-in screens, dark and light, phone and desktop', async () => {
    for (const [options, colorScheme] of [[PHONE, 'dark'], [DESKTOP, 'light']] as const) {
      const page = await signedIn({ ...options, colorScheme })
      for (const path of ['/conversations', '/profile', '/connection', '/news', '/events', '/radar', '/settings', '/nulle-part']) {
        await page.goto(`${server.url}${path}`)
        await page.waitForLoadState('networkidle')
        expect(await axe(page), `${path} ${colorScheme}`).toEqual([])
      }
      await page.context().close()
    }
  })
})
