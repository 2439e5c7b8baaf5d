import { deviceDbName, uploadsDbName } from './device-db'
import { openKeyValueStore, type ObjectStore } from './key-value-store'
import type { StoredDraft, StoredMessage, StoredPhoto } from './outbox-store'
import { storage } from './storage'
import type { StoredUpload } from './upload-store'

const GONE =
  'Votre session s’est terminée avant que la photo soit floutée\u00a0: elle a été retirée de cet appareil.'

/** To be blurred, but stored as it was chosen. */
const isOriginal = (photo: Pick<StoredPhoto, 'spots' | 'converted'>): boolean =>
  photo.spots.length > 0 && !photo.converted

const wipeMessages = async (messages: ObjectStore, files: ObjectStore): Promise<void> => {
  for (const m of (await messages.all()) as StoredMessage[]) {
    if (!m.photos.some(isOriginal)) continue
    for (const { id } of m.photos.filter(isOriginal)) await files.remove(id)
    // not sent without the photo: the member decides
    await messages.put(m.clientMsgId, {
      ...m,
      photos: m.photos.filter((p) => !isOriginal(p)),
      state: 'failed',
      error: GONE,
    } satisfies StoredMessage)
  }
}
const wipeDrafts = async (drafts: ObjectStore, files: ObjectStore): Promise<void> => {
  for (const draft of (await drafts.all()) as StoredDraft[]) {
    if (!draft.photos.some(isOriginal)) continue
    for (const { id } of draft.photos.filter(isOriginal)) await files.remove(id)
    await drafts.put(draft.key, { ...draft, photos: draft.photos.filter((p) => !isOriginal(p)) })
  }
}

/**
 * The session expired: photos that are still to be blurred are removed from the device; those that
 * are blurred or have no spots are kept for the member. Never rejects.
 */
export const wipeOriginals = async (): Promise<void> => {
  const accountId = storage.get('device_db')
  if (!accountId) return
  try {
    const box = await openKeyValueStore(
      deviceDbName(accountId),
      ['outbox', 'drafts', 'files', 'acts'] as const,
      () => undefined,
    )
    await box.run('readwrite', async (store) => {
      await wipeMessages(store('outbox'), store('files'))
      await wipeDrafts(store('drafts'), store('files'))
    })
    box.close()
    const uploads = await openKeyValueStore(
      uploadsDbName(accountId),
      ['uploads', 'files'] as const,
      () => undefined,
    )
    await uploads.run('readwrite', async (store) => {
      for (const u of (await store('uploads').all()) as StoredUpload[])
        if (isOriginal({ spots: u.spots ?? [], converted: u.converted })) {
          await store('files').remove(u.id)
          await store('uploads').remove(u.id)
        }
    })
    uploads.close()
  } catch {
    // IndexedDB is unavailable: nothing is stored
  }
}
