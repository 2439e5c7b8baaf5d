import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright'
import { axe } from '../support/browser/axe'
import { launch, left, newContext, PHONE, signIn, watch } from '../support/browser/browser'
import { staffContext, unlockDesk } from '../support/browser/desk'
import { linkFromMail } from '../support/browser/mailbox'
import { startServer, type RunningServer } from '../support/server/process'

let server: RunningServer
let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())
// the address, the case at the desk and the version of the rules are there once: each try has its own
beforeEach(async () => {
  server = await startServer({ DEMO: '1' })
})
afterEach(() => server.close())
const widths = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
const EMAIL = 'nouvelle@connivence.test'

/** Registers by the form and opens the link of the mail. */
const register = async (page: Page): Promise<void> => {
  await page.goto(`${server.url}/register`)
  await page.getByText('L’équipe lit chaque inscription').waitFor()
  await page.getByLabel('Nom').fill('Camille Durand')
  await page.getByLabel('Adresse e-mail').fill(EMAIL)
  await page.getByLabel('Mot de passe', { exact: true }).fill('trois-hiboux-sous-la-lune')
  await page.getByLabel('Date de naissance').fill('1988-05-04')
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Créer mon compte' }).tap()
  await page.waitForURL('**/waiting-for-email-verification')
  await page.goto(server.url + (await linkFromMail(server.url, EMAIL, 'verify-email')))
}

test('with approval a newcomer writes some words, the team lets them in, and the onboarding follows', async () => {
  const desk = await staffContext(browser, server.url)
  const seen = watch(desk.page, server.url)
  await unlockDesk(desk.page, server.url)
  await desk.page.getByRole('link', { name: 'Communauté' }).click()
  await desk.page.getByRole('radio', { name: 'Après accord' }).check()
  await desk.page.getByRole('button', { name: 'Enregistrer' }).click()
  await desk.page.getByText('Réglages enregistrés.').first().waitFor()

  const context = await newContext(browser, PHONE)
  const page = await context.newPage()
  await register(page)
  await page.getByRole('heading', { name: 'Présentez-vous' }).waitFor()
  expect(await axe(page, { bestPractice: true })).toEqual([])
  await page.getByLabel('Votre présentation').fill('Nous sommes un couple de Tours.')
  // what was typed survives a reload
  await page.reload()
  await expect
    .poll(() => page.getByLabel('Votre présentation').inputValue())
    .toBe('Nous sommes un couple de Tours.')
  await page.getByLabel('Membres qui vous connaissent').fill('personne_de_ce_nom')
  await page.getByRole('button', { name: 'Envoyer ma demande' }).tap()
  await page.getByRole('heading', { name: 'Votre demande est partie' }).waitFor()
  expect(await axe(page, { bestPractice: true })).toEqual([])

  await desk.page.goto(`${server.url}/desk`)
  await desk.page.getByLabel('Origine des dossiers').selectOption('newcomer')
  await desk.page.locator('[data-case]').first().click()
  await desk.page.getByText('Nous sommes un couple de Tours.').waitFor()
  await desk.page.getByRole('button', { name: 'Accueillir', exact: true }).click()
  expect(await axe(desk.page, { bestPractice: true })).toEqual([])
  await desk.page.getByRole('button', { name: 'Décider' }).click()
  await expect.poll(() => desk.page.locator('[data-case]').count()).toBe(0)
  expect([seen.errors, seen.foreign]).toEqual([[], []])

  await page.getByRole('button', { name: 'Vérifier maintenant' }).tap()
  await page.getByRole('heading', { name: 'Bienvenue' }).waitFor()
  await page.getByLabel('Pseudo').waitFor()
  await context.close()
  await desk.context.close()
})

test('pages of the community: no violation, nothing scrolls sideways; new rules are asked of a member', async () => {
  const { context, page } = await staffContext(browser, server.url, PHONE)
  await unlockDesk(page, server.url)
  for (const part of ['settings', 'messages', 'instance', 'members', 'rules']) {
    await page.goto(`${server.url}/desk/${part}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    if (part === 'members') {
      await page.getByLabel('Début du pseudo').fill('cl')
      await page.getByRole('link', { name: 'clara_et_tom' }).waitFor()
    } else await page.locator('form, dl').first().waitFor()
    expect([part, await axe(page, { bestPractice: true })]).toEqual([part, []])
    for (const width of [320, 390, 834]) {
      await page.setViewportSize({ width, height: 844 })
      expect([part, width, await widths(page)]).toEqual([part, width, true])
    }
    await page.setViewportSize({ width: 390, height: 844 })
  }
  await page.getByLabel('Règle 1', { exact: true }).fill('Le oui d’abord')
  await page.getByRole('button', { name: 'Publier cette version' }).tap()
  await page.getByRole('button', { name: 'Publier', exact: true }).tap()
  await page.getByText('Version 1.').waitFor()
  await context.close()

  const member = await newContext(browser, PHONE)
  const phone = await member.newPage()
  await signIn(phone, server.url, 'demo-2@connivence.test', undefined, '/conversations')
  const rules = phone.getByRole('dialog', { name: 'Les règles de la communauté ont changé' })
  await rules.getByText('Le oui d’abord').waitFor()
  expect(await axe(phone, { bestPractice: true })).toEqual([])
  await rules.getByRole('button', { name: 'J’accepte ces règles' }).tap()
  await rules.waitFor({ state: 'detached' })
  await left(phone)
  await phone.reload()
  await phone.getByRole('navigation').first().waitFor()
  await expect.poll(() => phone.locator('[data-ready], main').count()).toBeGreaterThan(0)
  expect(await rules.count()).toBe(0)
  await member.close()
})
