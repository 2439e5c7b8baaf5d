// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { openKeyValueStore } from '../../../src/data/device/key-value-store'

/** A transaction of which no request is answered until it is aborted, as in a page that is left. */
class Stuck {
  readonly aborted = vi.fn()
  oncomplete: (() => void) | null = null
  onabort: (() => void) | null = null
  error = new DOMException('aborted', 'AbortError')
  private readonly requests: { error: DOMException; onerror?: () => void }[] = []
  constructor(private readonly answers: boolean) {}
  objectStore() {
    return {
      get: () => {
        const request: { error: DOMException; result: string; onsuccess?: () => void } = {
          error: this.error,
          result: 'kept',
        }
        this.requests.push(request)
        if (this.answers) queueMicrotask(() => request.onsuccess?.())
        return request
      },
    }
  }
  abort() {
    this.aborted()
    for (const request of this.requests) request.onerror?.()
    this.onabort?.()
  }
}

const left = (persisted: boolean): void => {
  dispatchEvent(new PageTransitionEvent('pagehide', { persisted }))
}
const shown = (): void => {
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
}

test('a page that is kept for «Back» holds no transaction; what was under way runs again when it is shown', async () => {
  const transactions = [new Stuck(false), new Stuck(true), new Stuck(true)]
  const begun: Stuck[] = []
  const db = {
    objectStoreNames: { contains: () => true },
    close: vi.fn(),
    transaction: () => {
      const next = transactions[begun.length]
      if (!next) throw new Error('a transaction too many')
      begun.push(next)
      return next
    },
  }
  vi.stubGlobal('indexedDB', {
    open: () => {
      const request: { result: typeof db; onsuccess?: () => void } = { result: db }
      queueMicrotask(() => request.onsuccess?.())
      return request
    },
  })
  const store = await openKeyValueStore('kept', ['list'], () => undefined)
  const first = store.run('readonly', (s) => s('list').get('a'))
  left(false)
  expect(begun[0]?.aborted).not.toHaveBeenCalled()
  left(true)
  expect(begun[0]?.aborted).toHaveBeenCalled()
  const later = store.run('readonly', (s) => s('list').get('b'))
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(begun).toHaveLength(1)
  shown()
  expect(await Promise.all([first, later])).toEqual(['kept', 'kept'])
  expect(begun).toHaveLength(3)
})

test('where opening is never answered the values last as long as the page, and what opens late is closed', async () => {
  vi.useFakeTimers()
  const late: { result: object; onsuccess?: () => void } = { result: {} }
  const close = vi.fn()
  late.result = { objectStoreNames: { contains: () => true }, close }
  vi.stubGlobal('indexedDB', { open: () => late })
  const opening = openKeyValueStore('silent', ['list'], () => undefined)
  await vi.advanceTimersByTimeAsync(4_000)
  const store = await opening
  await store.run('readwrite', (s) => s('list').put('a', 'waits'))
  expect(await store.run('readonly', (s) => s('list').get('a'))).toBe('waits')
  late.onsuccess?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(close).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})
