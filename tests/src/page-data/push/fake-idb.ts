/** As much of IndexedDB as the Beams client uses: one store a database, get and put by key. */
export const fakeIndexedDb = (): {
  indexedDB: { open(name: string): object }
  rows: Map<string, Record<string, unknown>>
} => {
  const rows = new Map<string, Record<string, unknown>>()
  const made = new Set<string>()
  const later = <
    T extends { onsuccess?: (event: { target: { result: unknown } }) => void; result?: unknown },
  >(
    request: T,
    result: unknown,
  ): T => {
    queueMicrotask(() => {
      request.result = result
      request.onsuccess?.({ target: { result } })
    })
    return request
  }
  const store = {
    get: (key: string) => later({}, rows.has(key) ? structuredClone(rows.get(key)) : undefined),
    put: (row: { instance_id: string }) => {
      rows.set(row.instance_id, structuredClone(row))
      return later({}, row.instance_id)
    },
  }
  const db = { createObjectStore: () => store, transaction: () => ({ objectStore: () => store }) }
  return {
    rows,
    indexedDB: {
      open: (name) => {
        const request: {
          onsuccess?: (e: { target: { result: unknown } }) => void
          onupgradeneeded?: (e: { target: { result: unknown } }) => void
        } = {}
        queueMicrotask(() => {
          if (!made.has(name)) request.onupgradeneeded?.({ target: { result: db } })
          made.add(name)
          later(request, db)
        })
        return request
      },
    },
  }
}
