import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright'
import { axe } from '../support/browser/axe'
import { launch, newContext, PHONE, signIn, watch } from '../support/browser/browser'
import { staffContext, unlockDesk } from '../support/browser/desk'
import { startServer, type RunningServer } from '../support/server/process'
import { picture } from '../support/world/world'

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

test('a member takes a photo with the drawn gestures; the staff compare it, and the profile has its badge', async () => {
  const context = await newContext(browser, PHONE)
  const page = await context.newPage()
  const seen = watch(page, server.url)
  await signIn(page, server.url, 'demo-3@connivence.test', undefined, '/profile')
  await page.getByRole('link', { name: 'Profil vérifié' }).click()
  await page.getByRole('button', { name: 'Commencer' }).waitFor()
  expect(await axe(page, { bestPractice: true })).toEqual([])
  await page.getByRole('button', { name: 'Commencer' }).click()
  await page.getByText('À faire sur la photo').waitFor()
  // no camera here: the one of the system is offered
  await page.getByText('Aucun appareil photo ne répond').waitFor()
  expect(await axe(page, { bestPractice: true })).toEqual([])
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Prendre la photo' }).click()
  await (
    await chosen
  ).setFiles({ name: 'moi.jpg', mimeType: 'image/jpeg', buffer: await picture(3, 900, 1200) })
  await page.getByRole('img', { name: 'Vous, à l’instant' }).waitFor()
  await page.getByRole('button', { name: 'Envoyer à l’équipe' }).click()
  await page.getByText('Votre photo attend l’équipe').waitFor()

  const desk = await staffContext(browser, server.url)
  await unlockDesk(desk.page, server.url)
  await desk.page
    .getByRole('link', { name: /nora_lyon/ })
    .first()
    .click()
  // from the case to its decision: three taps, and the photos were seen
  await desk.page.getByRole('button', { name: 'Comparer les photos' }).click()
  await desk.page.getByRole('img', { name: 'Photo prise avec le geste' }).waitFor()
  await desk.page.getByRole('img', { name: 'Photo 1 du profil' }).waitFor()
  expect(await axe(desk.page, { bestPractice: true })).toEqual([])
  await desk.page.getByRole('button', { name: 'C’est bien cette personne' }).click()
  await desk.page.getByRole('button', { name: 'Décider' }).click()

  await expect.poll(() => desk.page.getByRole('link', { name: /nora_lyon/ }).count()).toBe(0)
  await page.reload()
  await page.getByText('Votre profil est vérifié').waitFor()
  await page.goto(`${server.url}/profile`)
  await page.getByRole('button', { name: 'Vérifié' }).tap()
  await page.getByRole('dialog', { name: 'Ce que cela veut dire' }).waitFor()
  expect(await axe(page, { bestPractice: true })).toEqual([])
  expect(seen.errors).toEqual([])
  expect(seen.foreign).toEqual([])
})
