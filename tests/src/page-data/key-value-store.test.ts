// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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

/** A database that opens when told to; `values`: its only store. */
const slowDatabase = (values: Map<string, unknown>) => {
  const request = <T>(result: T) => {
    const asked: { result: T; onsuccess?: () => void } = { result }
    queueMicrotask(() => asked.onsuccess?.())
    return asked
  }
  const objectStore = () => ({
    get: (key: string) => request(values.get(key)),
    getAll: () => request([...values.values()]),
    getAllKeys: () => request([...values.keys()]),
    put: (value: unknown, key: string) => request(values.set(key, value)),
    delete: (key: string) => request(values.delete(key)),
  })
  const close = vi.fn()
  const transaction = () => {
    const tx: { oncomplete?: () => void; objectStore: typeof objectStore } = { objectStore }
    setTimeout(() => tx.oncomplete?.())
    return tx
  }
  const db = { objectStoreNames: { contains: () => true }, close, transaction }
  const opening: { result: typeof db; onsuccess?: () => void } = { result: db }
  vi.stubGlobal('indexedDB', { open: () => opening })
  return { close, opens: () => opening.onsuccess?.() }
}
/** Opens it; its 4 seconds have passed. */
const openSlow = async () => {
  const opening = openKeyValueStore('slow', ['list'], () => undefined)
  await vi.advanceTimersByTimeAsync(4_000)
  return opening
}

test('a database that is refused once is opened a second later', async () => {
  vi.useFakeTimers()
  const { opens } = slowDatabase(new Map([['old', 'stored']]))
  const { open } = indexedDB
  vi.stubGlobal('indexedDB', {
    open: vi.fn(open).mockImplementationOnce(() => {
      throw new DOMException('Connection lost', 'UnknownError')
    }),
  })
  const opening = openKeyValueStore('refused', ['list'], () => undefined)
  await vi.advanceTimersByTimeAsync(1_000)
  opens()
  const store = await opening
  expect(await store.run('readonly', (s) => s('list').get('old'))).toBe('stored')
  expect(store.late).toBeUndefined()
  vi.useRealTimers()
})

describe('a database that does not open in time', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('where opening is never answered the values last as long as the page', async () => {
    slowDatabase(new Map())
    const store = await openSlow()
    await store.run('readwrite', (s) => s('list').put('a', 'waits'))
    expect(await store.run('readonly', (s) => s('list').get('a'))).toBe('waits')
    await store.run('readwrite', (s) => s('list').remove('a'))
    expect(await store.run('readonly', (s) => s('list').get('a'))).toBeUndefined()
    expect(await store.run('readonly', (s) => s('list').keys())).toEqual([])
  })

  test('one that opens late gives what it holds, and takes what was written and removed meanwhile', async () => {
    const values = new Map<string, unknown>([
      ['old', 'stored'],
      ['gone', 'stored'],
    ])
    const { opens } = slowDatabase(values)
    const store = await openSlow()
    await store.run('readwrite', (s) => s('list').put('new', 'written'))
    await store.run('readwrite', (s) => s('list').remove('gone'))
    opens()
    await vi.advanceTimersByTimeAsync(0)
    // begun before all has moved
    const read = store.run('readonly', (s) => s('list').all())
    await vi.advanceTimersByTimeAsync(0)
    await store.late
    expect(await read).toEqual(['stored', 'written'])
    expect([...values]).toEqual([
      ['old', 'stored'],
      ['new', 'written'],
    ])
  })

  test('one that opens after it was given up is closed, and takes nothing', async () => {
    const values = new Map<string, unknown>()
    const { close, opens } = slowDatabase(values)
    const store = await openSlow()
    await store.run('readwrite', (s) => s('list').put('new', 'written'))
    store.close()
    opens()
    await vi.advanceTimersByTimeAsync(0)
    expect(close).toHaveBeenCalledTimes(1)
    expect(values.size).toBe(0)
  })
})

/**
 * A browser that closes connections by itself; `values`: what the only store holds, null: the
 * database does not exist.
 */
const closingBrowser = (disk: { values: Map<string, unknown> | null }) => {
  let lose = (): void => undefined
  const connection = (values: Map<string, unknown>) => {
    let isLost = false
    let fail = (): void => undefined
    lose = () => {
      isLost = true
      fail()
    }
    const transaction = () => {
      if (isLost) throw new DOMException('The database connection is closing', 'InvalidStateError')
      const tx: Record<'oncomplete' | 'onabort', (() => void) | undefined> = {
        oncomplete: undefined,
        onabort: undefined,
      }
      const written = new Map<string, unknown>()
      const request = <T>(result: T) => {
        const asked: { result: T; onsuccess?: () => void; onerror?: () => void } = { result }
        fail = () => {
          asked.onerror?.()
          tx.onabort?.()
        }
        queueMicrotask(() => !isLost && asked.onsuccess?.())
        return asked
      }
      const objectStore = () => ({
        get: (key: string) => request(values.get(key)),
        put: (value: unknown, key: string) => request(written.set(key, value)),
      })
      setTimeout(() => {
        if (isLost) return
        for (const [key, value] of written) values.set(key, value)
        tx.oncomplete?.()
      })
      return Object.assign(tx, { objectStore, abort: () => undefined })
    }
    return { objectStoreNames: { contains: () => true }, close: () => (isLost = true), transaction }
  }
  const open = () => {
    const created = disk.values === null
    const values = (disk.values ??= new Map())
    const request: Record<'onsuccess' | 'onerror', (() => void) | undefined> & {
      onupgradeneeded?: (event: { oldVersion: number }) => void
    } = { onsuccess: undefined, onerror: undefined }
    const abort = (): void => {
      disk.values = null
    }
    queueMicrotask(() => {
      if (created) request.onupgradeneeded?.({ oldVersion: 0 })
      if (disk.values) request.onsuccess?.()
      else request.onerror?.()
    })
    return Object.assign(request, { result: connection(values), transaction: { abort } })
  }
  vi.stubGlobal('indexedDB', { open })
  return { closes: () => lose() }
}

describe('a connection that the browser closes', () => {
  test('is opened again by what comes next', async () => {
    const disk = { values: new Map<string, unknown>() }
    const browser = closingBrowser(disk)
    const store = await openKeyValueStore('closing', ['list'], () => undefined)
    await store.run('readwrite', (s) => s('list').put('a', 'before'))
    browser.closes()
    const both = [
      store.run('readonly', (s) => s('list').get('a')),
      store.run('readwrite', (s) => s('list').put('b', 'after')),
    ]
    expect((await Promise.all(both))[0]).toBe('before')
    expect([...disk.values]).toEqual([
      ['a', 'before'],
      ['b', 'after'],
    ])
  })

  test('loses no write that was under way', async () => {
    const disk = { values: new Map<string, unknown>() }
    const browser = closingBrowser(disk)
    const store = await openKeyValueStore('closing', ['list'], () => undefined)
    const writing = store.run('readwrite', (s) => s('list').put('a', 'typed'))
    browser.closes()
    await writing
    expect([...disk.values]).toEqual([['a', 'typed']])
  })

  test('stays closed by its page, and away where it was wiped', async () => {
    const disk: { values: Map<string, unknown> | null } = { values: new Map() }
    const browser = closingBrowser(disk)
    const open = () => openKeyValueStore('closing', ['list'], () => undefined)
    const closed = await open()
    closed.close()
    await expect(closed.run('readonly', (s) => s('list').get('a'))).rejects.toThrow('closing')
    const wiped = await open()
    browser.closes()
    disk.values = null
    await expect(wiped.run('readwrite', (s) => s('list').put('a', 'late'))).rejects.toThrow()
    expect(disk.values).toBeNull()
  })
})
