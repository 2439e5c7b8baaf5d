import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import {
  readCountry,
  type Country,
  type WrittenCountry,
} from '../../../../src/parts/map/country/data'
import { paintGround } from '../../../../src/parts/map/country/paint'
import { COUNTRY_CREDIT, SOURCES } from '../../../../src/parts/map/country/sources'
import { addBaseMap } from '../../../../src/parts/map/map-ground'
import type { MapNotes } from '../../../../src/parts/map/map-foot'

const written = JSON.parse(
  readFileSync('src/parts/map/country/country.json', 'utf8'),
) as WrittenCountry
const country = readCountry(written)

vi.mock('../../../../src/parts/map/country/layer', () => ({ addCountryLayer: () => undefined }))

/** The parts of the country that are read while the ground is painted. */
const painted = (zoom: number): string[] => {
  vi.stubGlobal(
    'Path2D',
    class {
      moveTo(): void {}
      lineTo(): void {}
    },
  )
  const read = new Set<string>()
  const watched = new Proxy(country, {
    get: (target, name) => {
      read.add(String(name))
      return target[name as keyof Country]
    },
  })
  const paper = { fillRect: () => undefined, fill: () => undefined, stroke: () => undefined }
  const [left, top] = [125 * 2 ** zoom, 86 * 2 ** zoom]
  const frame = { zoom, left, top, width: 800, height: 800 }
  paintGround(paper as never, watched, frame, {} as never)
  vi.unstubAllGlobals()
  return [...read]
}

test('each part that is drawn has a source, and the credit names all of them', () => {
  // what the file has besides its unit, and what is painted, with the names that are placed on it
  const inFile = Object.keys(written).filter((name) => name !== 'step')
  expect(inFile.sort()).toEqual(Object.keys(SOURCES).sort())
  expect([...painted(8), 'towns'].sort()).toEqual(Object.keys(SOURCES).sort())
  for (const [part, sources] of Object.entries(SOURCES)) {
    expect(sources.length, part).toBeGreaterThan(0)
    for (const source of sources) expect(COUNTRY_CREDIT).toContain(source)
  }
})

test('rivers are painted at the zooms at which they are where they belong', () => {
  const riversAt = (zoom: number) => painted(zoom).filter((name) => /^(rivers|tribut)/.test(name))
  expect([4, 5, 7, 11, 12].map((zoom) => riversAt(zoom).sort())).toEqual([
    [],
    ['rivers'],
    ['rivers', 'tributaries'],
    ['rivers', 'tributaries'],
    [],
  ])
})

/** What a map says first of what it shows. */
const shownWith = (config: object): Promise<MapNotes> =>
  new Promise((resolve) => {
    const map = { on: () => map }
    const layer = { addTo: () => layer, on: () => layer, once: () => layer }
    const L = { tileLayer: () => layer }
    const settings = { basemap: null, tiles: null, credit: '© la source', maxZoom: 19 }
    addBaseMap(L as never, map as never, { ...settings, ...config }, resolve)
  })

test('the operator’s tiles have the operator’s credit, the country of the app its own', async () => {
  expect(await shownWith({ credit: '' })).toEqual({ credit: COUNTRY_CREDIT, notice: null })
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal(
    'MutationObserver',
    class {
      observe(): void {}
    },
  )
  expect(await shownWith({ tiles: '/tiles/{z}/{x}/{y}' })).toEqual({
    credit: '© la source',
    notice: null,
  })
  vi.unstubAllGlobals()
})
