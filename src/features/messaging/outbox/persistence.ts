import type { Outbox, StoredMessage } from '../../../data/device/outbox-store'
import { dispatch, outboxEntryOf } from './outbox'
import { filesOf, releasePreviews, restoredPhoto, storedPhoto } from './photos'
import { isLive, refusalOf, type OutboxEvent, type OutgoingContent } from './reducer'

const toStored = (id: string, content: OutgoingContent): StoredMessage => ({
  clientMsgId: content.clientMsgId,
  conversationId: id,
  content: content.content,
  senderIdentityId: content.senderIdentityId,
  quote: content.quote,
  createdAt: content.createdAt,
  order: content.order,
  photos: content.photos.map((p) => ({
    ...storedPhoto(p),
    converted: content.blobs[p.id] !== undefined,
  })),
  mediaIds: content.mediaIds,
  posted: content.posted,
  state: 'waiting',
  error: null,
})

interface Options {
  readonly box: Outbox
  /** The account is still signed in and the database open. */
  isActive(): boolean
  /** A message has been written on the device; null: that failed, and it is in this page. */
  onSaved(message: StoredMessage | null): void
}

/** Writes the events of this tab on the device, those of one message in their order. */
export const createPersistence = ({ box, isActive, onSaved }: Options) => {
  const writes = new Map<string, Promise<void>>()
  /** Resolves when everything known of a message has been written, or has failed to be. */
  const written = (key: string): Promise<void> => writes.get(key) ?? Promise.resolve()
  const write = (key: string, work: () => Promise<unknown>): void => {
    const done: Promise<void> = written(key)
      .then(work)
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        if (writes.get(key) === done) writes.delete(key)
      })
    writes.set(key, done)
  }

  const save = (key: string): void =>
    write(key, async () => {
      const entry = outboxEntryOf(key)
      if (!isActive() || !isLive(entry)) return
      const message = toStored(entry.conversationId, entry.content)
      const files = filesOf(entry.content.photos, entry.content.blobs)
      const ok = await box.put(message, files).catch(() => false)
      // discarded meanwhile: its removal comes next
      if (!isActive() || !isLive(outboxEntryOf(key))) return
      dispatch({ kind: 'kept', key, kept: ok ? 'device' : 'memory' })
      onSaved(ok ? message : null)
    })
  const remove = (key: string): void => write(key, () => box.remove(key))

  const patch = (key: string, change: (content: OutgoingContent) => Partial<StoredMessage>): void =>
    write(key, async () => {
      const entry = outboxEntryOf(key)
      if (isLive(entry)) await box.patch(key, change(entry.content))
    })
  const removePhoto = (key: string, photoId: string): void =>
    write(key, async () => {
      const message = await box.message(key)
      if (message) await box.patch(key, { photos: message.photos.filter((p) => p.id !== photoId) })
    })

  const store = (event: OutboxEvent): void => {
    switch (event.kind) {
      case 'written':
        return save(event.content.clientMsgId)
      case 'converted':
        return write(event.key, () => box.convert(event.key, event.photoId, event.blob))
      case 'uploaded':
        return patch(event.key, ({ mediaIds }) => ({ mediaIds }))
      case 'posted':
        return patch(event.key, () => ({ posted: true }))
      case 'refused':
        return patch(event.key, () => ({ state: 'failed', ...refusalOf(event) }))
      case 'photo-removed':
        return removePhoto(event.key, event.photoId)
      case 'confirmed':
      case 'discarded':
        return remove(event.key)
    }
  }
  return { store, save, remove, written }
}

/** Reads a message of the device into the outbox, with everything that any tab has done for it. */
export const createReader =
  (box: Outbox, isActive: () => boolean) =>
  async (message: StoredMessage, kind: 'received' | 'restored'): Promise<void> => {
    const { conversationId: id, clientMsgId: key } = message
    const isFinished = (): boolean => {
      const status = outboxEntryOf(key)?.status
      return status === 'confirmed' || (kind === 'restored' && status === 'discarded')
    }
    if (isFinished()) return
    const before = outboxEntryOf(key)
    const photos = isLive(before)
      ? before.content.photos
      : (await Promise.all(message.photos.map((p) => restoredPhoto(p, box.file)))).filter(
          (p) => p !== null,
        )
    const missing = message.photos.filter(
      (p) => p.converted && !(isLive(before) && before.content.blobs[p.id]),
    )
    const read = await Promise.all(missing.map(async (p) => [p.id, await box.file(p.id)] as const))
    if (!isActive() || isFinished()) {
      if (!isLive(before)) releasePreviews(photos)
      return
    }
    if (photos.length === 0 && message.content === '') {
      // its photos are missing; another tab may still have them in memory
      if (kind === 'restored') dispatch({ kind: 'discarded', id, key })
      return
    }
    const { state, error, isFinal = false, ...rest } = message
    const content: OutgoingContent = {
      ...rest,
      photos,
      blobs: Object.fromEntries(read.flatMap(([p, blob]) => (blob ? [[p, blob] as const] : []))),
      shares: Object.fromEntries(Object.keys(message.mediaIds).map((p) => [p, 1])),
    }
    if (kind === 'received') return dispatch({ kind, id, content }, 'elsewhere')
    const refusal = state === 'failed' ? { error: error ?? '', isFinal } : null
    dispatch({ kind, id, content, refusal }, 'elsewhere')
  }
export type Reader = ReturnType<typeof createReader>
