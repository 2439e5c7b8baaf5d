import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Locator, Page, Request } from 'playwright'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Message } from '#contract/messaging/messages'
import {
  DESKTOP,
  launch,
  newContext,
  signIn,
  WITH_SERVICE_WORKER,
} from '../../support/browser/browser'
import { http, login } from '../../support/server/http'
import { photoFile } from '../../support/world/photos'
import { freePort, startServer, type RunningServer } from '../../support/server/process'
import { createProxy, type Proxy } from '../../support/server/proxy'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'connivence-outbox-'))

export const MAN = 'demo-2@connivence.test'

export const WOMAN = 'demo-3@connivence.test'

export let settings: Record<string, string>

export let server: RunningServer

export let proxy: Proxy

export let browser: Browser

export let talk: string

export let context: BrowserContext

export let photo: string

/** Calls and pictures that the pages have asked for and not received. */
export const pending = new Set<Request>()

export const handleOf = async (email: string): Promise<string> =>
  (
    await http(server.url, (await login(server.url, email)).token).get<{
      account: { account_handle: string }
    }>('/api/auth/me')
  ).body.account.account_handle

export const startWith = async (email: string, handle: string): Promise<string> =>
  (
    await http(server.url, (await login(server.url, email)).token).post<{
      conversation: { id: string }
    }>('/api/conversations/start', { handle })
  ).body.conversation.id

export const box = (page: Page): Locator => page.getByPlaceholder('Écrire un message…')

export const bubble = (page: Page, text: string): Locator =>
  page.locator('[data-message]').filter({ hasText: text })

export const sent = (page: Page, text: string): Locator =>
  bubble(page, text).getByLabel(/^(Envoyé|Lu)$/)

export const write = async (page: Page, text: string): Promise<void> => {
  await box(page).fill(text)
  await page.keyboard.press('Enter')
}

/** What the database has, in its order. */
export const stored = async (mark: string, conversation = talk): Promise<Message[]> => {
  const session = await login(server.url, MAN)
  const answer = await http(server.url, session.token).get<{ messages: Message[] }>(
    `/api/conversations/${conversation}/messages`,
  )
  return answer.body.messages.filter((m) => m.content.includes(mark))
}

export const words = async (mark: string): Promise<string[]> =>
  (await stored(mark)).map((m) => m.content)

/**
 * What the device keeps of a member, and the detector, without which a photo can be sent only as it
 * is; the service worker and its files stay.
 */
const forgetMember = async (): Promise<void> => {
  for (const page of context.pages()) await page.close()
  pending.clear()
  await context.clearCookies()
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Storage.clearDataForOrigin', {
    origin: proxy.url,
    storageTypes: 'local_storage,indexeddb',
  })
  await cdp.send('Network.clearBrowserCache')
  await page.goto(`${proxy.url}/robots.txt`)
  await page.evaluate(() => caches.delete('faces-precache'))
  await page.close()
}

/** Starts the server that a test has stopped. */
export const restartServer = async (): Promise<void> => {
  server = await startServer(settings)
}

export const open = async (email = MAN): Promise<Page> => {
  const page = await context.newPage()
  await signIn(page, proxy.url, email, undefined, `/conversations/${talk}`)
  await page.locator('[data-message]').first().waitFor()
  // the shell is on the device from here on: a reload needs no network
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  return page
}

export const show = async (page: Page): Promise<Page> => {
  await page.goto(`${proxy.url}/conversations/${talk}`)
  await box(page).waitFor()
  return page
}

export const attach = async (page: Page, files: string | string[]): Promise<void> =>
  page.locator('input[type=file]:not([capture])').setInputFiles(files)

export const modal = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Flouter les visages' })

export const confirm = async (page: Page): Promise<void> => {
  await modal(page)
    .getByRole('button', { name: /^(Ajouter la photo|Suivant)/ })
    .click()
  await modal(page).waitFor({ state: 'detached' })
}

/** Everything that the device keeps of the messages. */
export const kept = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(async () => {
    const found: Record<string, number> = {}
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith('member:')) continue
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
      for (const store of db.objectStoreNames)
        found[store] = await new Promise<number>((resolve) => {
          const request = db.transaction(store).objectStore(store).count()
          request.onsuccess = () => resolve(request.result)
        })
      db.close()
    }
    return found
  })

export const EMPTY = { acts: 0, drafts: 0, files: 0, outbox: 0 }

/** Starts what every test of this file shares. */
export const setUp = (): void => {
  beforeAll(async () => {
    settings = { DATA_DIR, PORT: String(await freePort()), DEMO: '1' }
    server = await startServer(settings)
    proxy = await createProxy(server.port)
    browser = await launch()
    // one for all tests: to install the service worker takes longer than most of them
    context = await newContext(browser, { ...DESKTOP, ...WITH_SERVICE_WORKER })
    context.on('request', (request) => {
      if (request.url().startsWith(`${proxy.url}/api/`)) pending.add(request)
    })
    context.on('requestfinished', (request) => pending.delete(request))
    context.on('requestfailed', (request) => pending.delete(request))
    talk = await startWith(MAN, await handleOf(WOMAN))
    photo = await photoFile('coucher.jpg', 1600, 1000)
  })
  afterAll(async () => {
    await browser.close()
    await proxy.close()
    await server.close()
    rmSync(DATA_DIR, { recursive: true, force: true })
  })
  afterEach(async () => {
    proxy.mode = 'pass'
    await forgetMember()
  })
}
