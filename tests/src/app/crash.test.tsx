// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { CrashScreen } from '../../../src/app/crash'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

const Broken = (): never => {
  throw new Error('broken')
}
const crash = () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const reload = vi.fn()
  render(
    <CrashScreen reload={reload}>
      <Broken />
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
