import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright'
import { axe } from '../support/browser/axe'
import { DESKTOP, launch, newContext, PHONE, signIn, watch } from '../support/browser/browser'
import { present, TRUST } from '../support/age/wallet'
import { freePort, startServer, type RunningServer } from '../support/server/process'

let server: RunningServer
let browser: Browser
const start = async (settings: Record<string, string>): Promise<void> => {
  const PORT = String(await freePort())
  const PUBLIC_URL = `http://127.0.0.1:${PORT}`
  server = await startServer({ DEMO: '1', PORT, PUBLIC_URL, ...settings })
}
beforeAll(async () => {
  browser = await launch()
})
afterEach(() => server.close())
afterAll(() => browser.close())

test('a member proves to be an adult with a provider, and the app opens; a «no» leaves it closed', async () => {
  await start({ AGE_CHECK: 'simulator' })
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

test('on a desktop a wallet reads a code, answers the server, and the app opens', async () => {
  await start({ AGE_CHECK: 'openid4vp-av', AGE_TRUST: TRUST })
  const context = await newContext(browser, DESKTOP)
  const page = await context.newPage()
  await signIn(page, server.url, 'demo-3@connivence.test')
  const reply = page.waitForResponse((r) => r.url().endsWith('/api/auth/age'))
  await page.getByRole('button', { name: 'Confirmer mon âge' }).click()
  const { address } = (await (await reply).json()) as { address: string }
  await page.getByRole('img', { name: 'Code à lire avec votre portefeuille' }).waitFor()
  expect(await axe(page, { bestPractice: true })).toEqual([])
  const answered = await page.request.post(
    new URL(address).searchParams.get('response_uri') ?? '',
    { form: { vp_token: await present(address) } },
  )
  expect(answered.status()).toBe(200)
  await page.waitForURL('**/conversations')
  await page
    .getByRole('link', { name: /antoine_69|lea_hugo/ })
    .first()
    .waitFor()
  await context.close()
})

test('a code that is gone with an older version is shown by the newer one', async () => {
  await start({ AGE_CHECK: 'openid4vp-av', AGE_TRUST: TRUST })
  const context = await newContext(browser, DESKTOP)
  const page = await context.newPage()
  await signIn(page, server.url, 'demo-3@connivence.test')
  const confirm = page.getByRole('button', { name: 'Confirmer mon âge' })
  await confirm.waitFor()
  let loads = 0
  page.on('request', (r) => (loads += Number(r.isNavigationRequest())))
  await page.route('**/version.json', (r) => r.fulfill({ json: { buildDate: '2099-01-01' } }))
  await page.route('**/assets/qr-*', (r) =>
    loads > 0 ? r.continue() : r.fulfill({ status: 404, body: '' }),
  )
  await confirm.click()
  await expect.poll(() => loads).toBe(1)
  await confirm.click()
  await page.getByRole('img', { name: 'Code à lire avec votre portefeuille' }).waitFor()
  await context.close()
})

test('where the browser has the Digital Credentials API, the wallet answers through it', async () => {
  await start({ AGE_CHECK: 'openid4vp-av', AGE_TRUST: TRUST })
  const context = await newContext(browser, PHONE)
  const page = await context.newPage()
  // headless Chromium has no wallet: the test answers in its place
  await page.exposeFunction('presentHere', async (nonce: string) => {
    const address = `av://?${new URLSearchParams({ nonce })}`
    return JSON.parse(await present(address, {}, { origin: server.url })) as unknown
  })
  await page.addInitScript(() => {
    const page = window as unknown as { presentHere(nonce: string): Promise<unknown> }
    Object.assign(globalThis, { DigitalCredential: class {} })
    navigator.credentials.get = (async (options: {
      digital: { requests: { protocol: string; data: { nonce: string } }[] }
    }) => {
      const [asked] = options.digital.requests
      if (asked?.protocol !== 'openid4vp-v1-unsigned') throw new Error('another protocol')
      return { data: { vp_token: await page.presentHere(asked.data.nonce) } }
    }) as never
  })
  await signIn(page, server.url, 'demo-3@connivence.test')
  await page.getByRole('button', { name: 'Confirmer mon âge' }).tap()
  await page.waitForURL('**/conversations')
  await page
    .getByRole('link', { name: /antoine_69|lea_hugo/ })
    .first()
    .waitFor()
  await context.close()
})
