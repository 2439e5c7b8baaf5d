// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerServiceWorker } from '../../../src/app/service-worker'
import { hubState } from '../../../src/data/hub/hub'

const worker = (state: string) => Object.assign(new EventTarget(), { state })
const registration = () =>
  Object.assign(new EventTarget(), {
    scope: `${location.origin}/`,
    active: { scriptURL: `${location.origin}/sw.js` },
    installing: null as ReturnType<typeof worker> | null,
    waiting: null as ReturnType<typeof worker> | null,
  })
let found: ReturnType<typeof registration>
const startWith = (controller: object | null): Promise<void> => {
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      controller,
      getRegistrations: () => Promise.resolve([found]),
      register: () => Promise.resolve(found),
    },
  })
  return registerServiceWorker()
}
const finishInstalling = (): void => {
  const next = worker('installing')
  found.installing = next
  found.dispatchEvent(new Event('updatefound'))
  Object.assign(found, { installing: null, waiting: next })
  next.state = 'installed'
  next.dispatchEvent(new Event('statechange'))
}

beforeEach(() => {
  vi.stubEnv('PROD', true)
  hubState.newVersion = null
  found = registration()
})
afterEach(() => vi.unstubAllEnvs())

test('MSG-136: a newer worker that waits is a newer version, found at the start or later', async () => {
  await startWith({})
  expect(hubState.newVersion).toBeNull()
  finishInstalling()
  expect(hubState.newVersion).toBe('nouvelle')
  hubState.newVersion = null
  await startWith({})
  expect(hubState.newVersion).toBe('nouvelle')
})

test('a newer worker that is being installed at the start is announced too', async () => {
  const next = worker('installing')
  found.installing = next
  await startWith({})
  Object.assign(found, { installing: null, waiting: next })
  next.state = 'installed'
  next.dispatchEvent(new Event('statechange'))
  expect(hubState.newVersion).toBe('nouvelle')
})

test('a page that no worker controls came from the server: nothing is newer', async () => {
  await startWith(null)
  finishInstalling()
  expect(hubState.newVersion).toBeNull()
})
