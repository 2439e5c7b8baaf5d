import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from '../support/axe'
import { DESKTOP, launch, newContext, PHONE, signIn } from '../support/browser'
import { startServer, type Running } from '../support/process'

const MAN = 'demo-2@connivence.test'
let server: Running
let browser: Browser
/** Only localhost is a secure context without https. */
let base: string
beforeAll(async () => {
  server = await startServer({ DEMO: '1' })
  base = server.url.replace('127.0.0.1', 'localhost')
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await server.close()
})
const settings = async (page: Page) => {
  await page.goto(`${base}/settings`)
  return page.getByRole('region', { name: 'Sécurité' })
}

test('sessions open elsewhere: one is closed from here, and that tab shows the login with the reason; axe finds nothing in either theme', async () => {
  const here = await (await newContext(browser, { ...PHONE, colorScheme: 'dark' })).newPage()
  const there = await (await newContext(browser, DESKTOP)).newPage()
  await signIn(there, base, MAN)
  await signIn(here, base, MAN)
  const section = await settings(here)
  const rows = section.getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(2)
  expect(await rows.first().innerText()).toMatch(/Chrome sur Android\s+Cet appareil/)
  for (const theme of ['Sombre', 'Clair']) {
    await here.getByRole('radio', { name: theme }).check({ force: true })
    expect(await axe(here), theme).toEqual([])
    if (process.env['SHOTS']) { await section.scrollIntoViewIfNeeded(); await section.screenshot({ path: `${process.env['SHOTS']}/sessions-${theme}.png` }) }
  }
  await rows.nth(1).getByRole('button', { name: /^Déconnecter/ }).click()
  await here.getByRole('list', { name: 'Notifications' }).getByText('Appareil déconnecté.').waitFor()
  await expect.poll(() => rows.count()).toBe(1)
  await there.getByText('Cette session a été fermée depuis un autre de vos appareils.').waitFor()
  expect(await there.getByRole('button', { name: 'Se connecter' }).isVisible()).toBe(true)
  if (process.env['SHOTS']) await there.screenshot({ path: `${process.env['SHOTS']}/ended.png` })
  await here.context().close()
  await there.context().close()
})
