// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Component, Suspense, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hubState } from '../../../src/data/hub/hub'
import { session } from '../../../src/data/session/state'
import { actWithPart, lazyPage, lazyPart } from '../../../src/data/start/lazy-part'
import { loadCodeWithRetry, loadScreenCode } from '../../../src/data/start/load-code'
import { BUILD_DATE } from '../../../src/data/start/version'
import { toasts } from '../../../src/data/state/toasts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  toasts.splice(0)
})

const missing = () => new TypeError('Failed to fetch dynamically imported module: /assets/a.js')

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render(): ReactNode {
    return this.state.failed ? 'the page failed' : this.props.children
  }
}
const show = (
  load: () => Promise<() => ReactNode>,
  lazy: typeof lazyPart<object> | typeof lazyPage<object> = lazyPart,
) => {
  const Part = lazy(load)
  render(
    <Boundary>
      <input aria-label="Un mot" />
      <Suspense fallback={null}>
        <Part />
      </Suspense>
    </Boundary>,
  )
}

test('a part whose code cannot be loaded leaves what was typed, says so once, and comes with the network', async () => {
  const load = vi
    .fn<() => Promise<() => ReactNode>>()
    .mockRejectedValueOnce(missing())
    .mockRejectedValueOnce(new Error('Unable to preload CSS for /assets/a.css'))
    .mockResolvedValue(() => 'the part')
  show(load)
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Bonsoir' } })
  const said = (): string[] => toasts.map(({ text }) => text)
  await vi.waitFor(() =>
    expect(said()).toEqual([
      'Cette partie n’a pas pu se charger. Elle s’affichera dès que possible.',
    ]),
  )
  fireEvent(window, new Event('online'))
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2))
  await vi.waitFor(() => expect(said()).toHaveLength(1))
  fireEvent(window, new Event('online'))
  await screen.findByText('the part')
  expect(said()).toEqual([])
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Bonsoir')
})

test('a part of an older version announces the newer one, and does not reload', async () => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ buildDate: '2026-01-01T00:00:00Z' })),
  )
  expect(hubState.newVersion).toBeNull()
  show(() => Promise.reject(missing()))
  await vi.waitFor(() => expect(hubState.newVersion).not.toBeNull())
  hubState.newVersion = null
})

test('a page of an older version fails, so that the newer one is loaded', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ buildDate: '2026-01-01T00:00:00Z' })),
  )
  show(() => Promise.reject(missing()), lazyPage)
  await screen.findByText('the page failed')
  expect(toasts).toEqual([])
})

test('a part of this version that fails to load announces none', async () => {
  const asked = vi.fn(() => Promise.resolve(Response.json({ buildDate: BUILD_DATE })))
  vi.stubGlobal('fetch', asked)
  show(() => Promise.reject(missing()))
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  await new Promise((resolve) => setTimeout(resolve))
  expect(hubState.newVersion).toBeNull()
})

test('a part whose code fails is an error of the page at once', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  show(() => Promise.reject(new Error('x is not a function')))
  await screen.findByText('the page failed')
  expect(toasts).toEqual([])
})

test('without an event, code is requested again after 4 s, then 8 s', async () => {
  vi.useFakeTimers()
  const load = vi.fn(() => Promise.reject(missing()))
  void loadCodeWithRetry(load)
  const at = async (ms: number): Promise<number> => {
    await vi.advanceTimersByTimeAsync(ms)
    return load.mock.calls.length
  }
  expect([await at(3_999), await at(1), await at(7_999), await at(1)]).toEqual([1, 2, 2, 3])
  vi.useRealTimers()
})

describe('the code of a screen', () => {
  const versionIs = (buildDate: string) => {
    const asked = vi.fn(() => Promise.resolve(Response.json({ buildDate })))
    vi.stubGlobal('fetch', asked)
    return asked
  }
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('is requested again a few times before the screen fails', async () => {
    versionIs(BUILD_DATE)
    const load = vi.fn<() => Promise<string>>(() => Promise.reject(missing()))
    const failure = loadScreenCode(load).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(4_500)
    expect(await failure).toEqual(missing())
    expect(load).toHaveBeenCalledTimes(5)
    load.mockRejectedValueOnce(missing()).mockResolvedValue('code')
    const code = loadScreenCode(load)
    await vi.advanceTimersByTimeAsync(300)
    expect(await code).toBe('code')
  })

  test('is requested again where the server does not say its version either', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const load = vi.fn().mockRejectedValueOnce(missing()).mockResolvedValue('code')
    const code = loadScreenCode(load)
    await vi.advanceTimersByTimeAsync(300)
    expect(await code).toBe('code')
  })

  test('fails at once where a newer version has taken its place, and without network', async () => {
    const asked = versionIs('2026-01-01T00:00:00Z')
    const load = () => Promise.reject(missing())
    await expect(loadScreenCode(load)).rejects.toThrow('dynamically imported')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    asked.mockClear()
    await expect(loadScreenCode(load)).rejects.toThrow('dynamically imported')
    expect(asked).not.toHaveBeenCalled()
  })
})

test('an act whose code is awaited is not done for another account', async () => {
  const act = vi.fn(async () => 'done')
  session.accountId = 'a'
  expect(await actWithPart(() => Promise.resolve({}), act)).toBe('done')
  const awaited = actWithPart(() => Promise.resolve({}), act)
  session.accountId = 'b'
  expect(await awaited).toBeUndefined()
  expect(act).toHaveBeenCalledTimes(1)
  session.accountId = null
})
