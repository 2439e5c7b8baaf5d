import { sendMessage, type Message } from '#contract/messaging/messages'
import { call } from '../../../data/http/api'
import { PhotoNotPrepared, uploadPhoto } from '../../../data/media/upload-queue'
import { BLUR_FAILED, PhotoRefusedError } from '../state/labels'
import type { Photo } from '../state/model'
import { awaitUploadAhead } from './ahead'
import type { OutgoingContent } from './reducer'

/** Photos being converted or uploaded, each with its own abort. */
const running = new Map<string, AbortController>()
export const abortPhotoUpload = (photoId: string): void => running.get(photoId)?.abort()

/** Steps of a delivery. */
export interface DeliverySteps {
  readonly signal: AbortSignal
  /** The message as it is now: photos may have been removed. */
  current(): OutgoingContent
  onShare(photoId: string, share: number): void
  onConverted(photo: Photo, blob: Blob): Promise<void>
  onUploaded(photo: Photo, mediaId: string): Promise<void>
  /** From here on its content cannot change. */
  onPost(): Promise<void>
}

const sendPhoto = async (
  photo: Photo,
  steps: DeliverySteps,
  signal: AbortSignal,
): Promise<void> => {
  const { blobs, senderIdentityId: author } = steps.current()
  const blob = blobs[photo.id]
  const onShare = (share: number): void => steps.onShare(photo.id, share)
  const begun = await awaitUploadAhead(photo, blob, { author, signal, onShare })
  if (begun) return steps.onUploaded(photo, begun)
  const mediaId = await uploadPhoto({
    file: photo.file,
    spots: photo.spots,
    converted: blob ?? null,
    filename: 'photo.jpg',
    people: photo.people,
    author,
    signal,
    onProgress: onShare,
    onConverted: (blob) => steps.onConverted(photo, blob),
  }).catch((error: unknown) => {
    if (!(error instanceof PhotoNotPrepared)) throw error
    const isBlur = photo.spots.length > 0 && error.code === 'blur_failed'
    throw new PhotoRefusedError(isBlur ? BLUR_FAILED : error.message)
  })
  await steps.onUploaded(photo, mediaId)
}

/** Uploads all photos; conversions overlap uploads. The first failure stops the others. */
const sendPhotos = async (steps: DeliverySteps): Promise<void> => {
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
      // removed from the message: the others continue
      if (!steps.current().photos.some((p) => p.id === photo.id)) return
      throw error
    } finally {
      running.delete(photo.id)
      ending.signal.removeEventListener('abort', stop)
    }
  }
  const { photos, mediaIds } = steps.current()
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

/**
 * Sends a message: its photos, then itself, always with the same client id. `held`: the server
 * stores it until both identities agree. Rejects with ApiError, PhotoRefused or AbortError.
 */
export const deliverMessage = async (
  id: string,
  steps: DeliverySteps,
): Promise<Message & { held?: boolean | undefined }> => {
  steps.signal.throwIfAborted()
  if (steps.current().photos.length > 0) await sendPhotos(steps)
  steps.signal.throwIfAborted()
  await steps.onPost()
  const o = steps.current()
  const media = o.photos.flatMap((p) => o.mediaIds[p.id] ?? [])
  const brief = o.photos[0]?.brief
  return call(
    sendMessage,
    {
      params: { id },
      body: {
        content: o.content,
        sender_identity_id: o.senderIdentityId,
        client_msg_id: o.clientMsgId,
        ...(media.length > 0 ? { media_ids: media, ...(brief ? { brief } : {}) } : {}),
        ...(o.quote ? { quoted_message_id: o.quote.id } : {}),
      },
      // the body names the author: the acting identity may have changed
    },
    { signal: steps.signal, identity: 'none' },
  )
}
