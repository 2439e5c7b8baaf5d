import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, BrowserContext, Page } from 'playwright'
import { axe } from '../support/browser/axe'
import {
  DESKTOP,
  launch,
  newContext,
  PASSWORD,
  PHONE,
  signIn,
  watch,
} from '../support/browser/browser'
import { startServer, type RunningServer } from '../support/server/process'

const STAFF = 'demo-staff@connivence.test'
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

/** A staff login need not have an account: what a member's sign-in stores is not there. */
const staffContext = async (options: Parameters<typeof newContext>[1] = DESKTOP) => {
  const context = await newContext(browser, options)
  const page = await context.newPage()
  const reply = await page.request.post(`${server.url}/api/auth/login`, {
    data: { email: STAFF, password: PASSWORD },
  })
  const { token } = (await reply.json()) as { token: string }
  await page.goto(`${server.url}/robots.txt`)
  await page.evaluate((auth_token) => {
    localStorage.setItem('auth_token', auth_token)
    localStorage.setItem('session_active', 'true')
  }, token)
  await page.goto(`${server.url}/desk`)
  return { context, page }
}
/** Codes of the mails in the demonstration mailbox; colours of its style sheet have six digits too. */
const mailedCodes = async (page: Page): Promise<string[]> => {
  const box = await (await page.request.get(`${server.url}/demo/boite-aux-lettres`)).text()
  return box.match(/(?<![#\w])\d{6}(?!\w)/g) ?? []
}
const unlock = async (page: Page): Promise<void> => {
  const known = await mailedCodes(page)
  await page.getByRole('button', { name: 'Recevoir un code' }).click()
  const field = page.getByLabel('Code à six chiffres')
  await field.waitFor()
  // the mail is written after the reply
  const fresh = async () => (await mailedCodes(page)).filter((code) => !known.includes(code))
  await expect.poll(async () => (await fresh()).length).toBe(1)
  await field.fill((await fresh())[0] ?? '')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /Dossiers ouverts/ }).waitFor()
}
const widths = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

test('staff unlock the desk by the code of their mail, decide five cases with four keys each, and lock it', async () => {
  const { context, page } = await staffContext()
  const seen = watch(page, server.url)
  await page.getByRole('button', { name: 'Recevoir un code' }).waitFor()
  expect(await axe(page, { bestPractice: true })).toEqual([])
  await unlock(page)
  const first = page.locator('[data-case]').first()
  await first.waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const measures = page.getByRole('region', { name: 'Décision', exact: true })
  for (const name of [
    'Classer sans suite',
    'Retirer le contenu',
    'Avertir',
    'Restreindre',
    'Suspendre',
  ]) {
    const before = page.url()
    const wanted = measures.getByRole('button', { name })
    // not every kind of case has every measure: the next one then
    await measures.getByRole('button').first().waitFor()
    const choice = (await wanted.count()) > 0 ? wanted : measures.getByRole('button').first()
    await page.keyboard.press((await choice.locator('kbd').textContent()) ?? '')
    await expect.poll(() => choice.getAttribute('aria-pressed')).toBe('true')
    const decide = page.getByRole('button', { name: 'Décider' })
    await expect.poll(() => decide.evaluate((node) => node === document.activeElement)).toBe(true)
    await page.getByText('Vous vous en occupez').waitFor()
    expect(await axe(page, { bestPractice: true })).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).not.toBe(before)
  }
  await page.goto(`${server.url}/desk/decided`)
  await expect.poll(() => page.locator('[data-case]').count()).toBeGreaterThanOrEqual(5)
  for (const part of ['audit', 'team', 'figures']) {
    await page.goto(`${server.url}/desk/${part}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('li, tbody tr').first().waitFor()
    expect([part, await axe(page, { bestPractice: true })]).toEqual([part, []])
  }
  await page.getByRole('button', { name: 'Verrouiller' }).click()
  await page.getByRole('heading', { name: 'Bureau verrouillé' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Bureau verrouillé' }).waitFor()
  expect([seen.errors, seen.foreign]).toEqual([[], []])
  await context.close()
})

test('on a phone the case covers the list and leads back; nothing scrolls sideways from 320 px', async () => {
  const { context, page } = await staffContext(PHONE)
  await unlock(page)
  await page.locator('[data-case]').nth(1).tap()
  await page.getByRole('button', { name: /^Avertir|^Maintenir/ }).tap()
  await page.getByRole('button', { name: 'Décider' }).waitFor()
  expect(await axe(page, { bestPractice: true })).toEqual([])
  for (const width of [320, 390, 834]) {
    await page.setViewportSize({ width, height: 844 })
    expect([width, await widths(page)]).toEqual([width, true])
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Retour aux dossiers' }).tap()
  await page.getByRole('heading', { name: /Dossiers ouverts/ }).waitFor()
  expect(await axe(page, { bestPractice: true })).toEqual([])
  await context.close()
})

/** A phone of a member, signed in. */
const member = async (email: string, path: string): Promise<[BrowserContext, Page]> => {
  const context = await newContext(browser, PHONE)
  const page = await context.newPage()
  await signIn(page, server.url, email, undefined, path)
  return [context, page]
}

test('a member finds no desk, and their suspension with its reasons in place of the app', async () => {
  const [context, page] = await member('demo-2@connivence.test', '/desk')
  await page.getByRole('heading', { name: 'Page introuvable' }).waitFor()
  const { id } = (await page.evaluate(async () => {
    const token = localStorage.getItem('auth_token')
    const reply = await fetch('/api/auth/me', { headers: { authorization: `Bearer ${token}` } })
    return ((await reply.json()) as { account: { id: string } }).account
  })) as { id: string }

  const staff = await staffContext()
  await unlock(staff.page)
  await staff.page.goto(`${server.url}/desk/accounts/${id}`)
  await staff.page.getByLabel('Raison').selectOption('harassment')
  await staff.page.getByRole('button', { name: 'Ouvrir un dossier' }).click()
  await staff.page.getByRole('button', { name: 'Suspendre' }).click()
  await staff.page.getByRole('button', { name: 'Décider' }).click()
  await expect.poll(() => staff.page.url()).not.toContain('/accounts/')
  await staff.page
    .getByRole('button', { name: 'Suspendre', pressed: true })
    .waitFor({ state: 'detached' })

  await page.goto(`${server.url}/conversations`)
  await page.getByRole('heading', { name: 'Votre compte est suspendu' }).waitFor()
  await page.getByText('L’équipe a examiné votre profil.').waitFor()
  expect(await axe(page, { bestPractice: true })).toEqual([])
  await page.getByRole('button', { name: 'Contester' }).tap()
  await page.getByLabel('Pourquoi vous contestez').fill('On s’est mal compris.')
  await page.getByRole('button', { name: 'Envoyer ma contestation' }).tap()
  await page.getByText('Contestation à l’étude').waitFor()

  // undone by the appeal’s own case
  await staff.page.goto(`${server.url}/desk`)
  await staff.page.getByLabel('Origine des dossiers').selectOption('appeal')
  const row = staff.page.locator('[data-case]').filter({ hasText: 'antoine_69' })
  await row.click()
  await staff.page.getByText('On s’est mal compris.').waitFor()
  await staff.page.getByRole('button', { name: 'Annuler la décision' }).click()
  await staff.page.getByRole('button', { name: 'Décider' }).click()
  await row.waitFor({ state: 'detached' })
  await page.goto(`${server.url}/account/moderation`)
  await page.getByText('Décision annulée').first().waitFor()
  expect(await axe(page, { bestPractice: true })).toEqual([])
  await staff.context.close()
  await context.close()
})

test('whoever has no account reads the rules, sends a notice and follows it by its code', async () => {
  const context = await newContext(browser, PHONE)
  const page = await context.newPage()
  await page.goto(`${server.url}/login`)
  await page.getByRole('link', { name: 'Signaler un contenu' }).tap()
  await page.getByLabel('De qui ou de quoi s’agit-il').fill('personne_de_ce_nom')
  await page.getByLabel('Raison').selectOption('impersonation')
  await page.getByLabel('Ce qui se passe').fill('Ce profil montre mes photos.')
  await page.getByRole('checkbox').check()
  expect(await axe(page, { bestPractice: true })).toEqual([])
  await page.getByRole('button', { name: 'Envoyer le signalement' }).tap()
  await page.getByText('Gardez ce code').waitFor()
  await page.getByRole('button', { name: 'Suivre ce signalement' }).tap()
  await page.getByRole('button', { name: 'Suivre', exact: true }).tap()
  await page.getByText('Reçu, à l’étude').waitFor()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await widths(page)).toBe(true)
  await page.getByRole('link', { name: 'Règles de la maison' }).tap()
  await page.getByRole('heading', { name: 'Le respect' }).waitFor()
  expect(await widths(page)).toBe(true)
  expect(await axe(page, { bestPractice: true })).toEqual([])
  await context.close()
})

test('two desks at once: what one claims, the other sees claimed without a reload', async () => {
  const [one, two] = [await staffContext(), await staffContext(PHONE)]
  await unlock(one.page)
  await unlock(two.page)
  await two.page.locator('[data-case]').last().tap()
  await two.page.getByRole('button', { name: 'Je m’en occupe' }).tap()
  await two.page.getByRole('button', { name: 'Rendre' }).waitFor()
  const path = new URL(two.page.url()).pathname
  await one.page
    .locator(`[data-case][href="${path}"]`)
    .getByText('Vous vous en occupez')
    .waitFor({ timeout: 10_000 })
  await one.context.close()
  await two.context.close()
})

test('a member’s page asks for nothing of the desk', async () => {
  const context = await newContext(browser, DESKTOP)
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (r) => asked.push(new URL(r.url()).pathname))
  await signIn(page, server.url, 'demo-3@connivence.test')
  await page.getByRole('heading', { name: 'Discussions' }).waitFor()
  expect(asked.filter((path) => /desk|staff/.test(path))).toEqual([])
  await context.close()
})
