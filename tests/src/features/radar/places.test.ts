import { afterEach, expect, test, vi } from 'vitest'

vi.mock('../../../../src/data/session/session', () => ({ onSessionChange: vi.fn<() => void>() }))
const { lastMapState, startingView } = await import('../../../../src/features/radar/places')

const LYON = { lat: 45.758, lng: 4.8351 }
const BREST = { lat: 48.3904, lng: -4.4861 }

afterEach(() => {
  lastMapState.at = null
})

test('the map opens at the requested point, else where it was left', () => {
  lastMapState.at = { ...BREST, zoom: 9 }
  expect(startingView(LYON, undefined)).toEqual({ ...LYON, zoom: 13 })
  expect(startingView(null, LYON)).toEqual({ ...BREST, zoom: 9 })
})

test('a map that was never moved opens at the member’s commune, and waits for it', () => {
  expect(startingView(null, undefined)).toBeNull()
  expect(startingView(null, LYON)).toEqual({ ...LYON, zoom: 11 })
})

test('SOC-093: without a commune the map opens on the whole of France', () => {
  expect(startingView(null, null)).toEqual({ lat: 46.6, lng: 2.5, zoom: 5 })
})
