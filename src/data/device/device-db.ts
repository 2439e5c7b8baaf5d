import { SHARED_DB } from '#contract/workers/device'
import { keysOf, storage } from './storage'

/** One database an account: what one account writes is never read, and never sent, by another. */
export const deviceDbName = (accountId: string): string => `member:${accountId}`
/** The last conversations as this device saw them, for a start without network. */
export const keptDbName = (accountId: string): string => `kept:${accountId}`

/** Photos on their way to albums. */
export const uploadsDbName = (accountId: string): string => `uploads:${accountId}`

const drop = (...names: string[]): void => {
  try {
    for (const name of names) indexedDB.deleteDatabase(name)
  } catch {
    // no database, nothing in it
  }
}

/** Removes what waits on this device, whoever wrote it. Pages that have it open close it (see outbox.ts). */
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
/** A session that ended by itself: what was only kept to be read goes, what was written waits. */
export const wipeKept = (): void => {
  const accountId = storage.get('device_db')
  if (accountId) drop(keptDbName(accountId))
}

/** This account has the device now: what another one left here (its session ended by itself) goes. */
export const claim = (accountId: string): void => {
  const before = storage.get('device_db')
  if (before && before !== accountId) {
    for (const key of keysOf(`draft:${before}:`)) storage.remove(key)
    wipeDeviceDb()
  }
  storage.set('device_db', accountId)
}
