import type { Page } from 'playwright'

/**
 * Everything that this origin keeps in the browser, as one text: both storages (but the public
 * configuration), every record of every database (texts of blobs too), every cached answer, and the
 * cookies.
 */
export const deviceTraces = async (page: Page): Promise<string> => {
  const inside = await page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const say = async (value: unknown): Promise<unknown> => {
      if (value instanceof Blob) return value.text()
      if (Array.isArray(value)) return Promise.all(value.map(say))
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
        return new TextDecoder().decode(value)
      if (value === null || typeof value !== 'object') return value
      return Object.fromEntries(
        await Promise.all(Object.entries(value).map(async ([k, v]) => [k, await say(v)])),
      )
    }
    // the public configuration (with the demonstration logins) is the same for all members
    const { config: _public, ...local } = { ...localStorage } as Record<string, string>
    const found: unknown[] = [local, { ...sessionStorage }]
    for (const { name } of await indexedDB.databases()) {
      const db = await answer(indexedDB.open(name ?? ''))
      found.push(name)
      for (const store of db.objectStoreNames) {
        const at = db.transaction(store).objectStore(store)
        const [keys, values] = await Promise.all([answer(at.getAllKeys()), answer(at.getAll())])
        found.push(store, keys, await say(values))
      }
      db.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        // the shell's own files are the same for all members: their addresses are enough
        found.push(
          request.url,
          /\/assets\//.test(request.url)
            ? ''
            : (await (await cache.match(request))?.text())?.replace(
                /<meta name="configuration"[^>]*>/,
                '',
              ),
        )
      }
    }
    return JSON.stringify(found)
  })
  return inside + JSON.stringify(await page.context().cookies())
}
