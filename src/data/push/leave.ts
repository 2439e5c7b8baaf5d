import { stopPushSubscription } from './push'
import { findServiceWorker } from './service-worker'
import { delay } from '../../lib/delay'

/**
 * How long signing out waits for push to be cleaned up, ms. The server forgets the device with the
 * session anyway.
 */
const LEAVE_MS = 1_500

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
 * The Beams client's database. Emptied, not deleted: the service worker may have it open, which
 * would block a deletion.
 */
const emptyDatabases = async (): Promise<void> => {
  for (const { name } of (await indexedDB.databases?.()) ?? [])
    if (name?.startsWith('beams-')) await empty(name)
}

/**
 * Sign-out: removes subscription, notifications and every trace of the member from the push client.
 */
export const clearPushClient = async (): Promise<void> => {
  const registration = await findServiceWorker()
  for (const shown of await registration.getNotifications()) shown.close()
  const unsubscribe = async (): Promise<unknown> =>
    (await registration.pushManager.getSubscription())?.unsubscribe()
  // the browser's part first: it needs no network, and signing out only waits for a limited time
  await unsubscribe()
  await Promise.race([stopPushSubscription().catch(() => false), delay(LEAVE_MS)])
  // a client that was starting may have subscribed again
  await unsubscribe()
  await emptyDatabases()
}
