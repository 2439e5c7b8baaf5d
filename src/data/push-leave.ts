import { leavePush } from './push'
import { findServiceWorker } from './push-worker'

/** What the Beams client keeps in this browser, when none runs on this page to clear it. */
const dropDatabases = async (): Promise<void> => {
  for (const { name } of (await indexedDB.databases?.()) ?? []) if (name?.startsWith('beams-')) indexedDB.deleteDatabase(name)
}

/** Logout: no subscription, no notification, no trace of the member with the push client. The server forgets the device with the session. */
export const forgetPush = async (): Promise<void> => {
  const registration = await findServiceWorker()
  for (const shown of await registration.getNotifications()) shown.close()
  const left = await leavePush().catch(() => false)
  if (left) return
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  await dropDatabases()
}
