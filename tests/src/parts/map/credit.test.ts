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
const painted = (): string[] => {
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
  const frame = { zoom: 6, left: 8000, top: 5500, width: 800, height: 800 }
  paintGround(paper as never, watched, frame, {} as never)
  vi.unstubAllGlobals()
  return [...read]
}

test('each part that is drawn has a source, and the credit names all of them', () => {
  // what the file has besides its unit, and what is painted, with the names that are placed on it
  const inFile = Object.keys(written).filter((name) => name !== 'step')
  expect(inFile.sort()).toEqual(Object.keys(SOURCES).sort())
  expect([...painted(), 'towns'].sort()).toEqual(Object.keys(SOURCES).sort())
  for (const [part, sources] of Object.entries(SOURCES)) {
    expect(sources.length, part).toBeGreaterThan(0)
    for (const source of sources) expect(COUNTRY_CREDIT).toContain(source)
  }
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
