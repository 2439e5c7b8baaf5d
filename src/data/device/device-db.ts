import { SHARED_DB } from '#contract/workers/device'
import { clearDraftsOfOthers, storage } from './storage'

/** One database per account: no account ever reads or sends what another has written. */
export const deviceDbName = (accountId: string): string => `member:${accountId}`
/** Copies of the latest conversations, for a start without network. */
export const keptDbName = (accountId: string): string => `kept:${accountId}`
/** All of its stores: who opens it with fewer would close it for the others. */
export const KEPT_STORES = ['list', 'threads', 'events'] as const
export type KeptStore = (typeof KEPT_STORES)[number]

/** Uploads to albums that are not finished. */
export const uploadsDbName = (accountId: string): string => `uploads:${accountId}`

const drop = (...names: string[]): void => {
  try {
    for (const name of names) indexedDB.deleteDatabase(name)
  } catch {
    // IndexedDB is unavailable: nothing is stored
  }
}

/** Removes unsent data of the device's account. Pages that have the databases open close them. */
export const wipeDeviceDb = (): void => {
  const accountId = storage.get('device_db')
  storage.remove('device_db')
  drop(
    SHARED_DB,
    ...(accountId
      ? [deviceDbName(accountId), keptDbName(accountId), uploadsDbName(accountId)]
      : []),
  )
}
/** The session expired: removes cached conversations, keeps unsent messages and uploads. */
export const wipeKeptConversations = (): void => {
  const accountId = storage.get('device_db')
  if (accountId) drop(keptDbName(accountId))
}

/**
 * Makes this account the owner of the device's databases; removes unsent data of a former account
 * whose session expired.
 */
export const claimDeviceDb = (accountId: string): void => {
  const before = storage.get('device_db')
  if (before && before !== accountId) {
    clearDraftsOfOthers(accountId)
    wipeDeviceDb()
  }
  storage.set('device_db', accountId)
}
