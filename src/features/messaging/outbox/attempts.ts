import { ApiError } from '../../../data/http/api'
import { isRetriedByQueue } from '../../../data/http/queue-retry'
import { loadHeld } from '../state/held'
import { sendError } from '../state/labels'
import { threadOf } from '../state/store'
import { deliverMessage, type DeliverySteps } from './deliver'
import { dispatch, outboxEntryOf } from './outbox'
import { keepSentPreview } from './photos'
import { isPending, type PendingEntry, type Refusal } from './reducer'
import type { RetryScheduler } from './retry-scheduler'

/** Nothing heard of a message for this long: it is shown as waiting, and others may be written. */
export const SLOW_MS = 5_000
/**
 * Pause between two drawings of a message's progress. Each draws the whole row (17 ms on the
 * machine of the measurement, 70 ms on a phone), and three uploads report progress 60 times a
 * second.
 */
const DRAWN_MS = 250

/** Final: its author, or who is on a photo, is no longer in the account. */
export const refusalFrom = (error: unknown, withPhotos: boolean): Refusal =>
  error instanceof ApiError && error.code === 'message_reused'
    ? { error: error.message, isFinal: false }
    : {
        error: sendError(error, withPhotos),
        isFinal: error instanceof ApiError && error.code === 'foreign_identity',
      }

interface Options {
  readonly accountId: string
  readonly scheduler: RetryScheduler
  isActive(): boolean
  /** Resolves when what is known of a message has been written on the device. */
  written(key: string): Promise<void>
  /** The network failed: nothing is tried before `until`, ms since epoch. */
  onPaused(until: number): void
  /** The network works again after a failure. */
  onReconnected(): void
}

/** Delivery steps of a message as events; `stop` ends its timers. */
const stepsOf = (
  entry: PendingEntry,
  ending: AbortController,
  hear: () => void,
  { scheduler, written }: Options,
) => {
  const key = entry.content.clientMsgId
  let patience: ReturnType<typeof setTimeout> | undefined
  let drawing: ReturnType<typeof setTimeout> | undefined
  const shares = new Map<string, number>()
  const draw = (): void => {
    drawing = undefined
    for (const [photoId, share] of shares) dispatch({ kind: 'progressed', key, photoId, share })
    shares.clear()
  }
  const steps: DeliverySteps = {
    signal: ending.signal,
    current: () => {
      const now = outboxEntryOf(key)
      return isPending(now) ? now.content : { ...entry.content, photos: [], blobs: {} }
    },
    onShare: (photoId, share) => {
      hear()
      shares.set(photoId, share)
      drawing ??= setTimeout(draw, DRAWN_MS)
    },
    onConverted: async (photo, blob) => {
      dispatch({ kind: 'converted', key, photoId: photo.id, blob })
      await written(key)
    },
    onUploaded: async (photo, mediaId) => {
      keepSentPreview(mediaId, photo)
      shares.delete(photo.id)
      dispatch({ kind: 'uploaded', key, photoId: photo.id, mediaId })
      await written(key)
    },
    onPost: async () => {
      hear()
      patience = setTimeout(() => ending.abort(), scheduler.patienceMs())
      dispatch({ kind: 'posted', key })
      await written(key)
    },
  }
  const stop = (): void => {
    clearTimeout(patience)
    clearTimeout(drawing)
  }
  return { steps, stop }
}

/** Turns a failure into events; returns whether the next message of the conversation may be tried. */
const handleFailure = (
  id: string,
  key: string,
  error: unknown,
  { scheduler, isActive, onPaused }: Options,
): boolean => {
  if (!isActive()) return false
  const entry = outboxEntryOf(key)
  if (!isPending(entry)) return true
  if (error instanceof ApiError && error.status === 429 && error.retryAfterS) {
    const ms = error.retryAfterS * 1_000
    dispatch({ kind: 'rate-limited', id, until: Date.now() + ms })
    setTimeout(scheduler.run, ms + 5)
    dispatch({ kind: 'delayed', key })
    return false
  }
  if (isRetriedByQueue(error)) {
    dispatch({ kind: 'delayed', key })
    onPaused(scheduler.failed(error instanceof ApiError ? error.retryAfterS : undefined))
    return false
  }
  dispatch({ kind: 'refused', key, ...refusalFrom(error, entry.content.photos.length > 0) })
  return true
}

/** Sends single messages; each step becomes an event. */
export const createSendAttempts = (options: Options) => {
  const { accountId, scheduler, isActive, written, onReconnected } = options
  const inFlight = new Map<string, { readonly ending: AbortController; heardAt: number }>()

  /** Tries one message. Resolves with whether the next message of its conversation may be tried. */
  const attempt = async (key: string): Promise<boolean> => {
    const entry = outboxEntryOf(key)
    if (!isActive()) return false
    if (!isPending(entry)) return true
    const { conversationId: id } = entry
    const known = threadOf(id).messages.find(
      (m) => m.clientMsgId === key && m.senderAccountId === accountId,
    )
    if (known) {
      dispatch({ kind: 'confirmed', id, key, message: known })
      await written(key)
      return true
    }
    const flight = { ending: new AbortController(), heardAt: Date.now() }
    inFlight.set(key, flight)
    let slow: ReturnType<typeof setTimeout> | undefined
    const hear = (): void => {
      flight.heardAt = Date.now()
      clearTimeout(slow)
      slow = setTimeout(() => dispatch({ kind: 'delayed', key }), SLOW_MS)
    }
    hear()
    const { steps, stop } = stepsOf(entry, flight.ending, hear, options)
    try {
      const message = await deliverMessage(id, steps)
      if (!isActive()) return false
      // the server has it: shown as waiting for an agreement, also when that list cannot be loaded
      if (message.held) await loadHeld(id).catch(() => undefined)
      dispatch({ kind: 'confirmed', id, key, message: message.held ? null : message })
      await written(key)
      if (scheduler.succeeded()) onReconnected()
      return true
    } catch (error) {
      const goOn = handleFailure(id, key, error, options)
      await written(key)
      return goOn
    } finally {
      clearTimeout(slow)
      stop()
      inFlight.delete(key)
    }
  }

  /** Ends the try under way: the message is finished here or in another tab. */
  const abort = (key: string): void => inFlight.get(key)?.ending.abort()
  /** Ends the tries that have been silent for this long, ms. */
  const abortSilent = (ms: number): void => {
    for (const { ending, heardAt } of inFlight.values())
      if (Date.now() - heardAt > ms) ending.abort()
  }
  const abortAll = (): void => {
    for (const { ending } of inFlight.values()) ending.abort()
  }
  return { attempt, abort, abortSilent, abortAll, isInFlight: (key: string) => inFlight.has(key) }
}
