import { SHARED_DB, SHARED_MS, type Shared } from '#contract/workers/device'
import { openShelves } from './key-value-store'

type Given = Shared<File>
/** Nothing of what was shared stays on this device. */
export const dropShared = (): void => {
  try {
    indexedDB.deleteDatabase(SHARED_DB)
  } catch {
    // no database, nothing in it
  }
}

/** What the phone's share sheet handed over and nobody has placed yet; null: nothing, or it was left lying too long. */
export const readShared = async (): Promise<Given | null> => {
  const shelves = await openShelves<typeof SHARED_DB>(SHARED_DB, [SHARED_DB], () => undefined)
  const found = (await shelves.run('readonly', (shelf) => shelf(SHARED_DB).get(SHARED_DB))) as
    | Given
    | undefined
  shelves.close()
  if (found && Date.now() - found.at < SHARED_MS) return found
  dropShared()
  return null
}

/** What nobody came back for leaves the device once its time is over, also when `/share` is never opened again. */
export const sweepShared = async (): Promise<void> => {
  // asked before: looking into a database that is not there would make it
  const there = ((await indexedDB.databases?.()) ?? []).some((db) => db.name === SHARED_DB)
  if (there && location.pathname !== '/share') await readShared()
}

/** Of this page only: for which conversation it is. */
let placed: { readonly id: string; readonly given: Given } | null = null
/** Hands it over to the composer of a conversation; the device forgets it. */
export const placeShared = (id: string, given: Given): void => {
  placed = { id, given }
  dropShared()
}
/** The composer takes what was meant for its conversation, once. */
export const takePlaced = (id: string): Given | null => {
  if (placed?.id !== id) return null
  const { given } = placed
  placed = null
  return given
}
