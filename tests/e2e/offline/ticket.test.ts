import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axe } from '../../support/browser/axe'
import {
  launch,
  newContext,
  PHONE,
  signedOut,
  signIn,
  WITH_SERVICE_WORKER,
} from '../../support/browser/browser'
import { deviceRows } from '../../support/browser/device-rows'
import { http, login, type Http } from '../../support/server/http'
import { freePort, startServer, type RunningServer } from '../../support/server/process'
import { createProxy, type Proxy } from '../../support/server/proxy'
import { MAN, WOMAN } from '../../support/world/talk'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'connivence-ticket-'))
const ADDRESS = '12 rue du Canari, Lyon'
let server: RunningServer
let proxy: Proxy
let browser: Browser
let context: BrowserContext
let man: Http
let woman: Http
beforeAll(async () => {
  server = await startServer({
    DATA_DIR,
    PORT: String(await freePort()),
    DEMO: '1',
    TILE_URL: '',
  })
  proxy = await createProxy(server.port)
  browser = await launch()
  context = await newContext(browser, { ...PHONE, ...WITH_SERVICE_WORKER })
  man = http(server.url, (await login(server.url, MAN)).token)
  woman = http(server.url, (await login(server.url, WOMAN)).token)
})
afterAll(async () => {
  await browser.close()
  await proxy.close()
  await server.close()
  rmSync(DATA_DIR, { recursive: true, force: true })
})

/** What this device keeps of events, as text. */
const kept = async (page: Page): Promise<string> =>
  JSON.stringify(await deviceRows(page, 'kept:', 'events'))
/** A published event with its address revealed, where she has a place. */
const attended = async (title: string): Promise<string> => {
  const start = Date.now() + 6 * 3_600_000
  const { body } = await man.post<{ event: { id: string } }>('/api/events', {
    title,
    start_date: new Date(start).toISOString(),
    end_date: new Date(start + 3 * 3_600_000).toISOString(),
    private_location: { address: ADDRESS, lat: 45.764043, lng: 4.835659, is_public: true },
  })
  const { id } = body.event
  await man.post(`/api/events/${id}/publish`, { status: 'published' })
  const me = (await woman.get<{ account: { account_handle: string } }>('/api/auth/me')).body
  await man.post(`/api/events/${id}/invite`, { account_handle: me.account.account_handle })
  expect((await woman.post(`/api/events/${id}/subscribe`)).status).toBe(200)
  return id
}
const open = async (path: string): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(`${proxy.url}${path}`)
  return page
}

test('without network a confirmed participant has the hours, the address and the ticket; a right that ends takes them off the device', async () => {
  const id = await attended('Souper du soir')
  const first = await context.newPage()
  await signIn(first, proxy.url, WOMAN, undefined, `/events/${id}`)
  await first.getByRole('button', { name: 'Mon entrée' }).waitFor()
  await first.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect.poll(() => kept(first)).toContain('Canari')
  await first.close()

  proxy.mode = 'reset'
  const page = await open(`/events/${id}`)
  await page.getByText(/enregistré à \d+.h/i).waitFor()
  await page.getByText(ADDRESS).waitFor()
  const code = page.getByRole('img', { name: 'Votre code d’entrée' })
  // under the title and as wide as the phone lets it: to be scanned without scrolling
  const box = await code.boundingBox()
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(PHONE.viewport.height)
  expect(
    await page.evaluate(() => document.querySelector('main section')?.clientWidth),
  ).toBeGreaterThan(PHONE.viewport.width - 48)
  expect(await axe(page, { bestPractice: true })).toEqual([])
  await page.goto(`${proxy.url}/events`)
  await page
    .getByRole('region', { name: 'Sorties sur cet appareil' })
    .getByRole('button', { name: /Souper du soir/ })
    .waitFor()
  await page.close()

  // removed while the app was closed
  proxy.mode = 'pass'
  const { participants } = (
    await man.get<{ participants: { account_id: string; account_handle: string; id: string }[] }>(
      `/api/events/${id}/participants`,
    )
  ).body
  const she = (await woman.get<{ account: { id: string } }>('/api/auth/me')).body.account.id
  const row = participants.find((p) => p.account_id === she)
  expect(
    (
      await man.patch(`/api/events/${id}/participants`, {
        participantId: row?.id,
        status: 'cancelled',
      })
    ).status,
  ).toBe(200)
  const later = await open('/conversations')
  await expect.poll(() => kept(later)).toBe('[]')

  const other = await attended('Souper suivant')
  await later.goto(`${proxy.url}/events/${other}`)
  await expect.poll(() => kept(later)).toContain('Souper suivant')
  await later.goto(`${proxy.url}/profile`)
  await signedOut(later, async () => {
    await later.getByRole('button', { name: 'Mon compte' }).tap()
    await later.getByRole('menuitem', { name: 'Se déconnecter' }).tap()
    await later.getByRole('alertdialog').getByRole('button', { name: 'Se déconnecter' }).click()
  })
  await expect.poll(() => kept(later)).toBe('[]')
})
