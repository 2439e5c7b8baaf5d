import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBasemap } from '../../scripts/make-basemap.mjs'
import { MAN, stage, type Stage } from '../support/world/talk'

const dir = mkdtempSync(join(tmpdir(), 'connivence-basemap-'))
let s: Stage
beforeAll(async () => {
  const BASEMAP = join(dir, 'lyon.pmtiles')
  writeFileSync(BASEMAP, makeBasemap([3.5, 44.5, 6.5, 47]))
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

test('when its file does not load the app draws the country', async () => {
  const { page } = await s.open(MAN, '/events')
  await page.route(/\/basemap\//, (route) => route.abort())
  await page
    .getByRole('navigation', { name: 'Navigation' })
    .getByRole('link', { name: 'Carte' })
    .click()
  await page.locator('canvas[data-zoom]').waitFor()
  await page.getByText('IGN, Admin Express COG').waitFor()
  await page.context().close()
})
