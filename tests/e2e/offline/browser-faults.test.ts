import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP, launch, newContext, PASSWORD } from '../../support/browser/browser'
import { startServer, type RunningServer } from '../../support/server/process'

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

/** What a browser may lack or refuse; each runs in the page before its own code. */
const FAULTS: readonly [string, () => void][] = [
  [
    'IndexedDB that never answers',
    () => {
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
    },
  ],
  [
    'neither IndexedDB nor BroadcastChannel',
    () => {
      Object.defineProperty(window, 'indexedDB', { value: undefined })
      Reflect.deleteProperty(window, 'BroadcastChannel')
    },
  ],
  [
    'a storage that is full',
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    },
  ],
  [
    'a storage that is refused',
    () => {
      const refuse = (): never => {
        throw new DOMException('refused', 'SecurityError')
      }
      Object.defineProperty(window, 'localStorage', { get: refuse })
      Object.defineProperty(window, 'sessionStorage', { get: refuse })
    },
  ],
  ['no Web Locks', () => void Reflect.deleteProperty(Navigator.prototype, 'locks')],
]

// at the same time: each mostly waits for the server
describe.concurrent('what the browser lacks or refuses', () => {
  test.each(FAULTS)(
    '%s: a member signs in, a message leaves, and after a reload both are there',
    async (name, fault) => {
      const context = await newContext(browser, DESKTOP)
      await context.addInitScript(fault)
      const page = await context.newPage()
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      await page.goto(`${server.url}/login`)
      await page.getByLabel('Adresse e-mail').fill('demo-2@connivence.test')
      await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Se connecter' }).click()
      const list = page.getByRole('region', { name: 'Liste des discussions' })
      await list
        .getByRole('link', { name: /lea_hugo/ })
        .first()
        .click({ timeout: 30_000 })
      // a second try must not find the message of the first
      const text = `Avec ${name}, ${Date.now()}`
      await page.getByPlaceholder('Écrire un message…').fill(text)
      await page.getByRole('button', { name: /^Envoyer/ }).click()
      const bubble = page.locator('[data-message]').filter({ hasText: text })
      await bubble.getByLabel(/^(Envoyé|Lu)$/).waitFor({ timeout: 30_000 })
      await page.reload()
      await bubble.waitFor({ timeout: 30_000 })
      expect(errors).toEqual([])
      await context.close()
    },
    90_000,
  )
})
