import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Message } from '#contract/messaging/messages'
import {
  DESKTOP,
  launch,
  newContext,
  signIn,
  WITH_SERVICE_WORKER,
} from '../support/browser/browser'
import { http, login } from '../support/server/http'
import { createMetrics, type Metrics } from '../support/server/metrics'
import { photoFile } from '../support/world/photos'
import { freePort, startServer, type RunningServer } from '../support/server/process'
import { createProxy, type Proxy } from '../support/server/proxy'

let server: RunningServer
let proxy: Proxy
let browser: Browser
let metrics: Metrics
let conversation: string
/** The other member, on a line that nothing disturbs. */
let other: Page
beforeAll(async () => {
  const METRICS_PORT = await freePort()
  server = await startServer({ DEMO: '1', METRICS_PORT: String(METRICS_PORT) })
  metrics = createMetrics(METRICS_PORT)
  proxy = await createProxy(server.port)
  browser = await launch()
  const two = await login(server.url, 'demo-2@connivence.test')
  const three = await login(server.url, 'demo-3@connivence.test')
  const handle = (
    await http(server.url, three.token).get<{ account: { account_handle: string } }>('/api/auth/me')
  ).body.account.account_handle
  conversation = (
    await http(server.url, two.token).post<{ conversation: { id: string } }>(
      '/api/conversations/start',
      { handle },
    )
  ).body.conversation.id
  other = await open(server.url, 'demo-3@connivence.test')
})
afterAll(async () => {
  await browser.close()
  await proxy.close()
  await server.close()
})
/** A member in the conversation; `script` runs in the page before its own. */
const open = async (base: string, email: string, script?: () => void): Promise<Page> => {
  const context = await newContext(browser, { ...DESKTOP, ...WITH_SERVICE_WORKER })
  if (script) await context.addInitScript(script)
  const page = await context.newPage()
  await signIn(page, base, email, undefined, `/conversations/${conversation}`)
  await composer(page).waitFor()
  await page.locator('[data-message]').first().waitFor()
  // every piece of the app is on the device: what hangs on a silent line is what the test is about
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  return page
}
const sender = (script?: () => void): Promise<Page> =>
  open(proxy.url, 'demo-2@connivence.test', script)
const composer = (page: Page): Locator => page.getByPlaceholder('Écrire un message…')
const sendButton = (page: Page): Locator => page.getByRole('button', { name: /^Envoyer/ })
const again = (page: Page): Locator =>
  page.getByRole('alert').getByRole('button', { name: 'Réessayer' })
const bubble = (page: Page, text: string): Locator =>
  page.locator('[data-message]').filter({ hasText: text })
const sent = (page: Page, text: string): Locator => bubble(page, text).getByLabel(/^(Envoyé|Lu)$/)
const attached = (page: Page): Locator =>
  page.getByRole('list', { name: 'Photos jointes' }).getByRole('listitem')
const stored = async (text: string): Promise<Message[]> => {
  const session = await login(server.url, 'demo-3@connivence.test')
  const page = await http(server.url, session.token).get<{ messages: Message[] }>(
    `/api/conversations/${conversation}/messages`,
  )
  return page.body.messages.filter((m) => m.content === text)
}
/** One message in the database, one bubble on both screens, also some time later. */
const expectOnce = async (page: Page, text: string): Promise<Message> => {
  await sent(page, text).waitFor()
  await bubble(other, text).waitFor()
  await page.waitForTimeout(500)
  expect([await bubble(page, text).count(), await bubble(other, text).count()]).toEqual([1, 1])
  const found = await stored(text)
  expect(found).toHaveLength(1)
  return found[0] as Message
}
const attach = async (page: Page, path: string, spot: boolean): Promise<void> => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Joindre une image' }).click()
  await (await chooser).setFiles(path)
  const dialog = page.getByRole('dialog')
  if (spot) {
    await dialog.getByRole('button', { name: /centre/ }).click()
    await dialog.getByText('1 / 30').waitFor()
  }
  await dialog.getByRole('button', { name: /^(Ajouter la photo|Suivant)/ }).click()
  await attached(page).waitFor()
}

describe('answers that do not come', () => {
  test('the answer of a send is swallowed, and the browser or the outbox sends again: one message', async () => {
    const page = await sender()
    const text = `avalé ${Date.now()}`
    await composer(page).fill(text)
    proxy.swallowAnswerOf(text)
    await sendButton(page).click()
    await expect.poll(() => proxy.swallowed).toBe(1)
    // the browser itself repeats what it sent on a kept line that was reset; the outbox does, and
    // the echo may come as well
    await expectOnce(page, text)
    await page.context().close()
  })

  test('without reply or echo a message waits and is sent once after reconnection', async () => {
    const page = await sender()
    const text = `sans écho ${Date.now()}`
    await composer(page).fill(text)
    proxy.mode = 'half-open'
    await sendButton(page).click()
    await expect.poll(async () => (await stored(text)).length).toBe(1)
    await bubble(other, text).waitFor()
    proxy.mode = 'reset'
    await bubble(page, text).getByText('En attente').waitFor()
    expect(await composer(page).inputValue()).toBe('')
    proxy.mode = 'pass'
    await expectOnce(page, text)
    expect(await composer(page).inputValue()).toBe('')
    await page.context().close()
  })
})

describe('photos that do not get there', () => {
  test('an interrupted upload waits with its message and is sent once after reconnection', async () => {
    const page = await sender()
    const text = `avec photo ${Date.now()}`
    await attach(page, await photoFile('grande.jpg', 2600, 1800), false)
    await composer(page).fill(text)
    // browsers retry a reset request: cut every attempt until the line works again
    proxy.cut('/api/media/upload', 60_000)
    await sendButton(page).click()
    await bubble(page, text).getByText('En attente').waitFor({ timeout: 30_000 })
    expect(proxy.cuts).toBeGreaterThan(0)
    expect(await bubble(page, text).locator('img').count()).toBe(1)
    expect(await stored(text)).toEqual([])
    proxy.cut(null)
    expect((await expectOnce(page, text)).media).toHaveLength(1)
    expect(await attached(page).count()).toBe(0)
    await page.context().close()
  })

  test('MSG-196: after a crash of the image worker nothing is sent; a retry sends the blurred photo', async () => {
    /** Ends each worker that is given a conversion, while it works: to the page this is what a crash looks like. */
    const page = await sender(() => {
      let armed = false
      Object.assign(window, {
        killWorkers: (on: boolean) => {
          armed = on
        },
      })
      window.Worker = class extends Worker {
        override postMessage(
          message: unknown,
          rest?: StructuredSerializeOptions | Transferable[],
        ): void {
          super.postMessage(message, rest as StructuredSerializeOptions)
          const path = (message as { path?: unknown[] } | null)?.path
          if (!armed || path?.at(-1) !== 'convert') return
          setTimeout(() => super.terminate(), 60)
        }
      }
    })
    const text = `photo floutée ${Date.now()}`
    const kill = (on: boolean): Promise<void> =>
      page.evaluate(
        (armed) => (window as unknown as { killWorkers(on: boolean): void }).killWorkers(armed),
        on,
      )
    // before it is confirmed: its blurred copy is made from then on
    await kill(true)
    await attach(page, await photoFile('immense.png', 6000, 4000, 'png'), true)
    await composer(page).fill(text)
    const uploads = await metrics.answers('uploadMedia')
    await sendButton(page).click()
    await page
      .getByRole('alert')
      .filter({ hasText: 'Erreur traitement flou' })
      .waitFor({ timeout: 40_000 })
    expect(await composer(page).inputValue()).toBe(text)
    expect(await attached(page).count()).toBe(1)
    await page.waitForTimeout(1_000)
    expect(await metrics.answers('uploadMedia')).toBe(uploads)
    expect(await stored(text)).toEqual([])
    await kill(false)
    await again(page).click()
    const message = await expectOnce(page, text)
    // 2048 px: what only the blurring path makes
    expect(message.media.map((m) => m.width)).toEqual([2048])
    expect(await metrics.answers('uploadMedia')).toBe(uploads + 1)
    await page.context().close()
  })
})
