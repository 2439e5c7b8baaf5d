import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch, newContext, signIn } from '../../support/browser/browser'
import { http, login } from '../../support/server/http'
import { startServer, type RunningServer } from '../../support/server/process'
import { photoFile } from '../../support/world/photos'

const OWNER = 'demo-2@connivence.test'
const ALBUM = 'Formats'
const SHAPES = [
  ['portrait', 1200, 1800],
  ['landscape', 1800, 1200],
  ['20:9', 2000, 900],
  ['9:20', 900, 2000],
] as const

let server: RunningServer
let browser: Browser
beforeAll(async () => {
  server = await startServer({ DEMO: '1' })
  browser = await launch()
  const { token } = await login(server.url, OWNER)
  const mediaIds: string[] = []
  for (const [name, width, height] of SHAPES) {
    const bytes = readFileSync(await photoFile(`${name.replace(':', '-')}.jpg`, width, height))
    const body = new FormData()
    body.set('files', new Blob([bytes], { type: 'image/jpeg' }), 'photo.jpg')
    const reply = await fetch(`${server.url}/api/media/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    })
    mediaIds.push(((await reply.json()) as { media_id: string }).media_id)
  }
  const api = http(server.url, token)
  const { album } = (
    await api.post<{ album: { id: string } }>('/api/albums', { name: ALBUM, isPublic: true })
  ).body
  const added = await api.post(`/api/albums/${album.id}/media`, { mediaIds })
  if (added.status !== 201) throw new Error(`album: ${added.status}`)
}, 90_000)
afterAll(async () => {
  await browser.close()
  await server.close()
})

/** The viewer on the n-th picture, its opening animation over. */
const openViewer = async (options: Parameters<typeof newContext>[1], n = 0): Promise<Page> => {
  const page = await (await newContext(browser, options)).newPage()
  await signIn(page, server.url, OWNER)
  await page.goto(`${server.url}/albums`)
  await page.getByRole('button', { name: ALBUM, exact: true }).click()
  const album = page.getByRole('region', { name: ALBUM, exact: true })
  await album
    .getByRole('button', { name: /^Ouvrir : Photo/ })
    .nth(n)
    .click()
  await viewer(page, n).evaluate((dialog) =>
    Promise.all(dialog.getAnimations().map((animation) => animation.finished)),
  )
  await loaded(page, n)
  return page
}
const viewer = (page: Page, n: number) =>
  page.getByRole('dialog', { name: `Photo ${n + 1} sur ${SHAPES.length}` })
const picture = (page: Page, n: number) => viewer(page, n).locator('img')
const loaded = (page: Page, n: number) =>
  expect
    .poll(() => picture(page, n).evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0)
const box = async (page: Page, n: number) => {
  const { x, y, width, height } = (await picture(page, n).boundingBox()) ?? {
    x: NaN,
    y: NaN,
    width: NaN,
    height: NaN,
  }
  return { x, y, width, height, right: x + width, bottom: y + height }
}

describe.each([
  [390, 844],
  [844, 390],
  [1440, 900],
])('in a window of %i × %i', (width, height) => {
  test('a photo of any shape is shown whole and undistorted', async () => {
    const page = await openViewer({ viewport: { width, height } })
    for (const [n, [, w, h]] of SHAPES.entries()) {
      await viewer(page, n).waitFor()
      await loaded(page, n)
      const seen = await box(page, n)
      expect(seen.x).toBeGreaterThanOrEqual(-0.5)
      expect(seen.y).toBeGreaterThanOrEqual(-0.5)
      expect(seen.right).toBeLessThanOrEqual(width + 0.5)
      expect(seen.bottom).toBeLessThanOrEqual(height + 0.5)
      expect(seen.width / seen.height).toBeCloseTo(w / h, 1)
      await page.keyboard.press('ArrowRight')
    }
    await page.context().close()
  })
})
