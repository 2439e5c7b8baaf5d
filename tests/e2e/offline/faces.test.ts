import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  DESKTOP,
  launch,
  newContext,
  signIn,
  WITH_SERVICE_WORKER,
} from '../../support/browser/browser'
import { photographed } from '../../support/image/faces'
import { http, login } from '../../support/server/http'
import { freePort, startServer, type RunningServer } from '../../support/server/process'
import { createProxy, type Proxy } from '../../support/server/proxy'
import { COMPOSER, MAN } from '../../support/world/talk'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'connivence-faces-'))
let server: RunningServer
let proxy: Proxy
let browser: Browser
let context: BrowserContext
let talk: string
beforeAll(async () => {
  server = await startServer({ DATA_DIR, PORT: String(await freePort()), DEMO: '1' })
  proxy = await createProxy(server.port)
  browser = await launch()
  context = await newContext(browser, { ...DESKTOP, ...WITH_SERVICE_WORKER })
  const man = http(server.url, (await login(server.url, MAN)).token)
  const { body } = await man.get<{ conversations: { id: string }[] }>('/api/conversations')
  talk = body.conversations[0]?.id ?? ''
})
afterAll(async () => {
  await browser.close()
  await proxy.close()
  await server.close()
  rmSync(DATA_DIR, { recursive: true, force: true })
})

const choose = async (page: Page): Promise<void> => {
  await page.getByPlaceholder(COMPOSER).waitFor()
  await page.locator('input[type=file]:not([capture])').setInputFiles(photographed(1))
  await page
    .getByRole('dialog', { name: 'Flouter les visages' })
    .getByRole('status')
    .filter({ hasText: '3 visages trouvés' })
    .waitFor()
}
/** Photos of drafts and waiting messages on this device: whether they are blurred, and their bytes. */
const stored = (page: Page): Promise<readonly (readonly [converted: boolean, bytes: number])[]> =>
  page.evaluate(async () => {
    const name = (await indexedDB.databases()).find((d) => d.name?.startsWith('member:'))?.name
    if (!name) return []
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name)
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const all = <T>(store: string, of: (s: IDBObjectStore) => IDBRequest): Promise<T> =>
      new Promise((resolve) => {
        const request = of(db.transaction(store).objectStore(store))
        request.onsuccess = () => resolve(request.result as T)
      })
    type Held = { photos: { id: string; converted: boolean }[] }
    const held = [
      ...(await all<Held[]>('drafts', (s) => s.getAll())),
      ...(await all<Held[]>('outbox', (s) => s.getAll())),
    ].flatMap((h) => h.photos)
    const found = await Promise.all(
      held.map(async ({ id, converted }) => {
        const blob = await all<Blob | undefined>('files', (s) => s.get(id))
        return [converted, blob?.size ?? 0] as const
      }),
    )
    db.close()
    return found
  })

test('a photo chosen without network is looked at once the detector has been used; on the device it is replaced by its blurred copy', async () => {
  const first = await context.newPage()
  await signIn(first, proxy.url, MAN, undefined, `/conversations/${talk}`)
  await first.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await first.reload()
  await choose(first)
  await first.close()

  proxy.mode = 'reset'
  const page = await context.newPage()
  await page.goto(`${proxy.url}/conversations/${talk}`)
  await choose(page)
  await page.getByRole('button', { name: 'Ajouter la photo' }).click()
  await expect.poll(async () => (await stored(page)).map(([blurred]) => blurred)).toEqual([true])
  // after a reload the stored copy is what is shown, and sent without another blur
  await page.reload()
  await page.getByRole('button', { name: 'Retirer la photo 1' }).waitFor()
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
  await page.locator('[data-message]').last().getByText('En attente').waitFor()
  await expect.poll(async () => (await stored(page)).map(([blurred]) => blurred)).toEqual([true])
  await page.close()
  proxy.mode = 'pass'
})
