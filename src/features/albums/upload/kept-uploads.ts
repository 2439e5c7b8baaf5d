import { onSessionChange, session } from '../../../data/session/state'
import type { StoredUpload, UploadStore } from '../../../data/device/upload-store'

/** This page, as the owner of its uploads. */
export const PAGE_ID = crypto.randomUUID()
const lockOf = (page: string): string => `uploads:${page}`

let locked: Promise<void> | undefined
/** Held for the life of the page, so that other tabs do not take over its uploads. */
const holdLock = (): Promise<void> =>
  (locked ??= new Promise((resolve) => {
    const forever = (): Promise<void> => {
      resolve()
      return new Promise(() => undefined)
    }
    if (!('locks' in navigator)) resolve()
    else navigator.locks.request(lockOf(PAGE_ID), forever).catch(() => resolve())
  }))

let opened: { readonly accountId: string; readonly store: Promise<UploadStore> } | null = null
const close = (): void => {
  opened?.store.then(
    (store) => store.close(),
    () => undefined,
  )
  opened = null
}
const open = (): Promise<UploadStore> | null => {
  const { accountId } = session
  if (!accountId) return null
  if (opened?.accountId !== accountId) {
    close()
    const store = import('../../../data/device/upload-store').then(({ openUploadStore }) => {
      // signed out meanwhile: opening it would claim the device again
      if (session.accountId !== accountId) throw new DOMException('Signed out', 'AbortError')
      return openUploadStore(accountId, close)
    })
    // without the code, uploads continue from memory
    store.catch(close)
    opened = { accountId, store }
  }
  return opened.store
}
onSessionChange((what) => {
  if (what === 'account' || what === 'ended') close()
})

/** Pending writes by upload, in order. */
const writes = new Map<string, Promise<void>>()
/**
 * Changes the upload's copy on the device. Also resolves when the write fails: the upload then
 * continues from memory.
 */
export const updateKeptUpload = (
  id: string,
  work: (store: UploadStore) => Promise<unknown>,
): Promise<void> => {
  const store = open()
  if (!store) return Promise.resolve()
  const done: Promise<void> = (writes.get(id) ?? holdLock())
    .then(() => store)
    .then(work)
    .then(
      () => undefined,
      () => undefined,
    )
    .finally(() => {
      if (writes.get(id) === done) writes.delete(id)
    })
  writes.set(id, done)
  return done
}

interface KeptUpload {
  readonly upload: StoredUpload
  readonly file: File
}
/** Takes over the uploads of closed pages. Each goes to one page only. */
export const takeOverUploads = async (): Promise<readonly KeptUpload[]> => {
  const opening = open()
  if (!opening || !('locks' in navigator)) return []
  await holdLock()
  const store = await opening
  await store.late
  return navigator.locks.request('uploads-take-over', async () => {
    const { held = [] } = await navigator.locks.query()
    const alive = new Set(held.map((lock) => lock.name))
    const uploads = await store.adopt(PAGE_ID, (owner) => !alive.has(lockOf(owner)))
    const found: KeptUpload[] = []
    for (const upload of uploads) {
      const bytes = await store.file(upload.id)
      if (bytes) found.push({ upload, file: new File([bytes], upload.name, { type: bytes.type }) })
      else await store.remove(upload.id)
    }
    return found
  })
}
