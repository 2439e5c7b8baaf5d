import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from '../support/axe'
import { DESKTOP, launch, newContext, PASSWORD, PHONE, signIn } from '../support/browser'
import { startServer, type Running } from '../support/process'

const MAN = 'demo-2@connivence.test'
const WOMAN = 'demo-3@connivence.test'
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

test('a passkey is made in the browser with the password, the second step gives eight codes once, axe finds nothing in either theme', async () => {
  const context = await newContext(browser, DESKTOP)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true } as const
  await signIn(page, base, WOMAN)
  const section = await settings(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options })
  const ask = async (form: string, action: string): Promise<void> => {
    const asked = section.getByRole('form', { name: form })
    await asked.getByLabel('Votre mot de passe').fill(PASSWORD)
    await asked.getByRole('button', { name: action }).click()
  }
  await section.getByRole('button', { name: 'Ajouter une clé d’accès' }).click()
  await section.getByLabel('Nom de cette clé').fill('Téléphone de Zoé')
  await ask('Ajouter une clé d’accès', 'Continuer')
  await section.getByText('Téléphone de Zoé').waitFor()
  await section.getByRole('switch', { name: /Demander aussi une clé d’accès/ }).click()
  await ask('Connexion en deux étapes', 'Activer')
  const codes = section.getByRole('region', { name: 'Vos codes de secours' }).getByRole('listitem')
  await expect.poll(() => codes.count()).toBe(8)
  for (const theme of ['Sombre', 'Clair']) {
    await page.getByRole('radio', { name: theme }).check({ force: true })
    expect(await axe(page), theme).toEqual([])
    if (process.env['SHOTS']) await section.screenshot({ path: `${process.env['SHOTS']}/passkeys-${theme}.png` })
  }
  await context.close()
})
