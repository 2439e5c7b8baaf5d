import { afterEach, expect, test, vi } from 'vitest'
import { isDiscreet } from '../../workers/push/device'

afterEach(() => void vi.unstubAllGlobals())

/** A device whose choice is this. */
const holding = (value: unknown): IDBFactory => {
  const answered = <T>(result: T) => {
    const request: { result: T; onsuccess?: () => void } = { result }
    queueMicrotask(() => request.onsuccess?.())
    return request
  }
  const store = { get: () => answered(value) }
  const db = { transaction: () => ({ objectStore: () => store }), close: () => undefined }
  return { open: () => answered(db) } as unknown as IDBFactory
}

test('a notification has the sign that the member chose, and the neutral one while the device does not say', async () => {
  vi.stubGlobal('indexedDB', holding(true))
  expect(await isDiscreet()).toBe(true)
  vi.stubGlobal('indexedDB', holding(undefined))
  expect(await isDiscreet()).toBe(false)
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
    },
  })
  expect(await isDiscreet()).toBe(true)
})
