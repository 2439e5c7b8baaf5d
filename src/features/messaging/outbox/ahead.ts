import { actingIdentity, onForget } from '../../../data/session/state'
import { uploadPhoto } from '../../../data/media/upload-queue'
import type { Photo } from '../state/model'
import { onOutboxEvent } from './outbox'
import { isLive } from './reducer'

/** What has been uploaded of a photo before its message is in the outbox. */
interface Ahead {
  /** With its spots: what the message would upload. */
  readonly blob: Blob
  readonly people: Photo['people']
  /** The identity that acted then: the upload may count as its agreement. null: both. */
  readonly author: string | null
  readonly ending: AbortController
  readonly uploaded: Promise<string>
  /** null until it is on the server. */
  mediaId: string | null
  /** A message has it. */
  isTaken: boolean
  onShare: (share: number) => void
}
/** By photo id. */
const ahead = new Map<string, Ahead>()

type Going = Pick<Photo, 'id' | 'file' | 'spots' | 'people'>
const aheadOf = (
  { id, people }: Going,
  blob: Blob | undefined,
  author: string | null,
): Ahead | undefined => {
  const known = ahead.get(id)
  const isSame = known?.blob === blob && known?.people === people && known?.author === author
  return isSame ? known : undefined
}

const drop = (id: string): void => {
  ahead.get(id)?.ending.abort()
  ahead.delete(id)
}
/** Drops an upload whose photo was removed or changed, unless a message has already taken it. */
export const cancelUploadAhead = (id: string): void => {
  if (!ahead.get(id)?.isTaken) drop(id)
}

/**
 * Uploads a photo as it will be sent while the detector still looks at others of its batch. The
 * member must have sent the batch. A failure is left to the message, which uploads it again.
 */
export const uploadAhead = (photo: Going, blob: Blob): void => {
  const { id, file, spots, people } = photo
  const acting = actingIdentity()
  const author = acting.kind === 'single' ? acting.id : null
  if (acting.kind === 'none' || aheadOf(photo, blob, author)) return
  drop(id)
  const ending = new AbortController()
  const one: Ahead = {
    blob,
    people,
    author,
    ending,
    mediaId: null,
    isTaken: false,
    onShare: () => undefined,
    uploaded: uploadPhoto({
      file,
      spots,
      converted: blob,
      filename: 'photo.jpg',
      people,
      author,
      signal: ending.signal,
      onProgress: (share) => one.onShare(share),
      onConverted: () => undefined,
    }).then((mediaId) => (one.mediaId = mediaId)),
  }
  one.uploaded.catch(() => {
    if (ahead.get(id) === one) ahead.delete(id)
  })
  ahead.set(id, one)
}

/**
 * A message takes what its author uploaded of its photos: media ids of those that are on the server.
 */
export const takeUploadedAhead = (
  photos: readonly Going[],
  blobs: Readonly<Record<string, Blob>>,
  author: string | null,
): Record<string, string> =>
  Object.fromEntries(
    photos.flatMap((p) => {
      const one = aheadOf(p, blobs[p.id], author)
      if (one) one.isTaken = true
      return one?.mediaId ? [[p.id, one.mediaId] as const] : []
    }),
  )

interface Watch {
  /** Of the message. */
  readonly author: string | null
  readonly signal: AbortSignal
  onShare(share: number): void
}
/**
 * Waits for the upload of a photo that has begun before its message; null when there is none, or it
 * has failed.
 */
export const awaitUploadAhead = async (
  photo: Going,
  blob: Blob | undefined,
  { author, signal, onShare }: Watch,
): Promise<string | null> => {
  const one = aheadOf(photo, blob, author)
  if (!one) return null
  one.onShare = onShare
  const stop = (): void => drop(photo.id)
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  const mediaId = await one.uploaded.catch(() => null)
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
  return mediaId
}

onOutboxEvent((event, _, before) => {
  if (event.kind === 'photo-removed') return drop(event.photoId)
  if (event.kind !== 'confirmed' && event.kind !== 'discarded') return
  const entry = before.entries[event.key]
  if (isLive(entry)) for (const { id } of entry.content.photos) drop(id)
})
onForget(() => {
  for (const id of ahead.keys()) drop(id)
})
