import { storage } from './storage'

/** One database an account: what one account writes is never read, and never sent, by another. */
export const deviceDbName = (accountId: string): string => `member:${accountId}`

/** Removes what waits on this device, whoever wrote it. Pages that have it open close it (see outbox.ts). */
export const wipeDeviceDb = (): void => {
  const accountId = storage.get('device_db')
  storage.remove('device_db')
  try {
    if (accountId) indexedDB.deleteDatabase(deviceDbName(accountId))
  } catch {
    // no database, nothing in it
  }
}
