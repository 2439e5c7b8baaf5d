import { leavePush } from './push'
import { findServiceWorker } from './push-worker'

const empty = (name: string): Promise<void> =>
  new Promise((done) => {
    const opening = indexedDB.open(name)
    opening.onerror = () => done()
    opening.onsuccess = () => {
      const db = opening.result
      const stores = [...db.objectStoreNames]
      const end = (): void => {
        db.close()
        done()
      }
      if (stores.length === 0) return end()
      const tx = db.transaction(stores, 'readwrite')
      for (const store of stores) tx.objectStore(store).clear()
      tx.oncomplete = tx.onabort = end
    }
  })
/**
 * What the Beams client keeps in this browser, when none runs on this page to clear it. Emptied, not deleted: the service
 * worker may have it open, and a deletion would wait for its end.
 */
const emptyDatabases = async (): Promise<void> => {
  for (const { name } of (await indexedDB.databases?.()) ?? []) if (name?.startsWith('beams-')) await empty(name)
}

/** Logout: no subscription, no notification, no trace of the member with the push client. The server forgets the device with the session. */
export const forgetPush = async (): Promise<void> => {
  const registration = await findServiceWorker()
  for (const shown of await registration.getNotifications()) shown.close()
  // the browser's own part first: it needs no network, and the logout waits for all of this only so long
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const left = await leavePush().catch(() => false)
  if (!left) await emptyDatabases()
}
