import sharp from 'sharp'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESKTOP, launch, newContext, PHONE, signIn, watch } from '../../support/browser/browser'
import { http, login } from '../../support/server/http'
import { photoFile } from '../../support/world/photos'
import { startServer, type RunningServer } from '../../support/server/process'

let server: RunningServer
let browser: Browser
let conversation: string
let handles: { two: string; three: string }
beforeAll(async () => {
  server = await startServer({ DEMO: '1' })
  browser = await launch()
  const [two, three] = [
    await login(server.url, 'demo-2@connivence.test'),
    await login(server.url, 'demo-3@connivence.test'),
  ]
  const handle = async (token: string): Promise<string> =>
    (await http(server.url, token).get<{ account: { account_handle: string } }>('/api/auth/me'))
      .body.account.account_handle
  handles = { two: await handle(two.token), three: await handle(three.token) }
  conversation = (
    await http(server.url, two.token).post<{ conversation: { id: string } }>(
      '/api/conversations/start',
      { handle: handles.three },
    )
  ).body.conversation.id
})
afterAll(async () => {
  await browser.close()
  await server.close()
})
const member = async (
  email: string,
  options: Parameters<typeof newContext>[1] = DESKTOP,
): Promise<{ context: BrowserContext; page: Page }> => {
  const context = await newContext(browser, options)
  const page = await context.newPage()
  await signIn(page, server.url, email)
  await page.goto(`${server.url}/conversations/${conversation}`)
  await page.getByPlaceholder('Écrire un message…').waitFor()
  return { context, page }
}
const send = async (page: Page, text: string): Promise<void> => {
  await page.getByPlaceholder('Écrire un message…').fill(text)
  await page.getByRole('button', { name: /^Envoyer/ }).click()
}

describe('two members, live', () => {
  test('MSG-004 MSG-005 MSG-099 MSG-101 MSG-111: a text goes from a phone to three tabs, once in each', async () => {
    const sender = await member('demo-2@connivence.test', PHONE)
    const receiver = await member('demo-3@connivence.test')
    const tabs = [receiver.page, await receiver.context.newPage(), await receiver.context.newPage()]
    for (const tab of tabs.slice(1)) {
      await tab.goto(`${server.url}/conversations/${conversation}`)
      await tab.getByPlaceholder('Écrire un message…').waitFor()
    }
    const text = `Bonsoir, ${Date.now()}`
    await send(sender.page, text)
    // in the thread (a bubble), not in the list's preview
    for (const page of [sender.page, ...tabs]) {
      const bubbles = page
        .getByRole('log')
        .or(page.getByRole('feed'))
        .or(page.getByRole('list', { name: /Messages/ }))
        .getByText(text)
      await bubbles.first().waitFor()
      await page.waitForTimeout(300)
      expect(await bubbles.count()).toBe(1)
    }
    expect(await sender.page.getByPlaceholder('Écrire un message…').inputValue()).toBe('')
    await sender.context.close()
    await receiver.context.close()
  })

  test('MSG-106 MSG-105: the ticks change when the other reads', async () => {
    const sender = await member('demo-2@connivence.test')
    const text = `Lu ? ${Date.now()}`
    await send(sender.page, text)
    const bubble = sender.page.locator('[data-message]').filter({ hasText: text })
    await bubble.getByLabel('Envoyé').waitFor()
    const receiver = await member('demo-3@connivence.test')
    await receiver.page.bringToFront()
    await bubble.getByLabel('Lu').waitFor()
    await sender.context.close()
    await receiver.context.close()
  })

  test('MSG-059 MSG-060 MSG-061 MSG-096 MSG-202: a blurred photo reaches three tabs; the server has only blurred pixels', async () => {
    const path = await photoFile('terrasse.png', 3000, 2000, 'png')
    const sender = await member('demo-2@connivence.test', PHONE)
    const receiver = await member('demo-3@connivence.test')
    const tabs = [receiver.page, await receiver.context.newPage(), await receiver.context.newPage()]
    for (const tab of tabs.slice(1)) {
      await tab.goto(`${server.url}/conversations/${conversation}`)
      await tab.getByPlaceholder('Écrire un message…').waitFor()
    }
    const chooser = sender.page.waitForEvent('filechooser')
    await sender.page.getByRole('button', { name: 'Joindre une image' }).click()
    await (await chooser).setFiles(path)
    const modal = sender.page
      .getByRole('dialog')
      .filter({ has: sender.page.getByRole('button', { name: 'Effacer' }) })
    await modal.getByRole('button', { name: /^(Ajouter la photo|Suivant)/ }).waitFor()
    const picture = modal.getByRole('img', { name: 'Aperçu' })
    const box = await picture.boundingBox()
    if (!box) throw new Error('no picture')
    // into the fine pattern of the lower part
    await sender.page.mouse.click(box.x + box.width * 0.5, box.y + box.height * 0.8)
    await modal.getByRole('button', { name: /Zone floutée 1/ }).waitFor()
    await modal.getByRole('button', { name: /^(Ajouter la photo|Suivant)/ }).click()
    let body: Buffer | null = null
    sender.page.on('request', (r) => {
      if (r.url().endsWith('/api/media/upload')) body = r.postDataBuffer()
    })
    await sender.page.getByRole('button', { name: /^Envoyer/ }).click()
    for (const tab of tabs)
      await expect.poll(() => tab.locator('[data-message]').last().locator('img').count()).toBe(1)
    // stored: 2048 px, no metadata, and the middle differs from the original
    const session = await login(server.url, 'demo-3@connivence.test')
    const messages = await http(server.url, session.token).get<{
      messages: { media: { id: string; width: number; height: number }[] }[]
    }>(`/api/conversations/${conversation}/messages`)
    const media = messages.body.messages.at(-1)?.media[0]
    expect([media?.width, media?.height]).toEqual([2048, 1365])
    const link = await http(server.url, session.token).get<{ signed_url: string }>(
      `/api/media/${media?.id}/url`,
    )
    const bytes = Buffer.from(
      await (await fetch(new URL(link.body.signed_url, server.url))).arrayBuffer(),
    )
    const meta = await sharp(bytes).metadata()
    expect([meta.format, meta.exif, meta.xmp, meta.iptc]).toEqual([
      'jpeg',
      undefined,
      undefined,
      undefined,
    ])
    const spot = { left: 1024 - 28, top: 1092 - 28, width: 56, height: 56 }
    const [got, original] = await Promise.all([
      sharp(bytes).extract(spot).greyscale().raw().toBuffer(),
      sharp(path).resize(2048).extract(spot).greyscale().raw().toBuffer(),
    ])
    // of neighbours: a spot has noise of its own, but in cells larger than the fine pattern
    const detail = (b: Buffer): number => {
      const steps = [...b.keys()].filter((k) => k % spot.width > 0)
      return steps.reduce((sum, k) => sum + Math.abs((b[k] ?? 0) - (b[k - 1] ?? 0)), 0)
    }
    expect(detail(got)).toBeLessThan(detail(original) / 3)
    void body
    await sender.context.close()
    await receiver.context.close()
  })

  test('MSG-189 MSG-100: a failed send shows an error, restores the text, and can be retried', async () => {
    const { page, context } = await member('demo-2@connivence.test')
    await page.route('**/messages', (r) =>
      r.request().method() === 'POST' ? r.fulfill({ status: 500, json: {} }) : r.fallback(),
    )
    const text = `Perdu ? ${Date.now()}`
    await send(page, text)
    await page.getByRole('alert').filter({ hasText: 'Erreur envoi message' }).waitFor()
    expect(await page.getByPlaceholder('Écrire un message…').inputValue()).toBe(text)
    await page.unroute('**/messages')
    await page.getByRole('button', { name: 'Réessayer' }).first().click()
    await page
      .locator('[data-message]')
      .filter({ hasText: text })
      .getByLabel(/Envoyé|Lu/)
      .waitFor()
    expect(await page.locator('[data-message]').filter({ hasText: text }).count()).toBe(1)
    await context.close()
  })

  test('no request goes to another host, and the page logs no error', async () => {
    const context = await newContext(browser)
    const page = await context.newPage()
    const seen = watch(page, server.url)
    await signIn(page, server.url, 'demo-2@connivence.test')
    for (const path of [
      '/conversations',
      `/conversations/${conversation}`,
      '/profile',
      '/connection',
      '/news',
      '/events',
      '/radar',
    ]) {
      await page.goto(`${server.url}${path}`)
      await page.getByRole('main').waitFor()
      await page.waitForTimeout(700)
    }
    expect(seen.errors).toEqual([])
    expect(seen.foreign).toEqual([])
    await context.close()
  })
})
