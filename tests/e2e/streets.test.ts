import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBasemap } from '../../scripts/make-basemap.mjs'
import { MAN, stage, type Stage } from '../support/world/talk'

const dir = mkdtempSync(join(tmpdir(), 'connivence-basemap-'))
const BASEMAP = join(dir, 'lyon.pmtiles')
const whole = makeBasemap([3.5, 44.5, 6.5, 47])
let s: Stage
beforeAll(async () => {
  writeFileSync(BASEMAP, whole)
  s = await stage({ TILE_URL: '', BASEMAP })
})
afterAll(async () => {
  await s.close()
  rmSync(dir, { recursive: true, force: true })
})

/** Colours of the middle of each drawn tile, as the page has them and as its theme names them. */
const colours = (page: Page) =>
  page.locator('.leaflet-container').evaluate((map) => {
    const seen = [...map.querySelectorAll<HTMLCanvasElement>('canvas.leaflet-tile-loaded')].map(
      (tile) => {
        const data = tile.getContext('2d')?.getImageData(tile.width / 2, tile.height / 2, 1, 1).data
        return `#${[...(data ?? [])]
          .slice(0, 3)
          .map((n) => n.toString(16).padStart(2, '0'))
          .join('')}`
      },
    )
    return { seen: seen.join(' '), land: getComputedStyle(map).getPropertyValue('--map-land') }
  })

test('the operator’s own map: drawn from its file by ranges, in the colours of the theme; the app’s own country is not loaded', async () => {
  const { page, seen } = await s.open(MAN, '/events')
  const [ranges, others]: [string[], string[]] = [[], []]
  page.on('request', (r) => {
    if (r.url().includes('/basemap/')) ranges.push(r.headers()['range'] ?? 'whole')
    if (/country-|\/tiles\//.test(r.url())) others.push(r.url())
  })
  await page
    .getByRole('navigation', { name: 'Navigation' })
    .getByRole('link', { name: 'Carte' })
    .click()
  const look = async () => {
    const { seen: drawn, land } = await colours(page)
    return drawn.includes(land)
  }
  await expect.poll(look).toBe(true)
  const before = (await colours(page)).land
  await page.evaluate(() => {
    const root = document.documentElement
    root.dataset['theme'] = root.dataset['theme'] === 'light' ? 'dark' : 'light'
  })
  await expect.poll(look).toBe(true)
  expect((await colours(page)).land).not.toBe(before)
  await page.getByText('© les contributeurs d’OpenStreetMap').waitFor()
  expect(ranges.length).toBeGreaterThan(1)
  expect(ranges).not.toContain('whole')
  expect(others).toEqual([])
  expect([...seen.errors, ...seen.foreign]).toEqual([])
  await page.context().close()
})

const NO_STREETS = 'Le plan des rues n’est pas disponible pour le moment.'
const openMap = (page: Page): Promise<void> =>
  page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Carte' }).click()
/** The app’s own country is drawn, with its credit, and a sentence says why. */
const seesCountry = async (page: Page): Promise<void> => {
  await page.locator('canvas[data-zoom]').waitFor()
  await page.getByText('IGN, Admin Express COG').waitFor()
  await page.getByRole('status').filter({ hasText: NO_STREETS }).waitFor()
  // land, not only the sea
  await expect
    .poll(() =>
      page.locator('canvas[data-zoom]').evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
        const seen = new Set<number>()
        for (let i = 0; i < data.length; i += 400)
          seen.add(((data[i] ?? 0) << 16) | ((data[i + 1] ?? 0) << 8) | (data[i + 2] ?? 0))
        return seen.size
      }),
    )
    .toBeGreaterThan(2)
  expect(await page.locator('canvas.leaflet-tile').count()).toBe(0)
}

test('when its file does not load the app draws the country, and says so', async () => {
  const { page } = await s.open(MAN, '/events')
  await page.route(/\/basemap\//, (route) => route.abort())
  await openMap(page)
  await seesCountry(page)
  await page.context().close()
})

test.for<[string, (file: Buffer) => Buffer]>([
  ['cut short', (file) => file.subarray(0, file.length >> 1)],
  // the header and the directory are whole: the page finds out
  [
    'damaged in its tiles',
    (file) => Buffer.concat([file.subarray(0, 16_384), Buffer.alloc(file.length - 16_384, 255)]),
  ],
])('a file that is %s: the country and a sentence instead of a hole', async ([, damage]) => {
  writeFileSync(BASEMAP, damage(whole))
  const { page } = await s.open(MAN, '/events')
  await openMap(page)
  await seesCountry(page)
  writeFileSync(BASEMAP, whole)
  await page.context().close()
})

test('a file that is replaced while it is read is drawn anew: no tile of the one beside one of the other', async () => {
  const { page } = await s.open(MAN, '/events')
  await openMap(page)
  const tiles = page.locator('canvas.leaflet-tile-loaded')
  await tiles.first().waitFor()
  const mark = () =>
    page
      .locator('.leaflet-tile-pane > .leaflet-layer')
      .evaluate((layer) => void (layer.dataset['file'] = 'first'))
  await mark()
  writeFileSync(`${BASEMAP}.new`, makeBasemap([3, 44, 7, 47.5]))
  renameSync(`${BASEMAP}.new`, BASEMAP)
  // the first tile of another zoom is of the new file
  await page.getByRole('button', { name: 'Réduire la carte' }).click()
  await page.locator('.leaflet-tile-pane > [data-file="first"]').waitFor({ state: 'detached' })
  await tiles.first().waitFor()
  await page.getByText('© les contributeurs d’OpenStreetMap').waitFor()
  expect(await page.getByText(NO_STREETS).count()).toBe(0)

  // a second time it may be two servers that take turns
  await mark()
  writeFileSync(BASEMAP, whole)
  await page.getByRole('button', { name: 'Réduire la carte' }).click()
  await seesCountry(page)
  await page.context().close()
})
