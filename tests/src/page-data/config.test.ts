// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Config } from '#contract/session/session'
import { eventually } from '../../support/eventually'

const given = (key: string): Config => ({
  appName: 'Essai',
  version: '0.1.0',
  demo: false,
  demoLogins: [],
  realtime: { key, cluster: 'local', host: '', port: null, forceTLS: null },
})
let reload: ReturnType<typeof vi.fn>
let answer: () => Promise<Response>
beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
  sessionStorage.clear()
  document.head.replaceChildren()
  reload = vi.fn()
  vi.stubGlobal('location', { ...location, reload })
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', () => answer())
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
const written = (config: Config): void => {
  const meta = document.createElement('meta')
  meta.name = 'configuration'
  meta.content = JSON.stringify(config)
  document.head.append(meta)
}
const load = async (): Promise<string> =>
  (await (await import('../../../src/data/start/config')).loadConfig()).realtime.key
const says = (key: string) => () => Promise.resolve(new Response(JSON.stringify(given(key))))

test('the page’s own configuration serves the first start, the last answer the next ones; neither waits for the server', async () => {
  written(given('de la page'))
  answer = () => new Promise(() => undefined)
  expect(await load()).toBe('de la page')
  localStorage.setItem('config', JSON.stringify(given('gardée')))
  vi.resetModules()
  expect(await load()).toBe('gardée')
  expect(reload).not.toHaveBeenCalled()
})

test('another live connection than the known one starts the page again, once, and never where nothing can be kept', async () => {
  written(given('ancienne'))
  answer = says('nouvelle')
  expect(await load()).toBe('ancienne')
  await eventually(() => expect(reload).toHaveBeenCalledTimes(1))
  vi.resetModules()
  expect(await load()).toBe('nouvelle')
  // two servers that say different things must not make it reload for ever
  answer = says('ancienne')
  vi.resetModules()
  await load()
  await eventually(() => expect(localStorage.getItem('config')).toContain('ancienne'))
  expect(reload).toHaveBeenCalledTimes(1)

  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no', 'QuotaExceededError')
  })
  const asked = vi.fn(says('nouvelle'))
  answer = asked
  vi.resetModules()
  expect(await load()).toBe('ancienne')
  await eventually(() => expect(asked).toHaveBeenCalled())
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(reload).toHaveBeenCalledTimes(1)
})

test('where only the local storage is full, another live connection still starts the page again, once', async () => {
  written(given('ancienne'))
  answer = says('nouvelle')
  vi.stubGlobal('localStorage', null)
  expect(await load()).toBe('ancienne')
  await eventually(() => expect(reload).toHaveBeenCalledTimes(1))
  vi.resetModules()
  const again = await import('../../../src/data/start/config')
  await again.loadConfig()
  await eventually(() => expect(again.config()?.realtime.key).toBe('nouvelle'))
  expect(reload).toHaveBeenCalledTimes(1)
})
