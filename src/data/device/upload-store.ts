import type { BlurSpot } from '#contract/workers/image'
import { stripLocation } from '../media/without-place'
import { claimDeviceDb, uploadsDbName } from './device-db'
import { openKeyValueStore, type ObjectStore } from './key-value-store'

/** An unfinished upload to an album or to the public photos. Its bytes are stored under `id`. */
export interface StoredUpload {
  readonly id: string
  /** An album's id, or the public photos. */
  readonly target: string
  readonly name: string
  /** Missing in uploads stored before albums had blur. */
  readonly spots?: readonly BlurSpot[]
  /** Persons on it; see src/data/media/people.ts. */
  readonly people?: string | undefined
  /** Identity that added it; null: the whole account. Missing in uploads stored before it was kept. */
  readonly author?: string | null
  /** Increasing, in order of choice. */
  readonly order: number
  /** The page that uploads it. */
  readonly owner: string
  /** The stored bytes are the ones to send; they replaced the chosen file. */
  readonly converted: boolean
  /** Set once the server has the photo; only adding it to its target is missing. */
  readonly mediaId: string | null
  /** Message for the member when it failed. */
  readonly error: string | null
}
export interface UploadStore {
  put(upload: StoredUpload, file: Blob): Promise<void>
  /** Changes an upload if it is still stored. */
  patch(id: string, patch: Partial<StoredUpload>): Promise<void>
  /** Replaces the chosen file by the converted photo. */
  convert(id: string, blob: Blob): Promise<void>
  remove(id: string): Promise<void>
  file(id: string): Promise<Blob | undefined>
  /**
   * Makes `owner` the owner of closed pages' uploads; resolves with all of its uploads in order.
   */
  adopt(owner: string, isGone: (owner: string) => boolean): Promise<StoredUpload[]>
  close(): void
  /** Set while nothing stored can be read: resolves once it can (see key-value-store.ts). */
  readonly late: Promise<void> | undefined
}

type Open = (name: 'uploads' | 'files') => ObjectStore

/**
 * Uploads of an account on this device. A database of its own: the outbox removes files that no
 * message or draft names. `onGone`: it is being wiped (sign-out, also in another tab).
 */
export const openUploadStore = async (
  accountId: string,
  onGone: () => void,
): Promise<UploadStore> => {
  claimDeviceDb(accountId)
  const db = await openKeyValueStore(
    uploadsDbName(accountId),
    ['uploads', 'files'] as const,
    onGone,
  )
  const write = (work: (store: Open) => Promise<unknown>): Promise<void> =>
    db.run('readwrite', async (store) => void (await work(store)))
  const change = (
    id: string,
    work: (upload: StoredUpload, store: Open) => Promise<Partial<StoredUpload>>,
  ): Promise<void> =>
    write(async (store) => {
      const known = (await store('uploads').get(id)) as StoredUpload | undefined
      if (known) await store('uploads').put(id, { ...known, ...(await work(known, store)) })
    })
  return {
    put: async (upload, file) => {
      const safe = await stripLocation(file)
      await write(async (store) => {
        await store('files').put(upload.id, safe)
        await store('uploads').put(upload.id, upload)
      })
    },
    patch: (id, patch) => change(id, async () => patch),
    convert: (id, blob) =>
      change(id, async (_, store) => {
        await store('files').put(id, blob)
        return { converted: true }
      }),
    remove: (id) =>
      write(async (store) => {
        await store('uploads').remove(id)
        await store('files').remove(id)
      }),
    file: (id) =>
      db.run('readonly', (store) => store('files').get(id)) as Promise<Blob | undefined>,
    adopt: (owner, isGone) =>
      db.run('readwrite', async (store) => {
        const own: StoredUpload[] = []
        for (const upload of (await store('uploads').all()) as StoredUpload[]) {
          if (upload.owner !== owner && !isGone(upload.owner)) continue
          const adopted = { ...upload, owner }
          own.push(adopted)
          if (upload.owner !== owner) await store('uploads').put(upload.id, adopted)
        }
        return own.sort((a, b) => a.order - b.order)
      }),
    close: db.close,
    late: db.late,
  }
}
