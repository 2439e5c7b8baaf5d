// @vitest-environment jsdom
import '../../support/browser/dom-shims'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepHeadDiscreet } from '../../../src/app/early/discreet-head'
import { captureInstallPrompt } from '../../../src/app/early/install-offer'
import { setCovered, setDiscreet } from '../../../src/data/device/discretion'
import { install } from '../../../src/data/device/install'
import { paintAppearance } from '../../../src/data/device/paint-appearance'

const attribute = (selector: string, name: string): string | null | undefined =>
  document.querySelector(selector)?.getAttribute(name)

beforeEach(() => {
  document.head.innerHTML =
    '<title>Connivence</title><meta name="apple-mobile-web-app-title" content="Connivence">' +
    '<link rel="icon" href="/favicon.png"><link rel="apple-touch-icon" href="/apple-touch-icon.png">' +
    '<link rel="manifest" href="/manifest.webmanifest">'
})
afterEach(() => {
  setDiscreet(false)
  setCovered(false)
})

test('discreet mode: title, icons, manifest and name are neutral, and come back', async () => {
  keepHeadDiscreet()
  expect(document.title).toBe('Connivence')
  setDiscreet(true)
  expect(document.title).toBe('Carnet')
  expect(attribute('link[rel="icon"]', 'href')).toBe('/carnet.png')
  expect(attribute('link[rel="apple-touch-icon"]', 'href')).toBe('/carnet-touch-icon.png')
  expect(attribute('link[rel="manifest"]', 'href')).toBe('/carnet.webmanifest')
  expect(attribute('meta[name="apple-mobile-web-app-title"]', 'content')).toBe('Carnet')
  // a screen sets its title: it is remembered, not shown
  document.title = 'Sorties · Connivence'
  await expect.poll(() => document.title).toBe('Carnet')
  setDiscreet(false)
  expect(document.title).toBe('Sorties · Connivence')
  expect(attribute('link[rel="manifest"]', 'href')).toBe('/manifest.webmanifest')
})

test('a covered tab has a neutral title and icon; the installed name stays', () => {
  keepHeadDiscreet()
  setCovered(true)
  expect(document.title).toBe('Carnet')
  expect(document.documentElement.hasAttribute('data-covered')).toBe(true)
  expect(attribute('link[rel="manifest"]', 'href')).toBe('/manifest.webmanifest')
  expect(attribute('link[rel="apple-touch-icon"]', 'href')).toBe('/apple-touch-icon.png')
})

test('an offer to install that comes before the bundle is kept', () => {
  captureInstallPrompt()
  const offer = new Event('beforeinstallprompt', { cancelable: true })
  dispatchEvent(offer)
  expect(offer.defaultPrevented).toBe(true)
  expect(install.way).toBe('offer')
})

test('theme and text size are set on the document', () => {
  paintAppearance('light', 150)
  expect(document.documentElement.dataset['theme']).toBe('light')
  expect(document.documentElement.style.fontSize).toBe('150%')
  paintAppearance('dark', 100)
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(document.documentElement.style.fontSize).toBe('')
})
