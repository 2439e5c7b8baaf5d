import { sendMessage, type Message } from '#contract/messaging/messages'
import { call } from '../../../data/http/api'
import { convertPhoto } from '../../../data/media/images'
import { uploadMedia } from '../../../data/media/upload'
import { BLUR_FAILED, PhotoRefused } from '../state/labels'
import type { Outgoing, Photo } from '../state/model'

/** As many at once, over all conversations. */
const createGate = (size: number) => {
  let busy = 0
  const queue: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (busy >= size) await new Promise<void>((turn) => queue.push(turn))
    busy += 1
    try {
      return await work()
    } finally {
      busy -= 1
      queue.shift()?.()
    }
  }
}
const UPLOADS_AT_ONCE = 2
const uploading = createGate(UPLOADS_AT_ONCE)
/** One more is prepared while the uploads run; the image workers have their own queue. */
const converting = createGate(UPLOADS_AT_ONCE)

/** Pictures being prepared or uploaded, each can be taken out. */
const running = new Map<string, AbortController>()
export const stopPhoto = (photoId: string): void => running.get(photoId)?.abort()

/** Share of a picture's progress that the conversion takes. */
const CONVERSION = 0.3

/** What becomes of a message on its way; each is told to the device and to the screen. */
export interface Steps {
  readonly signal: AbortSignal
  /** The message as it is now: pictures may have been taken out. */
  now(): Outgoing
  onShare(photoId: string, share: number): void
  onConverted(photo: Photo, blob: Blob): Promise<void>
  onUploaded(photo: Photo, mediaId: string): Promise<void>
  /** From here on what it says cannot change. */
  onPost(): Promise<void>
}

/** With spots a picture never leaves unblurred; without, the chosen file itself may be sent. */
const convert = async (
  photo: Photo,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Blob | null> => {
  const outcome = await convertPhoto(photo.file, { spots: photo.spots, signal, onProgress })
  if (outcome.status === 'converted') return outcome.blob
  if (outcome.status === 'refused')
    throw new PhotoRefused(
      photo.spots.length > 0 && outcome.code === 'blur_failed' ? BLUR_FAILED : outcome.message,
    )
  if (photo.spots.length > 0) throw new PhotoRefused(BLUR_FAILED)
  return null
}

const sendPhoto = async (photo: Photo, steps: Steps, signal: AbortSignal): Promise<void> => {
  const ready = steps.now().blobs[photo.id]
  const blob =
    ready ??
    (await converting(async () => {
      signal.throwIfAborted()
      const made = await convert(photo, signal, (r) => steps.onShare(photo.id, r * CONVERSION))
      if (made) await steps.onConverted(photo, made)
      return made
    }))
  await uploading(async () => {
    signal.throwIfAborted()
    const { mediaId } = await uploadMedia(blob ?? photo.file, {
      filename: blob ? 'photo.jpg' : photo.file.name,
      signal,
      onProgress: (r) => steps.onShare(photo.id, CONVERSION + r * (1 - CONVERSION)),
    })
    await steps.onUploaded(photo, mediaId)
  })
}

/** All pictures, the next one prepared while the ones before are uploaded. The first failure stops the others. */
const sendPhotos = async (steps: Steps): Promise<void> => {
  const ending = new AbortController()
  const end = (): void => ending.abort()
  steps.signal.addEventListener('abort', end)
  const one = async (photo: Photo): Promise<void> => {
    const own = new AbortController()
    const stop = (): void => own.abort()
    ending.signal.addEventListener('abort', stop)
    running.set(photo.id, own)
    try {
      await sendPhoto(photo, steps, own.signal)
    } catch (error) {
      // taken out of the message: the others go on
      if (!steps.now().photos.some((p) => p.id === photo.id)) return
      throw error
    } finally {
      running.delete(photo.id)
      ending.signal.removeEventListener('abort', stop)
    }
  }
  const { photos, mediaIds } = steps.now()
  try {
    let failure: { readonly error: unknown } | null = null
    await Promise.all(
      photos
        .filter((p) => !mediaIds[p.id])
        .map((p) =>
          one(p).catch((error: unknown) => {
            failure ??= { error }
            end()
          }),
        ),
    )
    if (failure) throw (failure as { error: unknown }).error
  } finally {
    steps.signal.removeEventListener('abort', end)
  }
}

/** Takes a message to the server: its pictures, then itself, always with the same client id. Rejects with ApiError, PhotoRefused or AbortError. */
export const deliver = async (id: string, steps: Steps): Promise<Message> => {
  steps.signal.throwIfAborted()
  if (steps.now().photos.length > 0) await sendPhotos(steps)
  steps.signal.throwIfAborted()
  await steps.onPost()
  const o = steps.now()
  const media = o.photos.flatMap((p) => o.mediaIds[p.id] ?? [])
  return call(
    sendMessage,
    {
      params: { id },
      body: {
        content: o.content,
        sender_identity_id: o.senderIdentityId,
        client_msg_id: o.clientMsgId,
        ...(media.length > 0 ? { media_ids: media } : {}),
        ...(o.quote ? { quoted_message_id: o.quote.id } : {}),
      },
      // who wrote it is said in it: who is behind the screen by now may be somebody else
    },
    { signal: steps.signal, identity: 'none' },
  )
}
