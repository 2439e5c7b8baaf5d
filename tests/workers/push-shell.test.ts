import { beforeEach, expect, test, vi } from 'vitest'

const FILES = Array.from({ length: 20 }, (_, i) => ({ url: `/assets/${i}.js`, revision: null }))
const ORIGIN = 'https://connivence.test'

/** The cache of the browser, as far as the shell uses it. */
const kept = new Map<string, Response>()
const cache = {
  match: async (request: Request) => kept.get(request.url),
  put: async (request: Request, response: Response) => void kept.set(request.url, response),
  keys: async () => [...kept.keys()].map((url) => new Request(url)),
}
class FakeExtendableEvent extends Event {
  readonly awaited: Promise<unknown>[] = []
  waitUntil(work: Promise<unknown>): void {
    this.awaited.push(work)
  }
}
type Listener = (event: Event) => void
let listeners: Map<string, Listener[]>
let waiting: ((response: Response) => void)[]
let asked: string[]

/** Dispatches `install`, and settles as the browser does: with everything it was told to wait for. */
const install = (): Promise<unknown> => {
  const event = new FakeExtendableEvent('install')
  for (const listener of listeners.get('install') ?? []) listener(event)
  return Promise.all(event.awaited)
}
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
/** Waits until no further request leaves by itself. */
const settled = async (): Promise<void> => {
  for (let before = -1; before !== asked.length;) {
    before = asked.length
    for (let i = 0; i < 20; i += 1) await turn()
  }
}

beforeEach(async () => {
  vi.resetModules()
  kept.clear()
  listeners = new Map()
  waiting = []
  asked = []
  const worker = {
    registration: { scope: `${ORIGIN}/` },
    location: new URL(`${ORIGIN}/sw.js`),
    caches: { open: async () => cache, match: cache.match },
    addEventListener: (type: string, listener: Listener) =>
      listeners.set(type, [...(listeners.get(type) ?? []), listener]),
    fetch: (request: Request) => {
      asked.push(request.url)
      return new Promise<Response>((resolve) => waiting.push(resolve))
    },
    __WB_DISABLE_DEV_LOGS: true,
    ExtendableEvent: FakeExtendableEvent,
    FetchEvent: class extends FakeExtendableEvent {},
    Request: class extends Request {
      constructor(input: string | Request, init?: RequestInit) {
        super(typeof input === 'string' ? new URL(input, ORIGIN) : input, init)
      }
    },
  }
  for (const [name, value] of Object.entries({ self: worker, ...worker }))
    vi.stubGlobal(name, value)
  const { precacheShell } = await import('../../workers/push/shell')
  precacheShell(FILES)
  return () => vi.unstubAllGlobals()
})

test('the installation keeps every file, at most six requests at once', async () => {
  const done = install()
  let most = 0
  while (kept.size < FILES.length) {
    await settled()
    most = Math.max(most, waiting.length)
    waiting.shift()?.(new Response('x'))
    await settled()
  }
  await done
  expect(most).toBe(6)
  expect([...kept.keys()].sort()).toEqual(FILES.map((f) => ORIGIN + f.url).sort())
  expect(asked).toHaveLength(FILES.length)
})

test('one file that fails fails the installation', async () => {
  const done = install().then(
    () => 'installed',
    () => 'failed',
  )
  for (let n = 0; n < FILES.length; n += 1) {
    await settled()
    waiting.shift()?.(new Response('x', { status: asked[n]?.endsWith('/13.js') ? 404 : 200 }))
  }
  expect(await done).toBe('failed')
})
