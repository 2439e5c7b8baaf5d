// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { listPlaces } from '#contract/radar'
import { call } from '../../../../src/data/http/api'
import { resync } from '../../../../src/data/hub/hub'
import { WORLD } from '../../../../src/features/radar/boxes'
import { usePoints } from '../../../../src/features/radar/use-points'

vi.mock('../../../../src/data/http/api', () => ({ call: vi.fn() }))

test('a box that is requested again while its first request is under way, as after a gap, is told to who asked first', async () => {
  const signals: AbortSignal[] = []
  const answers: (() => void)[] = []
  vi.mocked(call).mockImplementation((async (
    route: unknown,
    _: unknown,
    { signal }: { signal: AbortSignal },
  ) => {
    if (route !== listPlaces) return { relations: [] }
    signals.push(signal)
    await new Promise<void>((resolve, reject) => {
      answers.push(resolve)
      signal.addEventListener('abort', () => reject(new Error('aborted')))
    })
    return { places: [] }
  }) as unknown as typeof call)
  const { result, unmount } = renderHook(() => usePoints(async () => undefined, false))
  await act(async () => {
    const first = result.current.ensureLoaded(WORLD, { isImmediate: true })
    resync()
    await vi.waitFor(() => expect(answers).toHaveLength(2), 5_000)
    expect(signals.map((one) => one.aborted)).toEqual([true, false])
    answers[1]?.()
    expect(await first).toMatchObject({ box: WORLD, markers: [] })
    // another part of the map takes its place
    const left = result.current.ensureLoaded({ ...WORLD, south: -86 }, { isImmediate: true })
    void result.current.ensureLoaded({ ...WORLD, south: -87 }, { isImmediate: true })
    expect(await left).toBeNull()
  })
  unmount()
})
