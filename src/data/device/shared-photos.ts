import { SHARED_DB, SHARED_MS, type SharedContent } from '#contract/workers/device'
import { openKeyValueStore } from './key-value-store'

type Given = SharedContent<File>
const OFFERED_MS = 60_000
/** In memory only: an own photo of the app that waits for a conversation to be chosen. */
let offered: Given | null = null
/** `/share` shows it next. */
export const offerShared = (files: readonly File[]): void => {
  offered = { files, text: '', at: Date.now() }
}
/** Removes shared photos from this device. */
export const dropShared = (): void => {
  offered = null
  try {
    indexedDB.deleteDatabase(SHARED_DB)
  } catch {
    // IndexedDB is unavailable: nothing is stored
  }
}

/** Content from the phone's share sheet that has no conversation yet; null: none, or expired. */
export const readShared = async (): Promise<Given | null> => {
  if (offered && Date.now() - offered.at < OFFERED_MS) return offered
  const stores = await openKeyValueStore<typeof SHARED_DB>(SHARED_DB, [SHARED_DB], () => undefined)
  const found = (await stores.run('readonly', (store) => store(SHARED_DB).get(SHARED_DB))) as
    | Given
    | undefined
  stores.close()
  if (found && Date.now() - found.at < SHARED_MS) return found
  dropShared()
  return null
}

/** Removes expired shared content, also when `/share` is never opened again. */
export const removeExpiredShared = async (): Promise<void> => {
  // checked first: opening a missing database would create it
  const there = ((await indexedDB.databases?.()) ?? []).some((db) => db.name === SHARED_DB)
  if (there && location.pathname !== '/share') await readShared()
}

/** In memory only: the conversation that it was shared to. */
let placed: { readonly id: string; readonly given: Given } | null = null
/** Hands shared content to the composer of a conversation and removes it from the device. */
export const handSharedToComposer = (id: string, given: Given): void => {
  placed = { id, given }
  dropShared()
}
/** Returns the content shared to this conversation, once. */
export const takeSharedFor = (id: string): Given | null => {
  if (placed?.id !== id) return null
  const { given } = placed
  placed = null
  return given
}
