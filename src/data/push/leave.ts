import { leavePush } from './push'
import { findServiceWorker } from './service-worker'

/** The server forgets the device with the session: it is told so only as long as that is quick, ms. */
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
 * What the Beams client keeps in this browser. Emptied, not deleted: the service
 * worker may have it open, and a deletion would wait for its end.
 */
const emptyDatabases = async (): Promise<void> => {
  for (const { name } of (await indexedDB.databases?.()) ?? [])
    if (name?.startsWith('beams-')) await empty(name)
}

/** Logout: no subscription, no notification, no trace of the member with the push client. The server forgets the device with the session. */
export const forgetPush = async (): Promise<void> => {
  const registration = await findServiceWorker()
  for (const shown of await registration.getNotifications()) shown.close()
  const unsubscribe = async (): Promise<unknown> =>
    (await registration.pushManager.getSubscription())?.unsubscribe()
  // the browser's own part first: it needs no network, and the logout waits for all of this only so long
  await unsubscribe()
  await Promise.race([
    leavePush().catch(() => false),
    new Promise((resolve) => setTimeout(resolve, LEAVE_MS)),
  ])
  // a client that was just starting may have subscribed once more
  await unsubscribe()
  await emptyDatabases()
}
