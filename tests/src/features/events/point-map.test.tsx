// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

const center = { lat: 47.9, lng: 1.9, wrap: () => ({ lat: 47.9, lng: 1.9 }) }
const heard = new Map<string, (event: unknown) => void>()
const zooms: unknown[] = []
let basemap: string | null = null
const map = {
  setView: (_: unknown, zoom: number) => {
    zooms.push(zoom)
    return map
  },
  on: (name: string, fn: (event: unknown) => void) => heard.set(name, fn),
  remove: () => undefined,
  getCenter: () => center,
  getZoom: () => 13,
  getBounds: () => ({ pad: () => ({ contains: () => true }) }),
  zoomIn: vi.fn(),
  zoomOut: vi.fn(),
}
const marker = { addTo: () => marker, on: () => marker, remove: () => undefined }
vi.mock('../../../../src/parts/map/leaflet', () => ({
  loadLeaflet: () => Promise.resolve({ map: () => map, divIcon: () => ({}), marker: () => marker }),
}))
vi.mock('../../../../src/parts/map/map-ground', () => ({ addBaseMap: () => undefined }))
vi.mock('../../../../src/data/http/api', () => ({
  call: () => Promise.resolve({ maxZoom: 19, basemap, tiles: null, credit: '' }),
}))
const { PointMap } = await import('../../../../src/parts/map/point-map')

afterEach(cleanup)

test('the point is put by keys too: Enter on the map, or a button; a map that only shows a point takes none', async () => {
  const onMove = vi.fn()
  render(<PointMap label="Carte" point={null} around={null} onMove={onMove} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Placer le point au milieu' }))
  expect(screen.getByRole('application', { name: 'Carte' })).toBeTruthy()
  heard.get('keydown')?.({ originalEvent: new KeyboardEvent('keydown', { key: 'Enter' }) })
  expect(onMove.mock.calls).toEqual([[{ lat: 47.9, lng: 1.9 }], [{ lat: 47.9, lng: 1.9 }]])
  cleanup()
  render(<PointMap label="Carte" point={null} />)
  await new Promise((done) => setTimeout(done, 0))
  expect(screen.queryByRole('button')).toBeNull()
})

test('a point is shown from near where the map has streets, else with the communes around it', async () => {
  zooms.length = 0
  const show = async () => {
    render(<PointMap label="Carte" point={{ lat: 47.9, lng: 1.9 }} />)
    await new Promise((done) => setTimeout(done, 0))
    cleanup()
  }
  await show()
  basemap = '/basemap/x'
  await show()
  expect(zooms).toEqual([12, 16])
})
