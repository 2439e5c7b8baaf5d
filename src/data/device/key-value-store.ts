import { delay } from '../../lib/delay'

/**
 * Minimal wrapper of IndexedDB; where it is unavailable (some private windows), in memory for the
 * life of the page.
 */
export interface ObjectStore {
  get(key: string): Promise<unknown>
  all(): Promise<unknown[]>
  keys(): Promise<string[]>
  put(key: string, value: unknown): Promise<unknown>
  remove(key: string): Promise<unknown>
}
type Work<N extends string, T> = (store: (name: N) => ObjectStore) => Promise<T>
export interface KeyValueStore<N extends string> {
  /**
   * One atomic transaction over all stores. Awaiting anything but its stores would end it early.
   */
  run<T>(mode: 'readonly' | 'readwrite', work: Work<N, T>): Promise<T>
  close(): void
  /** Whether what is stored survives the page: false while it is in memory. */
  isLasting(): boolean
  /**
   * Set when the database did not open in time and the values are in memory: resolves once it has
   * opened, with what was written meanwhile.
   */
  readonly late?: Promise<void>
}
type Opened<N extends string> = Omit<KeyValueStore<N>, 'late'>

const promiseOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
  })
const objectStoreOf = (store: IDBObjectStore): ObjectStore => ({
  get: (key) => promiseOf(store.get(key)),
  all: () => promiseOf(store.getAll()),
  keys: () => promiseOf(store.getAllKeys()) as Promise<string[]>,
  put: (key, value) => promiseOf(store.put(value, key)),
  remove: (key) => promiseOf(store.delete(key)),
})

/** In memory; `moveTo` applies to a database what has been written and removed. */
const inMemory = <N extends string>(names: readonly N[]) => {
  /** What was removed is undefined. */
  const maps = new Map(names.map((name) => [name, new Map<string, unknown>()]))
  const of = (name: N): ObjectStore => {
    const map = maps.get(name) as Map<string, unknown>
    const present = () => [...map].filter(([, value]) => value !== undefined)
    return {
      get: async (key) => map.get(key),
      all: async () => present().map(([, value]) => value),
      keys: async () => present().map(([key]) => key),
      put: async (key, value) => map.set(key, value),
      remove: async (key) => map.set(key, undefined),
    }
  }
  const opened: Opened<N> = {
    run: (_, work) => work(of),
    close: () => undefined,
    isLasting: () => false,
  }
  const moveTo = (database: Opened<N>): Promise<void> =>
    database.run('readwrite', async (store) => {
      for (const [name, map] of maps)
        for (const [key, value] of map)
          await (value === undefined ? store(name).remove(key) : store(name).put(key, value))
    })
  return { ...opened, moveTo }
}

interface Database {
  readonly name: string
  readonly stores: readonly string[]
  /** Rejects when there is none, instead of creating it. */
  readonly isKnown: boolean
}
/** `version` undefined: the current one. */
const openVersion = (
  { name, stores, isKnown }: Database,
  version?: number,
): Promise<IDBDatabase> => {
  const request = indexedDB.open(name, version)
  request.onupgradeneeded = ({ oldVersion }) => {
    if (isKnown && oldVersion === 0) return request.transaction?.abort()
    const db = request.result
    for (const s of stores) if (!db.objectStoreNames.contains(s)) db.createObjectStore(s)
  }
  return promiseOf(request)
}
/** Adds stores that an earlier version of the app did not have. */
const openComplete = async (database: Database): Promise<IDBDatabase> => {
  const { stores } = database
  const db = await openVersion(database)
  if (stores.every((s) => db.objectStoreNames.contains(s))) return db
  db.close()
  return openVersion(database, db.version + 1)
}

/** Some browsers never answer `indexedDB.open` (a damaged profile, another page that blocks it). */
const OPEN_MS = 4_000
/** Safari refuses for a moment after its database process has ended. */
const AGAIN_MS = 1_000

const connect = (database: Database): Promise<IDBDatabase> =>
  openComplete(database).catch(async (error: unknown) => {
    if (!globalThis.indexedDB) throw error
    await delay(AGAIN_MS)
    return openComplete(database)
  })

const abort = (tx: IDBTransaction): void => {
  try {
    tx.abort()
  } catch {
    /* already finished */
  }
}

const underWay = new Set<IDBTransaction>()
/** Resolves when the page is shown again; null: it has not been left. */
let shownAgain: Promise<void> | null = null
/**
 * A page that WebKit keeps for «Back» keeps its transactions too, and the next page would wait for
 * them without end: they are aborted, and run again if the page is shown again.
 */
const abortWhenLeft = (event: PageTransitionEvent): void => {
  if (!event.persisted) return
  shownAgain ??= new Promise((resolve) =>
    addEventListener(
      'pageshow',
      () => {
        shownAgain = null
        resolve()
      },
      { once: true },
    ),
  )
  for (const tx of underWay) abort(tx)
}

const openDatabase = async <N extends string>(
  name: string,
  stores: readonly N[],
  onGone: () => void,
): Promise<Opened<N>> => {
  let isClosed = false
  const open = async (isKnown: boolean): Promise<IDBDatabase> => {
    const opened = await connect({ name, stores, isKnown })
    opened.onversionchange = () => {
      isClosed = true
      opened.close()
      onGone()
    }
    return opened
  }
  let db = await open(false)
  // the same listener is added once
  addEventListener('pagehide', abortWhenLeft)

  /** null: the connection is closed. */
  const begin = (mode: 'readonly' | 'readwrite'): IDBTransaction | null => {
    try {
      return db.transaction([...stores], mode)
    } catch {
      return null
    }
  }
  let reopening: Promise<unknown> | null = null
  /**
   * Browsers close a connection by themselves, Safari those of a page in the background. One that
   * was wiped meanwhile (sign-out in another tab) stays away.
   */
  const beginAgain = async (mode: 'readonly' | 'readwrite'): Promise<IDBTransaction> => {
    if (!isClosed)
      reopening ??= open(true)
        .then((opened) => {
          db = opened
          if (isClosed) db.close()
        })
        .finally(() => (reopening = null))
    await Promise.race([reopening, delay(OPEN_MS)])
    return db.transaction([...stores], mode)
  }
  const run = async <T>(mode: 'readonly' | 'readwrite', work: Work<N, T>): Promise<T> => {
    if (shownAgain) await shownAgain
    const tx = begin(mode) ?? (await beginAgain(mode))
    underWay.add(tx)
    const done = new Promise<void>((resolve, reject) => {
      tx.oncomplete = () => resolve()
      tx.onabort = () => reject(tx.error ?? new Error('IndexedDB: aborted'))
    })
    done.catch(() => undefined).finally(() => underWay.delete(tx))
    try {
      const result = await work((store) => objectStoreOf(tx.objectStore(store)))
      if (mode === 'readwrite') await done
      return result
    } catch (error) {
      abort(tx)
      if (shownAgain || (!isClosed && !begin('readonly'))) return run(mode, work)
      throw error
    }
  }
  return {
    run,
    close: () => {
      isClosed = true
      db.close()
    },
    isLasting: () => true,
  }
}

/** In memory until the database opens, which then gets what was written meanwhile. */
const openLate = <N extends string>(
  stores: readonly N[],
  opening: Promise<Opened<N>>,
): KeyValueStore<N> => {
  const memory = inMemory(stores)
  let current: Opened<N> = memory
  let isClosed = false
  let moving: Promise<void> | undefined
  const move = async (database: Opened<N>): Promise<void> => {
    if (!isClosed)
      await memory.moveTo(database).then(
        () => (current = database),
        () => undefined,
      )
    if (isClosed || current === memory) database.close()
  }
  const late = opening.then((database) => (moving = move(database)))
  late.catch(() => undefined)
  return {
    run: async (mode, work) => {
      await moving
      return current.run(mode, work)
    },
    close: () => {
      isClosed = true
      current.close()
    },
    isLasting: () => current.isLasting(),
    late,
  }
}

/**
 * Opens or creates a database. `onGone`: it is being deleted by this or another page and rejects
 * further writes.
 */
export const openKeyValueStore = async <N extends string>(
  name: string,
  stores: readonly N[],
  onGone: () => void,
): Promise<KeyValueStore<N>> => {
  const opening = openDatabase(name, stores, onGone)
  const tooLong = delay(OPEN_MS)
  try {
    return (await Promise.race([opening, tooLong])) ?? openLate(stores, opening)
  } catch {
    return inMemory(stores)
  }
}
