import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, BrowserContext, Page } from 'playwright'
import { axe } from '../support/browser/axe'
import { DESKTOP, launch, newContext, PHONE, signIn, watch } from '../support/browser/browser'
import { staffContext, unlockDesk } from '../support/browser/desk'
import { startServer, type RunningServer } from '../support/server/process'

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

const staff = (options?: Parameters<typeof newContext>[1]) =>
  staffContext(browser, server.url, options)
const unlock = (page: Page): Promise<void> => unlockDesk(page, server.url)
const widths = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

test('staff unlock the desk by the code of their mail, take the five most frequent decisions with two keys each, and lock it', async () => {
  const { context, page } = await staff()
  const seen = watch(page, server.url)
  await page.getByRole('button', { name: 'Recevoir un code' }).waitFor()
  expect(await axe(page, { bestPractice: true })).toEqual([])
  await unlock(page)
  const rows = page.locator('[data-case]')
  await rows.first().waitFor()
  // every key from the opened case to its decision
  await page.evaluate(() => {
    document.addEventListener('keydown', () => (document.body.dataset['keys'] += 'k'), true)
  })
  const measures = page.getByRole('region', { name: 'Décision', exact: true })
  for (const name of [
    'Classer sans suite',
    'Retirer le contenu',
    'Avertir',
    'Restreindre',
    'Suspendre',
  ]) {
    const wanted = measures.getByRole('button', { name })
    // not every kind of case has every measure
    for (let at = 0; (await wanted.count()) === 0; at += 1) {
      await rows.nth(at).click()
      await measures.getByRole('button').first().waitFor()
    }
    await page.evaluate(() => (document.body.dataset['keys'] = ''))
    const before = page.url()
    await page.keyboard.press((await wanted.locator('kbd').textContent()) ?? '')
    await expect.poll(() => wanted.getAttribute('aria-pressed')).toBe('true')
    const decide = page.getByRole('button', { name: 'Décider' })
    await expect.poll(() => decide.evaluate((node) => node === document.activeElement)).toBe(true)
    await page.getByText('Vous vous en occupez').waitFor()
    expect(await axe(page, { bestPractice: true })).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).not.toBe(before)
    const keys = await page.evaluate(() => document.body.dataset['keys'] ?? '')
    expect([name, keys]).toEqual([name, 'kk'])
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
  const { context, page } = await staff(PHONE)
  await unlock(page)
  const tabs = page.getByRole('navigation', { name: 'Bureau' }).getByRole('link')
  await expect.poll(() => tabs.count()).toBe(7)
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    // none is cut
    for (const box of await Promise.all((await tabs.all()).map((tab) => tab.boundingBox())))
      expect([width, box && box.x >= 0 && box.x + box.width <= width]).toEqual([width, true])
  }
  await page.locator('[data-case]').nth(1).tap()
  // the decision is below the whole case, and one tap away
  await page.getByRole('button', { name: 'Choisir une mesure' }).tap()
  const measure = page.getByRole('button', { name: /^Avertir|^Maintenir/ })
  await expect.poll(async () => ((await measure.boundingBox())?.y ?? 9999) < 844 - 52).toBe(true)
  await page.getByRole('button', { name: 'Choisir une mesure' }).waitFor({ state: 'detached' })
  await measure.tap()
  await page.getByRole('button', { name: 'Décider' }).waitFor()
  // to the end: the bar with «Décider» covers no field
  await page
    .getByRole('article', { name: 'Dossier' })
    .evaluate((node) => node.scrollTo(0, node.scrollHeight))
  expect(await axe(page, { bestPractice: true })).toEqual([])
  for (const width of [320, 390, 834]) {
    await page.setViewportSize({ width, height: 844 })
    expect([width, await widths(page)]).toEqual([width, true])
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Retour aux dossiers' }).tap()
  await page.getByRole('heading', { name: /Dossiers ouverts/ }).waitFor()
  expect(await axe(page, { bestPractice: true })).toEqual([])
  await page.goto(`${server.url}/desk/figures`)
  const origins = page.getByRole('table').first()
  await origins.waitFor()
  const isWhole = await origins.evaluate(
    (table) => table.scrollWidth <= (table.parentElement?.clientWidth ?? 0),
  )
  expect(isWhole).toBe(true)
  await page.goto(`${server.url}/desk/instance`)
  for (const name of ['Réglages', 'Message aux membres', 'Règles de la communauté']) {
    const pages = page.getByRole('navigation', { name: 'Communauté' })
    await pages.getByRole('link', { name }).tap()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    expect([name, await axe(page, { bestPractice: true })]).toEqual([name, []])
  }
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

  const desk = await staff()
  await unlock(desk.page)
  await desk.page.goto(`${server.url}/desk/accounts/${id}`)
  await desk.page.getByLabel('Raison').selectOption('harassment')
  await desk.page.getByRole('button', { name: 'Ouvrir un dossier' }).click()
  await desk.page.getByRole('button', { name: 'Suspendre' }).click()
  await desk.page.getByRole('button', { name: 'Décider' }).click()
  await expect.poll(() => desk.page.url()).not.toContain('/accounts/')
  await desk.page
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
  await desk.page.goto(`${server.url}/desk`)
  await desk.page.getByLabel('Origine des dossiers').selectOption('appeal')
  const row = desk.page.locator('[data-case]').filter({ hasText: 'antoine_69' })
  await row.click()
  await desk.page.getByText('On s’est mal compris.').waitFor()
  await desk.page.getByRole('button', { name: 'Annuler la décision' }).click()
  await desk.page.getByRole('button', { name: 'Décider' }).click()
  await row.waitFor({ state: 'detached' })
  await page.goto(`${server.url}/account/moderation`)
  await page.getByText('Décision annulée').first().waitFor()
  expect(await axe(page, { bestPractice: true })).toEqual([])
  await desk.context.close()
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
  await expect.poll(() => widths(page)).toBe(true)
  await page.getByRole('link', { name: 'Règles de la communauté' }).tap()
  await page.getByRole('heading', { name: 'Le respect' }).waitFor()
  await expect.poll(() => widths(page)).toBe(true)
  expect(await axe(page, { bestPractice: true })).toEqual([])
  await context.close()
})

test('two desks at once: what one claims, the other sees claimed without a reload', async () => {
  const [one, two] = [await staff(), await staff(PHONE)]
  await unlock(one.page)
  await unlock(two.page)
  await two.page.locator('[data-case]').last().tap()
  await two.page.getByRole('button', { name: 'Je m’en occupe' }).tap()
  await two.page.getByRole('button', { name: 'Rendre' }).waitFor()
  const path = new URL(two.page.url()).pathname
  await one.page.locator(`[data-case][href="${path}"]`).getByText('Vous vous en occupez').waitFor()
  await one.context.close()
  await two.context.close()
})

test('a comment is put under what it is about; answered, it says how and by whom', async () => {
  const { context, page } = await staff()
  await unlock(page)
  const row = page.locator('[data-case]').filter({ hasText: 'Commentaire' })
  await row.click()
  const idea = page.getByRole('button', { name: 'Idée' })
  await idea.click()
  await expect.poll(() => idea.getAttribute('aria-pressed')).toBe('true')
  await row.getByText('Idée').waitFor()
  const path = new URL(page.url()).pathname
  await page.getByRole('button', { name: 'Classer sans suite' }).click()
  await page.getByRole('button', { name: 'Décider' }).click()
  await row.waitFor({ state: 'detached' })
  await page.goto(`${server.url}/desk/decided`)
  const decided = page.locator('[data-case]').filter({ hasText: 'Commentaire' })
  await decided.getByText('Classé sans suite').waitFor()
  await decided.click()
  await page.waitForURL((url) => url.pathname === path)
  await page
    .getByRole('region', { name: 'Décision prise' })
    .getByText(/ · Camille$/)
    .waitFor()
  expect(await axe(page, { bestPractice: true })).toEqual([])
  await context.close()
})

test('what an authority waits for is found among the decided cases, and kept on from its case', async () => {
  const { context, page } = await staff(PHONE)
  await unlock(page)
  await page.goto(`${server.url}/desk/decided`)
  await page.getByRole('button', { name: 'Gardés' }).tap()
  const rows = page.locator('[data-case]')
  await expect.poll(() => rows.count()).toBe(1)
  await rows.tap()
  const question = page.getByRole('region', { name: 'Garder encore les copies' })
  await question.waitFor()
  expect(await axe(page, { bestPractice: true })).toEqual([])
  const keep = question.getByRole('button', { name: 'Garder encore 90 jours' })
  await keep.tap()
  await expect
    .poll(() => question.getByLabel('Qui les attend encore').getAttribute('aria-invalid'))
    .toBe('true')
  await question.getByLabel('Qui les attend encore').fill('Tribunal de Lyon, dossier 412')
  await keep.tap()
  await question.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('article', { name: 'Dossier' }).getByText('Décision prise').first().waitFor()
  expect(await question.count()).toBe(0)
  await page.goto(`${server.url}/desk/audit`)
  await page.getByText('Tribunal de Lyon, dossier 412').waitFor()
  await context.close()
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

test('a page of the desk that is gone with an older version is shown by the newer one', async () => {
  const { context, page } = await staff()
  await unlock(page)
  let loads = 0
  page.on('request', (r) => (loads += Number(r.isNavigationRequest())))
  await page.route('**/version.json', (r) => r.fulfill({ json: { buildDate: '2099-01-01' } }))
  await page.route('**/assets/desk-audit-*', (r) =>
    loads > 0 ? r.continue() : r.fulfill({ status: 404, body: '' }),
  )
  await page.getByRole('link', { name: 'Journal' }).click()
  await page.getByRole('heading', { name: 'Journal', level: 1 }).waitFor()
  expect(loads).toBe(1)
  await context.close()
})
