import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright'
import { launch, newContext, PHONE, signIn, watch } from '../support/browser/browser'
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

test('a zone, with the relation that stays; the others are gone from the relations, and back without it', async () => {
  const page = await (await newContext(browser, PHONE)).newPage()
  const { errors } = watch(page, server.url)
  await signIn(page, server.url, 'demo-2@connivence.test')
  await page.goto(`${server.url}/settings/privacy`)
  await page.getByRole('button', { name: 'Zones discrètes' }).click()
  const zones = page.getByRole('region', { name: 'Zones discrètes' })
  await zones.getByRole('combobox', { name: 'Commune' }).fill('Lyon')
  await page
    .getByRole('option', { name: /^Lyon 69/ })
    .first()
    .click()
  await zones.getByLabel('Rayon').selectOption('20')
  const stay = zones.getByRole('switch', { name: 'Rester visible pour lea_hugo' })
  await stay.check()
  const others = await zones.getByRole('switch').count()
  expect(others).toBeGreaterThan(1)
  await zones.getByRole('button', { name: 'Ne plus y être visible' }).click()
  await zones.getByRole('button', { name: 'Retirer Lyon' }).waitFor()
  await expect.poll(() => stay.isChecked()).toBe(true)
  await page.goto(`${server.url}/connection`)
  await page
    .getByRole('link', { name: /lea_hugo/ })
    .or(page.getByText('lea_hugo'))
    .first()
    .waitFor()
  await expect.poll(() => page.getByText('nora_lyon').count()).toBe(0)

  await page.goto(`${server.url}/settings/zones`)
  await zones.getByRole('button', { name: 'Retirer Lyon' }).click()
  await page.getByRole('button', { name: 'Retirer la zone' }).click()
  await zones.getByRole('button', { name: 'Retirer Lyon' }).waitFor({ state: 'detached' })
  await page.goto(`${server.url}/connection`)
  await page.getByText('nora_lyon').first().waitFor()
  expect(errors).toEqual([])
})
