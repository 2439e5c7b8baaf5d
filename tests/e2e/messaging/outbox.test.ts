import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Message } from '#contract/messaging/messages'
import {
  DESKTOP,
  launch,
  newContext,
  signIn,
  signOut,
  WITH_SERVICE_WORKER,
} from '../../support/browser/browser'
import { http, login } from '../../support/server/http'
import { photoFile } from '../../support/world/photos'
import { freePort, startServer, type RunningServer } from '../../support/server/process'
import { createProxy, type Proxy } from '../../support/server/proxy'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'connivence-outbox-'))
const MAN = 'demo-2@connivence.test'
const WOMAN = 'demo-3@connivence.test'
let settings: Record<string, string>
let server: RunningServer
let proxy: Proxy
let browser: Browser
let talk: string
let context: BrowserContext
let photo: string
const handleOf = async (email: string): Promise<string> =>
  (
    await http(server.url, (await login(server.url, email)).token).get<{
      account: { account_handle: string }
    }>('/api/auth/me')
  ).body.account.account_handle
const startWith = async (email: string, handle: string): Promise<string> =>
  (
    await http(server.url, (await login(server.url, email)).token).post<{
      conversation: { id: string }
    }>('/api/conversations/start', { handle })
  ).body.conversation.id
beforeAll(async () => {
  settings = { DATA_DIR, PORT: String(await freePort()), DEMO: '1' }
  server = await startServer(settings)
  proxy = await createProxy(server.port)
  browser = await launch()
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
  await context.close()
})

const box = (page: Page): Locator => page.getByPlaceholder('Écrire un message…')
const bubble = (page: Page, text: string): Locator =>
  page.locator('[data-message]').filter({ hasText: text })
const waits = (page: Page, text: string): Locator => bubble(page, text).getByText('En attente')
const sent = (page: Page, text: string): Locator => bubble(page, text).getByLabel(/^(Envoyé|Lu)$/)
const write = async (page: Page, text: string): Promise<void> => {
  await box(page).fill(text)
  await page.keyboard.press('Enter')
}
/** What the database has, in its order. */
const stored = async (mark: string, conversation = talk): Promise<Message[]> => {
  const session = await login(server.url, MAN)
  const answer = await http(server.url, session.token).get<{ messages: Message[] }>(
    `/api/conversations/${conversation}/messages`,
  )
  return answer.body.messages.filter((m) => m.content.includes(mark))
}
const words = async (mark: string): Promise<string[]> => (await stored(mark)).map((m) => m.content)
const shown = (page: Page, mark: string): Promise<string[]> =>
  bubble(page, mark).evaluateAll((list) =>
    list.map((n) => n.querySelector('[dir]')?.textContent ?? ''),
  )
const open = async (email = MAN): Promise<Page> => {
  context = await newContext(browser, { ...DESKTOP, ...WITH_SERVICE_WORKER })
  const page = await context.newPage()
  await signIn(page, proxy.url, email, undefined, `/conversations/${talk}`)
  await page.locator('[data-message]').first().waitFor()
  // the shell is on the device from here on: a reload needs no network
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  return page
}
const show = async (page: Page): Promise<Page> => {
  await page.goto(`${proxy.url}/conversations/${talk}`)
  await box(page).waitFor({ timeout: 20_000 })
  return page
}
const attach = async (page: Page, files: string | string[]): Promise<void> =>
  page.locator('input[type=file]:not([capture])').setInputFiles(files)
const modal = (page: Page): Locator => page.getByRole('dialog', { name: 'Flouter les visages' })
const attached = (page: Page): Locator =>
  page.getByRole('list', { name: 'Photos jointes' }).getByRole('listitem')
const confirm = async (page: Page): Promise<void> => {
  await modal(page)
    .getByRole('button', { name: /^(Ajouter la photo|Suivant)/ })
    .click()
  await modal(page).waitFor({ state: 'detached' })
}
/** Everything that the device keeps of the messages. */
const kept = (page: Page): Promise<Record<string, number>> =>
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
const EMPTY = { acts: 0, drafts: 0, files: 0, outbox: 0 }

describe('without network', () => {
  test('MSG-099: three waiting messages are sent once each, in order, and leave the device', async () => {
    const page = await open()
    const mark = `trois ${Date.now()}`
    proxy.mode = 'reset'
    for (const n of [1, 2, 3]) {
      await write(page, `${n} ${mark}`)
      await waits(page, `${n} ${mark}`).waitFor()
      // nothing is given back, and nothing is told to have failed
      expect([
        await box(page).inputValue(),
        await page.getByRole('alert').filter({ hasText: 'Erreur' }).count(),
      ]).toEqual(['', 0])
    }
    expect(await kept(page)).toEqual({ acts: 0, drafts: 0, files: 0, outbox: 3 })
    proxy.mode = 'pass'
    await sent(page, `3 ${mark}`).waitFor({ timeout: 20_000 })
    expect(await words(mark)).toEqual([`1 ${mark}`, `2 ${mark}`, `3 ${mark}`])
    expect(await shown(page, mark)).toEqual([`1 ${mark}`, `2 ${mark}`, `3 ${mark}`])
    await expect.poll(() => kept(page)).toEqual(EMPTY)
  })

  test('waiting messages and photos survive a reload and a closed page', async () => {
    const page = await open()
    const mark = `gardé ${Date.now()}`
    proxy.mode = 'reset'
    await write(page, `1 ${mark}`)
    await waits(page, `1 ${mark}`).waitFor()
    await attach(page, photo)
    await confirm(page)
    await write(page, `2 ${mark}`)
    // without network the detector could not be fetched
    await page.getByRole('button', { name: 'Envoyer ainsi' }).click()
    await waits(page, `2 ${mark}`).waitFor()
    await show(page)
    await waits(page, `2 ${mark}`).waitFor()
    expect(await shown(page, mark)).toEqual([`1 ${mark}`, `2 ${mark}`])
    await expect
      .poll(() =>
        bubble(page, `2 ${mark}`)
          .locator('img')
          .evaluate((n: HTMLImageElement) => n.naturalWidth),
      )
      .toBeGreaterThan(0)
    await page.close()
    const later = await show(await context.newPage())
    await waits(later, `1 ${mark}`).waitFor()
    proxy.mode = 'pass'
    await sent(later, `2 ${mark}`).waitFor({ timeout: 30_000 })
    const messages = await stored(mark)
    expect(messages.map((m) => [m.content, m.media.length])).toEqual([
      [`1 ${mark}`, 0],
      [`2 ${mark}`, 1],
    ])
    await expect.poll(() => kept(later)).toEqual(EMPTY)
  })

  test('MSG-099: the bubble is shown within two frames of the tap, with and without network', async () => {
    const page = await open()
    for (const mode of ['pass', 'reset'] as const) {
      proxy.mode = mode
      const text = `image ${mode} ${Date.now()}`
      await box(page).fill(text)
      const frames = await page.evaluate(
        (wanted) =>
          new Promise<number>((done) => {
            const stands = (): boolean =>
              [...document.querySelectorAll('[data-message]')].some((n) =>
                n.textContent?.includes(wanted),
              )
            let n = 0
            const count = (): void => {
              if (stands() || n > 60) done(n)
              n += 1
              requestAnimationFrame(count)
            }
            document.querySelector<HTMLButtonElement>('button[aria-label="Envoyer"]')?.click()
            requestAnimationFrame(count)
          }),
        text,
      )
      expect(frames).toBeLessThanOrEqual(1)
      await waits(page, text).or(sent(page, text)).first().waitFor()
    }
  })

  test('a discarded waiting message is not sent', async () => {
    const page = await open()
    const mark = `annulé ${Date.now()}`
    proxy.mode = 'reset'
    for (const n of [1, 2]) {
      await write(page, `${n} ${mark}`)
      await waits(page, `${n} ${mark}`).waitFor()
    }
    await bubble(page, `1 ${mark}`).getByRole('button', { name: 'Annuler' }).click()
    expect(await bubble(page, `1 ${mark}`).count()).toBe(0)
    proxy.mode = 'pass'
    await sent(page, `2 ${mark}`).waitFor({ timeout: 20_000 })
    expect(await words(mark)).toEqual([`2 ${mark}`])
  })

  test('two tabs share waiting messages; the second sends all in order after the first closes', async () => {
    const first = await open()
    const second = await show(await context.newPage())
    const mark = `deux onglets ${Date.now()}`
    proxy.mode = 'reset'
    for (const [n, page] of [
      [1, first],
      [2, second],
      [3, first],
    ] as const) {
      await write(page, `${n} ${mark}`)
      for (const tab of [first, second]) await waits(tab, `${n} ${mark}`).waitFor()
    }
    await first.close()
    proxy.mode = 'pass'
    await sent(second, `3 ${mark}`).waitFor({ timeout: 20_000 })
    await second.waitForTimeout(1_000)
    expect(await words(mark)).toEqual([`1 ${mark}`, `2 ${mark}`, `3 ${mark}`])
    expect(await shown(second, mark)).toEqual([`1 ${mark}`, `2 ${mark}`, `3 ${mark}`])
  })

  test('messages written while the server is down are sent when it is back', async () => {
    const page = await open()
    const mark = `redémarré ${Date.now()}`
    await server.kill('SIGKILL')
    try {
      for (const n of [1, 2]) {
        await write(page, `${n} ${mark}`)
        await waits(page, `${n} ${mark}`).waitFor()
      }
    } finally {
      server = await startServer(settings)
    }
    await sent(page, `2 ${mark}`).waitFor({ timeout: 30_000 })
    expect(await words(mark)).toEqual([`1 ${mark}`, `2 ${mark}`])
  })

  test('a lost reply and a reload still make one message', async () => {
    const page = await open()
    const mark = `une fois ${Date.now()}`
    proxy.mode = 'half-open'
    await write(page, mark)
    await expect.poll(async () => (await stored(mark)).length).toBe(1)
    proxy.mode = 'reset'
    await show(page)
    proxy.mode = 'pass'
    await sent(page, mark).waitFor({ timeout: 20_000 })
    await expect.poll(() => kept(page), { timeout: 20_000 }).toEqual(EMPTY)
    expect([(await stored(mark)).length, await bubble(page, mark).count()]).toEqual([1, 1])
  })
})

test('MSG-189: a refused message stays as «Échec» over a reload until it is deleted', async () => {
  const page = await open()
  const mark = `refusé ${Date.now()}`
  proxy.mode = 'reset'
  await write(page, mark)
  await waits(page, mark).waitFor()
  await page.route('**/messages', (r) =>
    r.request().method() === 'POST'
      ? r.fulfill({
          status: 409,
          json: {
            error: 'Ce message a déjà été envoyé avec un autre contenu.',
            code: 'message_reused',
          },
        })
      : r.fallback(),
  )
  proxy.mode = 'pass'
  await bubble(page, mark).getByText('Échec').waitFor({ timeout: 20_000 })
  await bubble(page, mark)
    .getByText('Ce message a déjà été envoyé avec un autre contenu.')
    .waitFor()
  await show(page)
  await bubble(page, mark).getByText('Échec').waitFor()
  await bubble(page, mark).getByRole('button', { name: 'Supprimer' }).click()
  await expect.poll(() => kept(page)).toEqual(EMPTY)
  expect([await bubble(page, mark).count(), (await stored(mark)).length]).toEqual([0, 0])
})

describe('several photos', () => {
  test('«Tout ajouter»: two uploads at a time with progress, one removed on the way', async () => {
    const page = await open()
    const files = await Promise.all(
      [1, 2, 3, 4].map((n) => photoFile(`lot-${n}.jpg`, 1200 + n, 900)),
    )
    await attach(page, files)
    await modal(page)
      .getByRole('button', { name: /^(Ajouter la photo|Suivant)/ })
      .click()
    await modal(page).getByRole('button', { name: 'Tout ajouter' }).click()
    await modal(page).waitFor({ state: 'detached' })
    expect(await attached(page).count()).toBe(4)
    const mark = `lot ${Date.now()}`
    let under = 0
    let most = 0
    await page.route('**/media/upload', async (route) => {
      most = Math.max(most, (under += 1))
      await new Promise((r) => setTimeout(r, 900))
      under -= 1
      await route.continue().catch(() => undefined)
    })
    await write(page, mark)
    await bubble(page, mark).getByRole('progressbar', { name: 'Envoi de la photo 4' }).waitFor()
    await page.getByRole('button', { name: 'Ne pas envoyer la photo 4' }).click()
    await sent(page, mark).waitFor({ timeout: 20_000 })
    const [message] = await stored(mark)
    expect(message?.media.map((m) => m.width)).toEqual([1201, 1202, 1203])
    expect(most).toBe(2)
  })

  test('a message with photos discarded on its way is not sent and leaves the device', async () => {
    const page = await open()
    await attach(page, photo)
    await confirm(page)
    const mark = `lâché ${Date.now()}`
    await page.route('**/media/upload', () => undefined)
    await write(page, mark)
    await bubble(page, mark).getByRole('button', { name: 'Annuler' }).click()
    expect(await bubble(page, mark).count()).toBe(0)
    await expect.poll(() => kept(page)).toEqual(EMPTY)
    await write(page, `${mark} suivant`)
    await sent(page, `${mark} suivant`).waitFor()
    expect(await words(mark)).toEqual([`${mark} suivant`])
  })
})

describe('drafts', () => {
  test('each identity’s text and photo survive a reload and show in the list', async () => {
    context = await newContext(browser, { ...DESKTOP, ...WITH_SERVICE_WORKER })
    const page = await context.newPage()
    const shared = await startWith('demo-1@connivence.test', await handleOf(MAN))
    const path = `/conversations/${shared}`
    await signIn(page, proxy.url, 'demo-1@connivence.test', undefined, path)
    const who = page.getByRole('dialog', { name: 'Qui est derrière l’écran ?' })
    const choose = async (n: number): Promise<void> => {
      if (!(await who.isVisible()))
        await page.getByRole('button', { name: 'Changer d’identité' }).first().click()
      await who
        .getByRole('button')
        .filter({ hasText: n === 2 ? /Tous les deux/ : /./ })
        .nth(n === 2 ? 0 : n)
        .click()
      await who.waitFor({ state: 'detached' })
    }
    await who.waitFor()
    await choose(0)
    await box(page).fill('Le premier')
    await attach(page, photo)
    await confirm(page)
    await choose(2)
    await expect.poll(() => box(page).inputValue()).toBe('')
    expect(await attached(page).count()).toBe(0)
    await box(page).fill('Les deux')
    await page.reload()
    await expect.poll(() => box(page).inputValue()).toBe('Les deux')
    expect(await attached(page).count()).toBe(0)
    await choose(0)
    await expect.poll(() => box(page).inputValue()).toBe('Le premier')
    await expect.poll(() => attached(page).count()).toBe(1)
    await page.goto(`${proxy.url}/conversations`)
    await page.locator(`a[href="${path}"]`).getByText('Le premier').waitFor()
    expect(await page.locator(`a[href="${path}"]`).innerText()).toContain('Brouillon')
  })
})

test('sign-out empties the device, and no other account sends what waited', async () => {
  const page = await open()
  const mark = `parti ${Date.now()}`
  await box(page).fill(`brouillon ${mark}`)
  await attach(page, photo)
  await confirm(page)
  await page.locator('a[href^="/conversations/"]').nth(1).click()
  await expect.poll(async () => (await kept(page))['drafts']).toBe(1)
  await show(page)
  await page.route('**/messages', (r) =>
    r.request().method() === 'POST' ? r.abort() : r.fallback(),
  )
  await write(page, mark)
  await bubble(page, mark).getByText('En attente').waitFor()
  expect((await kept(page))['outbox']).toBe(1)
  await signOut(page)
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map((d) => d.name)))
    .not.toContainEqual(expect.stringMatching(/^member:/))
  await page.unroute('**/messages')
  await signIn(page, proxy.url, WOMAN, undefined, `/conversations/${talk}`)
  await page.waitForTimeout(2_000)
  expect([
    await bubble(page, mark).count(),
    await words(mark),
    await box(page).inputValue(),
  ]).toEqual([0, [], ''])
})
