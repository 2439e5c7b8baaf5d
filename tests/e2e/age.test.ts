import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright'
import { axe } from '../support/browser/axe'
import { launch, newContext, PHONE, signIn, watch } from '../support/browser/browser'
import { freePort, startServer, type RunningServer } from '../support/server/process'

let server: RunningServer
let browser: Browser
beforeAll(async () => {
  const PORT = String(await freePort())
  const PUBLIC_URL = `http://127.0.0.1:${PORT}`
  server = await startServer({ DEMO: '1', AGE_CHECK: 'simulator', PORT, PUBLIC_URL })
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

test('a member proves to be an adult with a provider, and the app opens; a «no» leaves it closed', async () => {
  const context = await newContext(browser, PHONE)
  const page = await context.newPage()
  const seen = watch(page, server.url)
  await signIn(page, server.url, 'demo-3@connivence.test')
  const confirm = page.getByRole('button', { name: 'Confirmer mon âge' })
  await confirm.waitFor()
  expect(await axe(page, { bestPractice: true })).toEqual([])
  await confirm.tap()
  await page.getByRole('link', { name: 'J’ai moins de 18 ans' }).tap()
  await page.getByRole('alert').getByText('moins de 18 ans').waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.getByRole('button', { name: 'Recommencer' }).tap()
  await page.getByRole('link', { name: 'J’ai plus de 18 ans' }).tap()
  await page.waitForURL('**/conversations')
  await page
    .getByRole('link', { name: /antoine_69|lea_hugo/ })
    .first()
    .waitFor()
  // what was refused before the proof is no error of the page
  expect(seen.errors).toEqual([])
  expect(seen.foreign).toEqual([])
})
