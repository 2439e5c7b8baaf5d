// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Suspense } from 'react'
import { CrashScreen } from '../../../src/app/crash'
import { lazyPage } from '../../../src/data/start/lazy-part'
import { lazyWithPreload } from '../../../src/data/start/lazy-with-preload'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  sessionStorage.clear()
  localStorage.clear()
  reloadIntoNewVersion.mockClear()
})

const { reloadIntoNewVersion } = vi.hoisted(() => ({ reloadIntoNewVersion: vi.fn() }))
vi.mock('../../../src/app/service-worker', () => ({ reloadIntoNewVersion }))
const Broken = ({ error }: { error: Error }): never => {
  throw error
}
const crash = (error = new Error('broken')) => {
  vi.spyOn(console, 'error').mockReturnValue()
  const reload = vi.fn()
  render(
    <CrashScreen reload={reload}>
      <Broken error={error} />
    </CrashScreen>,
  )
  return reload
}

test('a failed render reloads the page once per browser session', () => {
  expect(crash()).toHaveBeenCalledTimes(1)
  cleanup()
  expect(crash()).not.toHaveBeenCalled()
  expect(screen.getByRole('heading', { name: 'Une erreur est survenue' })).toBeTruthy()
})

test('where only the local storage is full, a failed render still reloads the page, once', () => {
  vi.stubGlobal('localStorage', null)
  expect(crash()).toHaveBeenCalledTimes(1)
  cleanup()
  expect(crash()).not.toHaveBeenCalled()
})

test('a browser that stores nothing shows the error at once: it would reload for ever', () => {
  vi.stubGlobal('localStorage', null)
  vi.stubGlobal('sessionStorage', null)
  expect(crash()).not.toHaveBeenCalled()
  expect(screen.getByRole('heading', { name: 'Une erreur est survenue' })).toBeTruthy()
  vi.unstubAllGlobals()
})

describe('a screen whose code is missing', () => {
  const missing = new TypeError('Failed to fetch dynamically imported module: https://a.test/b.js')
  const version = () => {
    const asked = vi.fn(() => Promise.resolve(Response.json({ buildDate: '2026-01-01T00:00:00Z' })))
    vi.stubGlobal('fetch', asked)
    return asked
  }
  test.each([
    ['', []],
    [', also where only the local storage is full,', ['localStorage']],
  ])('loads the newest page%s once', async (_where, full) => {
    const asked = version()
    for (const name of full) vi.stubGlobal(name, null)
    expect(crash(missing)).not.toHaveBeenCalled()
    await vi.waitFor(() => expect(reloadIntoNewVersion).toHaveBeenCalledTimes(1))
    cleanup()
    asked.mockClear()
    crash(missing)
    expect(asked).not.toHaveBeenCalled()
    expect(screen.getByRole('heading', { name: 'Une erreur est survenue' })).toBeTruthy()
    vi.unstubAllGlobals()
  })

  test('does not reload a browser that stores nothing: it would reload for ever', () => {
    const asked = version()
    vi.stubGlobal('localStorage', null)
    vi.stubGlobal('sessionStorage', null)
    crash(missing)
    expect(asked).not.toHaveBeenCalled()
    vi.unstubAllGlobals()
  })

  test('does not reload without network', async () => {
    const asked = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
    vi.stubGlobal('fetch', asked)
    crash(missing)
    await vi.waitFor(() => expect(asked).toHaveBeenCalled())
    expect(reloadIntoNewVersion).not.toHaveBeenCalled()
  })

  test.each([
    ['screen', lazyWithPreload<object>],
    ['page without the shell', lazyPage<object>],
  ])(
    'without network one goes back, and the %s requests its code again when it is opened next',
    async (_kind, open) => {
      vi.spyOn(console, 'error').mockReturnValue()
      vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
      const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
      const load = vi.fn(async () => () => 'La page demandée')
      load.mockRejectedValueOnce(missing)
      const Screen = open(load)
      history.pushState(null, '', '/events')
      render(
        <CrashScreen>
          <Suspense>
            <Screen />
          </Suspense>
        </CrashScreen>,
      )
      const back = await screen.findByRole('button', { name: 'Revenir' })
      expect(load).toHaveBeenCalledTimes(1)
      online.mockReturnValue(true)
      fireEvent.click(back)
      await screen.findByText('La page demandée')
      expect(reloadIntoNewVersion).not.toHaveBeenCalled()
    },
  )
})
