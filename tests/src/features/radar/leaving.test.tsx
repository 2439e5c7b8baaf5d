// @vitest-environment jsdom
import '../../../support/browser/dom-shims'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { toasts } from '../../../../src/data/state/toasts'
import type { RadarMap } from '../../../../src/features/radar/leaflet-map'
import { markerOfPlace } from '../../../../src/features/radar/markers'
import { PickedCard } from '../../../../src/features/radar/picked-card'
import { showOwnPosition } from '../../../../src/features/radar/use-radar'

afterEach(() => {
  cleanup()
  toasts.splice(0)
  vi.unstubAllGlobals()
})

test('a position that comes, or is refused, after the member has left the map is no failure', async () => {
  let say: [found: (p: unknown) => void, refused: () => void] = [vi.fn(), vi.fn()]
  const getCurrentPosition = (found: (p: unknown) => void, refused: () => void): void => {
    say = [found, refused]
  }
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } })
  // as Leaflet does once its map is removed
  const go = vi.fn(() => {
    throw new Error('Map container is gone')
  })
  for (const answer of [() => say[0]({ coords: { latitude: 45, longitude: 4 } }), () => say[1]()]) {
    const map: { current: RadarMap | null } = { current: { go } as unknown as RadarMap }
    const asked = showOwnPosition(map)
    map.current = null
    answer()
    await asked
  }
  expect([go.mock.calls, toasts]).toEqual([[], []])
  const here = showOwnPosition({ current: { go } as unknown as RadarMap })
  say[1]()
  await here
  expect(toasts.map((t) => t.text)).toEqual(['Votre position n’est pas disponible.'])
})

test('a point that is shown from the list, which goes, has the keyboard on its card', () => {
  const marker = markerOfPlace({
    id: '0199b7a0-0000-7000-8000-000000000001',
    type: 'event',
    name: 'Bal',
    lat: 45.2,
    lng: 5.7,
    address: null,
    markerColor: null,
    event_id: '0199b7a0-0000-7000-8000-000000000001',
    slug: null,
    precise: false,
    city: 'Grenoble',
    count: 1,
    start_date: null,
  })
  const { rerender } = render(<button type="button">Montrer Bal sur la carte</button>)
  screen.getByRole('button').focus()
  rerender(<PickedCard markers={[marker]} onClose={() => undefined} />)
  const row = screen.getByRole('button', { name: /Bal/ })
  expect(document.activeElement).toBe(row)
  // as a reload of the map brings it
  row.blur()
  rerender(<PickedCard markers={[{ ...marker }]} onClose={() => undefined} />)
  expect(document.activeElement).toBe(document.body)
})
