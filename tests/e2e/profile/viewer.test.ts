import { readFileSync } from 'node:fs'
import type { Browser, CDPSession, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch, newContext, PHONE, signIn } from '../../support/browser/browser'
import { animationsEnded } from '../../support/browser/settled'
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
})
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
  await viewer(page, n).waitFor()
  await animationsEnded(page)
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

describe('with fingers', () => {
  type Point = readonly [number, number]
  const points = (all: readonly Point[]) => all.map(([x, y], id) => ({ x, y, id }))
  /**
   * Moves one finger, or several at once, in ten steps; `msPerStep` sets the speed. Returns what lifts
   * them, for `lift: false`.
   */
  const drag = async (
    session: CDPSession,
    from: readonly Point[],
    to: readonly Point[],
    { msPerStep = 40, lift = true } = {},
  ): Promise<() => Promise<unknown>> => {
    let timestamp = Date.now() / 1000
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', all: readonly Point[]) => {
      // told with its time: how long this process takes says nothing about the finger
      timestamp += msPerStep / 1000
      return session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points(all),
        timestamp,
      })
    }
    await send('touchStart', from.slice(0, 1))
    if (from.length > 1) await send('touchStart', from)
    for (let step = 1; step <= 10; step += 1)
      await send(
        'touchMove',
        from.map(([x, y], i) => {
          const [endX, endY] = to[i] ?? [x, y]
          return [x + ((endX - x) * step) / 10, y + ((endY - y) * step) / 10] as const
        }),
      )
    const release = () => send('touchEnd', [])
    if (lift) await release()
    return release
  }
  const scale = (page: Page) => page.locator('[data-scale]').getAttribute('data-scale')
  const opened = async (n: number) => {
    const page = await openViewer(PHONE, n)
    return { page, session: await page.context().newCDPSession(page) }
  }

  test('SOC-045: the edge of a zoomed photo never comes inside the window', async () => {
    const { page, session } = await opened(1)
    const rest = await box(page, 1)
    await page.getByRole('button', { name: 'Agrandir' }).click()
    await page.getByRole('button', { name: 'Agrandir' }).click()
    await expect.poll(() => scale(page)).toBe('2.25')
    for (let i = 0; i < 3; i += 1) await drag(session, [[60, 560]], [[360, 800]])
    await expect.poll(async () => (await box(page, 1)).x).toBeCloseTo(0, 0)
    // 585 px high in a window of 844: it stays in the middle
    expect((await box(page, 1)).y + (await box(page, 1)).height / 2).toBeCloseTo(
      rest.y + rest.height / 2,
      0,
    )
    for (let i = 0; i < 4; i += 1) await drag(session, [[360, 600]], [[20, 520]])
    await expect.poll(async () => (await box(page, 1)).right).toBeCloseTo(390, 0)
    expect(await viewer(page, 1).isVisible()).toBe(true)
    await page.context().close()
  })

  test('a photo follows a finger down and closes from a distance or by speed; a short slow pull springs back', async () => {
    const { page, session } = await opened(1)
    const rest = await box(page, 1)
    const release = await drag(session, [[200, 300]], [[205, 400]], { lift: false })
    await expect.poll(async () => (await box(page, 1)).y).toBeCloseTo(rest.y + 100, 0)
    await release()
    await expect.poll(async () => (await box(page, 1)).y).toBeCloseTo(rest.y, 0)
    expect(await viewer(page, 1).isVisible()).toBe(true)

    await drag(session, [[200, 300]], [[205, 520]])
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)

    await page
      .getByRole('region', { name: ALBUM, exact: true })
      .getByRole('button', { name: /^Ouvrir : Photo/ })
      .nth(1)
      .click()
    await loaded(page, 1)
    await drag(session, [[200, 300]], [[200, 400]], { msPerStep: 5 })
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.context().close()
  })

  test('a pinch, a pan of a zoomed photo and a sideways swipe do not close', async () => {
    const { page, session } = await opened(0)
    await drag(session, [[200, 300]], [[40, 340]])
    await viewer(page, 1).waitFor()
    await loaded(page, 1)
    const pinch = [
      [
        [190, 300],
        [210, 340],
      ],
      [
        [120, 480],
        [300, 640],
      ],
    ] as const
    await drag(session, ...pinch)
    await expect.poll(async () => Number(await scale(page))).toBeGreaterThan(1)
    await drag(session, [[200, 300]], [[200, 700]], { msPerStep: 5 })
    await page.getByRole('button', { name: 'Réduire' }).waitFor()
    expect(await viewer(page, 1).getAttribute('data-phase')).toBe('open')
    await page.context().close()
  })
})
