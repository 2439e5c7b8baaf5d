import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright'
import { launch, newContext, PHONE, signIn, watch } from '../../support/browser/browser'
import { startServer, type RunningServer } from '../../support/server/process'

/** The server’s clock goes on by a day and a second at SIGUSR2. */
const CLOCK = `let add = 0
const now = Date.now
Date.now = () => now() + add
process.on('SIGUSR2', () => { add += 86401000; console.log('a day later') })`

let server: RunningServer
let browser: Browser
beforeAll(async () => {
  server = await startServer({
    DEMO: '1',
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(CLOCK)}`,
  })
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

const idOf = async (page: Page): Promise<string> =>
  page.evaluate(() => localStorage.getItem('account_id') ?? '')
const openWishes = async (page: Page, id: string): Promise<void> => {
  await page.goto(`${server.url}/profile/${id}`)
  await page.getByRole('tab', { name: /Privé/ }).click()
  await page.getByRole('radio', { name: 'Envies' }).check()
  await page.getByRole('switch', { name: /^Ouvrir mes envies/ }).waitFor()
}
const rate = async (page: Page, name: string, value: string): Promise<void> => {
  const slider = page.getByRole('slider', { name })
  await slider.fill(value)
}

test('what both rate high is shown to both once both have opened their wishes, and nothing else', async () => {
  const [man, woman] = [
    await (await newContext(browser, PHONE)).newPage(),
    await (await newContext(browser, PHONE)).newPage(),
  ]
  const { errors } = watch(man, server.url)
  await signIn(man, server.url, 'demo-2@connivence.test')
  await signIn(woman, server.url, 'demo-3@connivence.test')
  const [his, hers] = [await idOf(man), await idOf(woman)]
  for (const [page, other, clubs, saunas] of [
    [man, hers, '90', '100'],
    [woman, his, '85', '10'],
  ] as const) {
    await openWishes(page, other)
    await rate(page, 'Clubs', clubs)
    await rate(page, 'Saunas', saunas)
    await page.getByRole('switch', { name: /^Ouvrir mes envies/ }).click()
    await page
      .getByRole('list', { name: 'Notifications' })
      .getByText('Vos envies sont enregistrées. Elles compteront dans 24 heures.')
      .waitFor()
    expect(await page.getByRole('region', { name: 'En commun' }).count()).toBe(0)
  }
  server.child.kill('SIGUSR2')
  await expect.poll(() => server.output()).toContain('a day later')
  await man.reload()
  await openWishes(man, hers)
  const common = man.getByRole('region', { name: 'En commun' })
  await common.getByText('Clubs').waitFor()
  expect(await common.getByText('Saunas').count()).toBe(0)
  // a change waits a day, and says so
  await rate(man, 'Clubs', '0')
  await man.getByRole('button', { name: 'Enregistrer' }).click()
  await man.getByText('Compte après 24 heures', { exact: true }).waitFor()
  await common.getByText('Clubs').waitFor()
  expect(errors).toEqual([])
})
