import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Message } from '#contract/messaging'
import { launch, newContext, signIn } from '../support/browser'
import { http, login, uuidOf } from '../support/http'
import { photoFile } from '../support/photos'
import { freePort, startServer, type Running } from '../support/process'
import { createProxy, type Proxy } from '../support/proxy'

let server: Running
let proxy: Proxy
let browser: Browser
let conversation: string
const DATA_DIR = mkdtempSync(join(tmpdir(), 'connivence-answers-'))
let settings: Record<string, string>
beforeAll(async () => {
  settings = { DATA_DIR, PORT: String(await freePort()), DEMO: '1' }
  server = await startServer(settings)
  proxy = await createProxy(server.port)
  browser = await launch()
  const two = await login(server.url, 'demo-2@connivence.test')
  const three = await login(server.url, 'demo-3@connivence.test')
  const handle = (await http(server.url, three.token).get<{ account: { account_handle: string } }>('/api/auth/me')).body.account.account_handle
  conversation = (await http(server.url, two.token).post<{ conversation: { id: string } }>('/api/conversations/start', { handle })).body.conversation.id
})
afterAll(async () => {
  await browser.close()
  await proxy.close()
  await server.close()
  rmSync(DATA_DIR, { recursive: true, force: true })
})
const open = async (): Promise<Page> => {
  const page = await (await newContext(browser)).newPage()
  await signIn(page, proxy.url, 'demo-2@connivence.test')
  await page.goto(`${proxy.url}/conversations/${conversation}`)
  await page.getByPlaceholder('Écrire un message...').waitFor()
  await page.locator('[data-message]').first().waitFor()
  return page
}
const composer = (page: Page) => page.getByPlaceholder('Écrire un message...')
const sendButton = (page: Page) => page.getByRole('button', { name: /^Envoyer/ })
const stored = async (text: string): Promise<Message[]> => {
  const session = await login(server.url, 'demo-3@connivence.test')
  const page = await http(server.url, session.token).get<{ messages: Message[] }>(`/api/conversations/${conversation}/messages`)
  return page.body.messages.filter((m) => m.content === text)
}

describe('answers that do not come', () => {
  test('the answer of a send is swallowed and the send repeated: one message', async () => {
    const page = await open()
    const text = `avalé ${Date.now()}`
    await composer(page).fill(text)
    proxy.swallowAnswerOf(text)
    await sendButton(page).click()
    await expect.poll(() => proxy.swallowed, { timeout: 15_000 }).toBe(1)
    // either the echo has settled it, or the red box offers to try again
    const again = page.getByRole('alert').getByRole('button', { name: 'Réessayer' })
    const settled = page.locator('[data-message]').filter({ hasText: text }).getByLabel(/^(Envoyé|Lu)$/)
    await again.or(settled).first().waitFor({ timeout: 20_000 })
    if (await again.count()) await again.click()
    await settled.waitFor({ timeout: 20_000 })
    expect(await page.locator('[data-message]').filter({ hasText: text }).count()).toBe(1)
    expect(await stored(text)).toHaveLength(1)
    await page.context().close()
  })

  test('an upload cut in the middle: a clear message, text and photo kept, and another try sends them once', async () => {
    const page = await open()
    const text = `avec photo ${Date.now()}`
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Joindre une image' }).click()
    await (await chooser).setFiles(await photoFile('grande.jpg', 2600, 1800))
    await page.getByRole('dialog').getByRole('button', { name: 'Ajouter la photo' }).click()
    await composer(page).fill(text)
    await page.getByRole('list', { name: 'Photos jointes' }).getByRole('listitem').waitFor()
    // slow enough to be cut while it runs; a browser tries a reset connection again by itself, so the cut lasts
    proxy.delayMs = 400
    const started = page.waitForRequest((r) => r.url().endsWith('/api/media/upload'))
    await sendButton(page).click()
    await started
    proxy.mode = 'reset'
    setTimeout(() => {
      proxy.mode = 'pass'
      proxy.delayMs = 0
    }, 3_000)
    await page.getByRole('alert').filter({ hasText: 'Envoi de la photo impossible. Merci de réessayer.' }).waitFor({ timeout: 30_000 })
    expect(await composer(page).inputValue()).toBe(text)
    expect(await page.getByRole('list', { name: 'Photos jointes' }).getByRole('listitem').count()).toBe(1)
    await expect.poll(() => proxy.mode, { timeout: 10_000 }).toBe('pass')
    await page.getByRole('alert').getByRole('button', { name: 'Réessayer' }).click()
    await page.locator('[data-message]').filter({ hasText: text }).getByLabel(/^(Envoyé|Lu)$/).waitFor({ timeout: 20_000 })
    const found = await stored(text)
    expect(found).toHaveLength(1)
    expect(found[0]?.media).toHaveLength(1)
    await page.context().close()
  })

  test('the server dies and comes back: the page says so, recovers by itself and catches up without a reload', async () => {
    const page = await open()
    await server.kill('SIGKILL')
    const lost = page.getByText('Connexion interrompue', { exact: false })
    await lost.first().waitFor({ timeout: 20_000 })
    server = await startServer(settings)
    const session = await login(server.url, 'demo-3@connivence.test')
    const text = `pendant la coupure ${Date.now()}`
    await http(server.url, session.token).post(`/api/conversations/${conversation}/messages`, { content: text, sender_identity_id: session.identityIds[0], client_msg_id: uuidOf(text) })
    await page.locator('[data-message]').filter({ hasText: text }).waitFor({ timeout: 20_000 })
    await expect.poll(() => lost.count(), { timeout: 10_000 }).toBe(0)
    expect(await page.locator('[data-message]').filter({ hasText: text }).count()).toBe(1)
    await page.context().close()
  })
})
