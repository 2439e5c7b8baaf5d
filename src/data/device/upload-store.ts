import { claim, uploadsDbName } from './device-db'
import { openShelves, type Shelf } from './key-value-store'

/** A photo on its way to an album or to the public photos. Its bytes lie under `id`. */
export interface StoredUpload {
  readonly id: string
  /** An album's id, or the public photos. */
  readonly target: string
  readonly name: string
  /** Grows; the order of choice. */
  readonly order: number
  /** The page that uploads it. */
  readonly owner: string
  /** What lies there is what will be sent; the chosen file is no longer kept. */
  readonly converted: boolean
  /** Confirmed by the server: it only lacks its place. */
  readonly mediaId: string | null
  /** The member's sentence for one that failed. */
  readonly error: string | null
}
export interface UploadStore {
  put(upload: StoredUpload, file: Blob): Promise<void>
  /** Changes one that is still there. */
  patch(id: string, patch: Partial<StoredUpload>): Promise<void>
  /** Puts the converted photo in place of the chosen file. */
  convert(id: string, blob: Blob): Promise<void>
  remove(id: string): Promise<void>
  file(id: string): Promise<Blob | undefined>
  /** Gives `owner` the uploads of pages that are gone; returns all of its uploads in their order. */
  adopt(owner: string, isGone: (owner: string) => boolean): Promise<StoredUpload[]>
  close(): void
}

type Open = (name: 'uploads' | 'files') => Shelf

/**
 * Uploads of an account on this device. A database of its own: the outbox removes files that no message or draft names.
 * `onGone`: it is being wiped (sign-out, also in another tab).
 */
export const openUploadStore = async (
  accountId: string,
  onGone: () => void,
): Promise<UploadStore> => {
  claim(accountId)
  const db = await openShelves(uploadsDbName(accountId), ['uploads', 'files'] as const, onGone)
  const write = (work: (shelf: Open) => Promise<unknown>): Promise<void> =>
    db.run('readwrite', async (shelf) => void (await work(shelf)))
  const change = (
    id: string,
    work: (upload: StoredUpload, shelf: Open) => Promise<Partial<StoredUpload>>,
  ): Promise<void> =>
    write(async (shelf) => {
      const known = (await shelf('uploads').get(id)) as StoredUpload | undefined
      if (known) await shelf('uploads').put(id, { ...known, ...(await work(known, shelf)) })
    })
  return {
    put: (upload, file) =>
      write(async (shelf) => {
        await shelf('files').put(upload.id, file)
        await shelf('uploads').put(upload.id, upload)
      }),
    patch: (id, patch) => change(id, async () => patch),
    convert: (id, blob) =>
      change(id, async (_, shelf) => {
        await shelf('files').put(id, blob)
        return { converted: true }
      }),
    remove: (id) =>
      write(async (shelf) => {
        await shelf('uploads').remove(id)
        await shelf('files').remove(id)
      }),
    file: (id) =>
      db.run('readonly', (shelf) => shelf('files').get(id)) as Promise<Blob | undefined>,
    adopt: (owner, isGone) =>
      db.run('readwrite', async (shelf) => {
        const own: StoredUpload[] = []
        for (const upload of (await shelf('uploads').all()) as StoredUpload[]) {
          if (upload.owner !== owner && !isGone(upload.owner)) continue
          const adopted = { ...upload, owner }
          own.push(adopted)
          if (upload.owner !== owner) await shelf('uploads').put(upload.id, adopted)
        }
        return own.sort((a, b) => a.order - b.order)
      }),
    close: db.close,
  }
}
