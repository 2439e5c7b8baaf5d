import type { Page } from 'playwright'

/**
 * The rows of one store of the device’s database whose name begins so; none without either. They
 * come as JSON: a file among them would be lost.
 */
export const deviceRows = <Row = unknown>(
  page: Page,
  database: 'kept:' | 'member:' | 'uploads:',
  store: string,
): Promise<Row[]> =>
  page.evaluate(
    async ([prefix, storeName]) => {
      const done = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const found = (await indexedDB.databases()).find((d) => d.name?.startsWith(prefix))
      if (!found?.name) return []
      const db = await done(indexedDB.open(found.name))
      const rows = db.objectStoreNames.contains(storeName)
        ? await done(db.transaction(storeName).objectStore(storeName).getAll())
        : []
      db.close()
      return rows as Row[]
    },
    [database, store] as const,
  )
