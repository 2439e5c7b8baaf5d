// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { WORLD } from '../../../../src/features/radar/boxes'
import type { RadarMap } from '../../../../src/features/radar/leaflet-map'
import type { Points } from '../../../../src/features/radar/use-points'
import { useShowAll } from '../../../../src/features/radar/use-show-all'

const MARKER = { lat: 45, lng: 4, data: { relation: {} } }
const render = (ensureLoaded: unknown, fit: unknown) =>
  renderHook(
    (ready: boolean) =>
      useShowAll({
        map: { current: { fit } as RadarMap },
        ready,
        ensureLoaded: ensureLoaded as Points['ensureLoaded'],
        hidden: new Set(),
        verified: false,
        onEmpty: vi.fn(),
      }),
    { initialProps: false },
  )

test('«Tout voir» that the request of the first view replaces is done once that view is there', async () => {
  const fit = vi.fn()
  const ensureLoaded = vi
    .fn()
    .mockResolvedValueOnce(null)
    .mockResolvedValue({ markers: [MARKER] })
  const { result, rerender } = render(ensureLoaded, fit)
  result.current.showAll()
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

test('a place that the member asks for while «Tout voir» waits for the points is not left again', async () => {
  const fit = vi.fn()
  let give = (): void => undefined
  const ensureLoaded = vi.fn(
    () => new Promise((resolve) => (give = () => resolve({ markers: [MARKER] }))),
  )
  const { result, rerender } = render(ensureLoaded, fit)
  result.current.showAll()
  result.current.cancelShowAll()
  await act(async () => give())
  rerender(true)
  expect(ensureLoaded).toHaveBeenCalledOnce()
  result.current.showAll()
  result.current.cancelShowAll()
  await act(async () => give())
  expect(fit).not.toHaveBeenCalled()
  result.current.showAll()
  await act(async () => give())
  expect(fit).toHaveBeenCalledOnce()
})
