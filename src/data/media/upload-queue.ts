import type { BlurSpot, ImageErrorCode } from '#contract/workers/image'
import { createConcurrencyLimit } from '../../lib/gate'
import { networkError } from '../http/api-error'
import type { PeopleChoice } from './people'
import { uploadMedia } from './upload'

/** A photo that must not leave the device; the message is for the member. */
export class PhotoNotPrepared extends Error {
  readonly code: ImageErrorCode
  constructor(code: ImageErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * While one waits for its reply the others fill the line: of thirty photos at 9 Mbit/s and 150 ms,
 * two left a third of it empty.
 */
export const UPLOADS_AT_ONCE = 3
/** Shared by everything that uploads photos in this page: messages and albums. */
const uploading = createConcurrencyLimit(UPLOADS_AT_ONCE)
/** Conversions overlap the uploads; the image workers have their own queue. */
const converting = createConcurrencyLimit(UPLOADS_AT_ONCE)

/** Share of a photo's progress that the conversion takes. */
const CONVERSION = 0.3

/**
 * Beginning a request takes 40 ms on a phone: not in the task that has drawn the end of the one
 * before. At once in a hidden tab, which holds timers back.
 */
const ownTask = (): Promise<void> =>
  document.hidden ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve))

let loading: Promise<typeof import('./images')> | undefined
/**
 * Loaded with the first photo. A failed load counts as a network error, so that the queue retries.
 */
const images = (): Promise<typeof import('./images')> =>
  (loading ??= import('./images').catch(() => {
    loading = undefined
    throw networkError()
  }))
/** Starts an image worker while the member chooses files. */
export const warmUpImages = (): void =>
  void images().then(
    ({ warmImages }) => warmImages(),
    () => undefined,
  )

interface QueuedPhoto {
  readonly file: File
  /** With spots a photo never leaves unblurred; without, the chosen file itself may be sent. */
  readonly spots: readonly BlurSpot[]
  /** Result of an earlier conversion. */
  readonly converted: Blob | null
  /** Name of the converted photo on the server. */
  readonly filename: string
  /** Persons on it. */
  readonly people?: PeopleChoice | undefined
  /** Identity that adds it; null: both. Without it, the one that acts when it is sent. */
  readonly author?: string | null | undefined
  readonly signal: AbortSignal
  /** 0 to 1, over conversion and upload. */
  onProgress(share: number): void
  onStage?(stage: 'converting' | 'sending'): void
  /** Awaited before the upload begins. */
  onConverted(blob: Blob): Promise<void> | void
}

const convert = async (photo: QueuedPhoto): Promise<Blob | null> => {
  const { file, spots, signal, onProgress } = photo
  const { convertPhoto } = await images()
  const outcome = await convertPhoto(file, {
    spots,
    signal,
    onProgress: (share) => onProgress(share * CONVERSION),
  })
  if (outcome.status === 'converted') return outcome.blob
  if (outcome.status === 'refused') throw new PhotoNotPrepared(outcome.code, outcome.message)
  if (spots.length > 0) throw new PhotoNotPrepared('blur_failed', outcome.message)
  return null
}

/**
 * Converts and uploads one photo when it is its turn. Resolves with its media id. Rejects with
 * PhotoNotPrepared, ApiError or AbortError; whether and when to retry is in
 * src/data/http/queue-retry.ts.
 */
export const uploadPhoto = async (photo: QueuedPhoto): Promise<string> => {
  const { file, filename, signal, onProgress, onStage, onConverted } = photo
  const blob =
    photo.converted ??
    (await converting(async () => {
      signal.throwIfAborted()
      onStage?.('converting')
      const made = await convert(photo)
      if (made) await onConverted(made)
      return made
    }))
  return uploading(async () => {
    signal.throwIfAborted()
    // at once: whoever waits for its turn would begin it again
    onStage?.('sending')
    await ownTask()
    signal.throwIfAborted()
    const { mediaId } = await uploadMedia(blob ?? file, {
      filename: blob ? filename : file.name,
      signal,
      people: photo.people,
      author: photo.author,
      onProgress: (share) => onProgress(CONVERSION + share * (1 - CONVERSION)),
    })
    return mediaId
  })
}
