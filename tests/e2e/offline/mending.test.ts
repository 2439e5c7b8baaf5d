import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from '../../support/browser/axe'
import {
  launch,
  left,
  newContext,
  PHONE,
  signIn,
  WITH_SERVICE_WORKER,
} from '../../support/browser/browser'
import { startServer, type RunningServer } from '../../support/server/process'

let server: RunningServer
let browser: Browser
let page: Page
beforeAll(async () => {
  server = await startServer({ DEMO: '1' })
  browser = await launch()
  page = await (await newContext(browser, { ...PHONE, ...WITH_SERVICE_WORKER })).newPage()
  await signIn(page, server.url, 'demo-2@connivence.test')
})
afterAll(async () => {
  await browser.close()
  await server.close()
})
const path = (): string => new URL(page.url()).pathname

test('Back closes the question, then the panel, then leaves the page; Forward opens nothing again', async () => {
  await page.goto(`${server.url}/news`)
  await page.getByRole('link', { name: 'Profil' }).click()
  await page.getByRole('button', { name: 'Paramètres' }).click()
  const list = page.getByRole('dialog', { name: 'Paramètres' })
  await list.getByRole('button', { name: /^Données/ }).click()
  const panel = page.getByRole('dialog', { name: 'Données' })
  await panel.getByRole('button', { name: 'Supprimer mon compte' }).click()
  const question = page.getByRole('alertdialog', { name: /Supprimer votre compte/ })
  await question.waitFor()
  await page.waitForTimeout(300)
  expect(await axe(page)).toEqual([])
  await page.goBack()
  await question.waitFor({ state: 'hidden' })
  expect(await panel.isVisible()).toBe(true)
  await page.goBack()
  await panel.waitFor({ state: 'hidden' })
  expect(await list.isVisible()).toBe(true)
  await page.goBack()
  await list.waitFor({ state: 'hidden' })
  await page.goForward()
  await page.waitForTimeout(300)
  expect([path(), await panel.count(), await list.count()]).toEqual(['/profile', 0, 0])
  // closed by its own button it leaves nothing behind either
  await page.getByRole('button', { name: 'Paramètres' }).click()
  await list.getByRole('button', { name: 'Fermer', exact: true }).click()
  await list.waitFor({ state: 'hidden' })
  await left(page)
  await page.goBack()
  await expect.poll(path).toBe('/news')
})

test('a list that failed loads by itself when the network is back', async () => {
  // a device that has kept nothing yet
  const fresh = await (await newContext(browser, { ...PHONE, ...WITH_SERVICE_WORKER })).newPage()
  await fresh.route('**/api/conversations', (r) => r.abort())
  await signIn(fresh, server.url, 'demo-2@connivence.test')
  await fresh.getByText('Impossible de charger vos discussions').waitFor()
  await fresh.unroute('**/api/conversations')
  await fresh.evaluate(() => window.dispatchEvent(new Event('online')))
  await fresh
    .getByRole('link', { name: /lea_hugo/ })
    .first()
    .waitFor()
  await fresh.context().close()
})

test('an account is deleted with its password, says until when it can be taken back, and is', async () => {
  await page.goto(`${server.url}/settings/data`)
  await page.getByRole('button', { name: 'Supprimer mon compte' }).click()
  const question = page.getByRole('alertdialog', { name: /Supprimer votre compte/ })
  await question.getByLabel('Votre mot de passe').fill('connivence-demo')
  await question.getByRole('button', { name: 'Supprimer mon compte' }).click()
  await page.getByRole('heading', { name: 'Votre compte va être supprimé' }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.goto(`${server.url}/events`)
  await page.getByRole('button', { name: 'Annuler la suppression' }).click()
  await page.getByRole('heading', { name: 'Sorties' }).waitFor()
})
