// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { WORLD } from '../../../../src/features/radar/boxes'
import type { RadarMap } from '../../../../src/features/radar/leaflet-map'
import type { Points } from '../../../../src/features/radar/use-points'
import { useShowAll } from '../../../../src/features/radar/use-show-all'

test('«Tout voir» that the request of the first view replaces is done once that view is there', async () => {
  const fit = vi.fn()
  const map = { current: { fit } as unknown as RadarMap }
  const marker = { lat: 45, lng: 4, data: { relation: {} } }
  const ensureLoaded = vi
    .fn()
    .mockResolvedValueOnce(null)
    .mockResolvedValue({ markers: [marker] })
  const { result, rerender } = renderHook(
    (ready: boolean) =>
      useShowAll({
        map,
        ready,
        ensureLoaded: ensureLoaded as Points['ensureLoaded'],
        hidden: new Set(),
        verified: false,
        onEmpty: vi.fn(),
      }),
    { initialProps: false },
  )
  result.current()
  await vi.waitFor(() => expect(ensureLoaded).toHaveBeenCalledOnce())
  expect(fit).not.toHaveBeenCalled()
  rerender(true)
  await vi.waitFor(() =>
    expect(fit.mock.calls).toEqual([[{ south: 45, north: 45, west: 4, east: 4 }]]),
  )
  rerender(true)
  expect(ensureLoaded.mock.calls).toEqual([
    [WORLD, { isImmediate: true }],
    [WORLD, { isImmediate: true }],
  ])
})
