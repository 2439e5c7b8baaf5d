import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { axe } from '../support/browser/axe'
import {
  DESKTOP,
  launch,
  newContext,
  PASSWORD,
  PHONE,
  signIn,
  signOut,
  WITH_SERVICE_WORKER,
} from '../support/browser/browser'
import { linkFromMail } from '../support/browser/mailbox'
import { startServer, type RunningServer } from '../support/server/process'

const MAN = 'demo-2@connivence.test'
const WOMAN = 'demo-3@connivence.test'
let server: RunningServer
let browser: Browser
/** Only localhost is a secure context without https. */
let base: string
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())
// sessions, keys and addresses stay with a member: each try begins without them
beforeEach(async () => {
  server = await startServer({ DEMO: '1' })
  base = server.url.replace('127.0.0.1', 'localhost')
})
afterEach(() => server.close())
const settings = async (page: Page) => {
  await page.goto(`${base}/settings/security`)
  return page.getByRole('region', { name: 'Sécurité' })
}

test('sessions open elsewhere: one is closed from here, and that tab shows the login with the reason; axe finds nothing in either theme', async () => {
  const here = await (
    await newContext(browser, { ...PHONE, ...WITH_SERVICE_WORKER, colorScheme: 'dark' })
  ).newPage()
  const there = await (await newContext(browser, { ...DESKTOP, ...WITH_SERVICE_WORKER })).newPage()
  await signIn(there, base, MAN)
  await signIn(here, base, MAN)
  const section = await settings(here)
  const rows = section.getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(2)
  expect(await rows.first().innerText()).toMatch(/Chrome sur Android\s+Cet appareil/)
  for (const theme of ['dark', 'light'] as const) {
    await here.emulateMedia({ colorScheme: theme })
    expect(await axe(here), theme).toEqual([])
    if (process.env['SHOTS']) {
      await section.scrollIntoViewIfNeeded()
      await section.screenshot({ path: `${process.env['SHOTS']}/sessions-${theme}.png` })
    }
  }
  await rows
    .nth(1)
    .getByRole('button', { name: /^Déconnecter/ })
    .click()
  await here
    .getByRole('list', { name: 'Notifications' })
    .getByText('Appareil déconnecté.')
    .waitFor()
  await expect.poll(() => rows.count()).toBe(1)
  await there.getByText('Cette session a été fermée depuis un autre de vos appareils.').waitFor()
  expect(await there.getByRole('button', { name: 'Se connecter' }).isVisible()).toBe(true)
  if (process.env['SHOTS']) await there.screenshot({ path: `${process.env['SHOTS']}/ended.png` })
  await here.context().close()
  await there.context().close()
})

test('a passkey: made with the password, asked after it from then on, enough without it, and a recovery code when it is lost', async () => {
  const context = await newContext(browser, { ...DESKTOP, ...WITH_SERVICE_WORKER })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  let authenticatorId = ''
  const kept = async () =>
    (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  let made: Awaited<ReturnType<typeof kept>> = []
  let count = 0
  /**
   * axe's own session takes it away when it ends: what it made is put back, with a count of
   * signatures that goes on.
   */
  const plug = async (): Promise<void> => {
    await cdp.send('WebAuthn.disable').catch(() => undefined)
    await cdp.send('WebAuthn.enable')
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    } as const
    authenticatorId = (await cdp.send('WebAuthn.addVirtualAuthenticator', { options }))
      .authenticatorId
    for (const credential of made)
      await cdp.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: { ...credential, signCount: credential.signCount + (count += 10) },
      })
  }
  const shot = async (name: string): Promise<void> => {
    if (process.env['SHOTS'])
      await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true })
  }
  const arrived = (): Promise<void> => page.waitForURL((url) => url.pathname === '/conversations')
  const leave = async (): Promise<void> => {
    await signOut(page)
    await plug()
  }
  const password = async (): Promise<void> => {
    await page.getByLabel('Adresse e-mail').fill(WOMAN)
    await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Se connecter' }).click()
  }
  await signIn(page, base, WOMAN)
  const section = await settings(page)
  await plug()
  const ask = async (form: string, action: string): Promise<void> => {
    const asked = section.getByRole('form', { name: form })
    await asked.getByLabel('Votre mot de passe').fill(PASSWORD)
    await asked.getByRole('button', { name: action }).click()
  }
  await section.getByRole('button', { name: 'Ajouter une clé d’accès' }).click()
  await section.getByLabel('Nom de cette clé').fill('Téléphone de Zoé')
  await ask('Ajouter une clé d’accès', 'Continuer')
  await section.getByText('Téléphone de Zoé').waitFor()
  made = await kept()
  await section.getByRole('switch', { name: /Demander aussi une clé d’accès/ }).click()
  await ask('Connexion en deux étapes', 'Activer')
  const codes = section.getByRole('region', { name: 'Vos codes de secours' }).getByRole('listitem')
  await expect.poll(() => codes.count()).toBe(8)
  const [code = ''] = await codes.allInnerTexts()
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    expect(await axe(page), theme).toEqual([])
    if (process.env['SHOTS'])
      await section.screenshot({ path: `${process.env['SHOTS']}/passkeys-${theme}.png` })
  }
  await page.goto(`${base}/conversations`)
  await leave()
  await page.getByRole('button', { name: 'Utiliser une clé d’accès' }).click()
  await arrived()
  await leave()
  await password()
  await page.getByText('Confirmez maintenant avec votre clé d’accès').waitFor()
  expect(await axe(page)).toEqual([])
  await plug()
  await shot('second')
  await page.getByRole('button', { name: 'Confirmer avec ma clé d’accès' }).click()
  await arrived()
  await leave()
  await password()
  await page.getByRole('button', { name: 'Utiliser un code de secours' }).click()
  await page.getByLabel('Code de secours').fill(code)
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Valider le code' }).click()
  await arrived()
  await context.close()
})

test('another e-mail address: asked with the password, confirmed from the mail, then the one that signs in; the link works once', async () => {
  const context = await newContext(browser, {
    ...PHONE,
    ...WITH_SERVICE_WORKER,
    colorScheme: 'dark',
  })
  const page = await context.newPage()
  const shot = async (name: string): Promise<void> => {
    if (process.env['SHOTS'])
      await page.screenshot({ path: `${process.env['SHOTS']}/address-${name}.png` })
  }
  const wanted = 'nouvelle@connivence.test'
  await signIn(page, base, MAN)
  const section = await settings(page)
  await section.getByRole('button', { name: 'Changer d’adresse e-mail' }).click()
  const form = section.getByRole('form', { name: 'Changer d’adresse e-mail' })
  await form.getByLabel('Nouvelle adresse e-mail').fill(wanted)
  await form.getByLabel('Votre mot de passe').fill('pas-le-bon')
  await form.getByRole('button', { name: 'Envoyer le lien' }).click()
  await form.getByText('Ce mot de passe n’est pas le bon.').waitFor()
  await shot('wrong')
  await form.getByLabel('Votre mot de passe').fill(PASSWORD)
  await form.getByRole('button', { name: 'Envoyer le lien' }).click()
  await section.getByRole('status').filter({ hasText: wanted }).waitFor()
  await shot('sent')
  const link = await linkFromMail(server.url, wanted, 'confirm-email')
  const open = () => page.goto(base + link)
  await open()
  await page
    .getByText('C’est fait : cette adresse e-mail est désormais celle de votre compte.', {
      exact: false,
    })
    .waitFor()
  expect(await axe(page)).toEqual([])
  await shot('done')
  await (await settings(page)).getByText(wanted, { exact: true }).waitFor()
  // used up: said, with a way on
  await open()
  await page.getByRole('heading', { name: 'Ce lien n’est plus valable.' }).waitFor()
  expect(await page.getByRole('alert').innerText()).toMatch(/^Il a déjà servi/)
  await shot('over')
  const fresh = await (await newContext(browser, { ...DESKTOP, ...WITH_SERVICE_WORKER })).newPage()
  await signIn(fresh, base, wanted)
  await fresh.context().close()
  await context.close()
})
