// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bufferEvents, hubState, onResync, resync } from '../../../src/data/hub/hub'
import { POLL_MS, pollWithoutSocket } from '../../../src/data/hub/poll'
import { session } from '../../../src/data/session/state'

let stop = (): void => undefined
let asked = 0
beforeEach(() => {
  vi.useFakeTimers()
  asked = 0
  session.phase = 'signed-in'
  hubState.connection = 'unavailable'
  const off = onResync(() => void (asked += 1))
  const end = pollWithoutSocket()
  stop = () => {
    off()
    end()
  }
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('without a socket a visible page syncs every 20 s, and stops when the socket is connected', () => {
  vi.advanceTimersByTime(POLL_MS - 1)
  expect(asked).toBe(0)
  vi.advanceTimersByTime(2 * POLL_MS)
  expect(asked).toBe(2)
  hubState.connection = 'connected'
  vi.advanceTimersByTime(10 * POLL_MS)
  expect(asked).toBe(2)
  hubState.connection = 'connecting'
  vi.advanceTimersByTime(POLL_MS)
  expect(asked).toBe(3)
})

test('a hidden page, one without network and a signed-out one ask for nothing', () => {
  const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  vi.advanceTimersByTime(3 * POLL_MS)
  visible.mockReturnValue('visible')
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  vi.advanceTimersByTime(3 * POLL_MS)
  online.mockReturnValue(true)
  session.phase = 'signed-out'
  vi.advanceTimersByTime(3 * POLL_MS)
  expect(asked).toBe(0)
  session.phase = 'signed-in'
  vi.advanceTimersByTime(POLL_MS)
  expect(asked).toBe(1)
})

test('a listener that throws keeps a held catch-up from no other', () => {
  const failed = vi.fn()
  vi.stubGlobal('reportError', failed)
  const release = bufferEvents()
  resync()
  const error = new Error('one listener')
  const second = vi.fn()
  const ends: (() => void)[] = []
  release(() => {
    ends.push(
      onResync(() => {
        throw error
      }),
      onResync(second),
    )
  })
  expect(second).toHaveBeenCalledTimes(1)
  expect(failed).toHaveBeenCalledWith(error)
  for (const end of ends) end()
  vi.unstubAllGlobals()
})
