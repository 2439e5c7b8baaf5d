import { ApiError } from '../../../data/http/api'
import type { Outbox, StoredMessage } from '../../../data/device/outbox-store'
import { deliver, type Steps } from './deliver'
import type { Bubbles } from './optimistic'
import { isPassing, sentenceOf, type Say } from './channel'
import type { Pace } from './retry-scheduler'
import { keepSent } from './photos'
import { setOutgoing, thread } from '../state/store'

/** Nothing heard of a message for this long: it is shown as waiting, and others may be written. */
export const SLOW_MS = 5_000

interface Deps {
  readonly accountId: string
  readonly box: Outbox
  readonly bubbles: Bubbles
  readonly pace: Pace
  readonly say: Say
  live(): boolean
  /** The network is back after a failure. */
  onBack(): void
}
/** Tries of single messages. */
export const createFlights = ({ accountId, box, bubbles, pace, say, live, onBack }: Deps) => {
  const { find, finish, over, refused, show, tell } = bubbles
  const flights = new Map<string, { readonly ending: AbortController; heardAt: number }>()

  /** Conversations that the server asked to leave alone for a while, and until when (ms since epoch). */
  const resting = new Map<string, number>()
  const rests = (id: string): boolean => (resting.get(id) ?? 0) > Date.now()
  const rest = (id: string, seconds: number): void => {
    resting.set(id, Date.now() + seconds * 1_000)
    setTimeout(pace.run, seconds * 1_000 + 5)
  }

  /** One try of one message. False: the network is away, nothing else need be tried now. */
  const attempt = async (m: StoredMessage): Promise<boolean> => {
    const { conversationId: id, clientMsgId: key } = m
    await show(m)
    const known = thread(id).messages.find(
      (x) => x.clientMsgId === key && x.senderAccountId === accountId,
    )
    if (known || over.has(key)) return finish(id, key, known ?? null).then(() => true)
    if (!find(id, key)) return live()
    const flight = { ending: new AbortController(), heardAt: Date.now() }
    flights.set(key, flight)
    let slow: ReturnType<typeof setTimeout> | undefined
    let patience: ReturnType<typeof setTimeout> | undefined
    const hear = (): void => {
      flight.heardAt = Date.now()
      clearTimeout(slow)
      slow = setTimeout(() => {
        if (find(id, key)?.state === 'sending') void tell(id, key, { state: 'waiting' })
      }, SLOW_MS)
    }
    hear()
    const steps: Steps = {
      signal: flight.ending.signal,
      now: () => find(id, key) ?? { ...m, photos: [], blobs: {}, shares: {} },
      onShare: (photoId, share) => {
        hear()
        const o = find(id, key)
        if (o)
          void tell(id, key, {
            shares: { ...o.shares, [photoId]: share },
            ...(o.state === 'waiting' && share > 0 ? { state: 'sending' as const } : {}),
          })
      },
      onConverted: async (photo, blob) => {
        const o = find(id, key)
        if (o) setOutgoing(id, key, { blobs: { ...o.blobs, [photo.id]: blob } })
        await box.convert(key, photo.id, blob).catch(() => undefined)
      },
      onUploaded: async (photo, mediaId) => {
        const o = find(id, key)
        if (!o) return
        const mediaIds = { ...o.mediaIds, [photo.id]: mediaId }
        keepSent(mediaId, photo)
        await tell(id, key, { mediaIds, shares: { ...o.shares, [photo.id]: 1 } }, { mediaIds })
      },
      onPost: async () => {
        hear()
        patience = setTimeout(() => flight.ending.abort(), pace.patienceMs())
        if (!find(id, key)?.posted) await tell(id, key, { posted: true }, { posted: true })
      },
    }
    try {
      const message = await deliver(id, steps)
      if (!live()) return false
      await finish(id, key, message)
      if (pace.succeeded()) onBack()
      return true
    } catch (error) {
      if (!live()) return false
      if (over.has(key)) return true
      if (error instanceof ApiError && error.status === 429 && error.retryAfterS) {
        rest(id, error.retryAfterS)
        void tell(id, key, { state: 'waiting' })
        return false
      }
      if (isPassing(error)) {
        void tell(id, key, { state: 'waiting' })
        const until = pace.failed(error instanceof ApiError ? error.retryAfterS : undefined)
        say({ kind: 'pause', until })
        return false
      }
      const sentence = sentenceOf(error, (find(id, key)?.photos.length ?? 0) > 0)
      refused.add(key)
      await tell(
        id,
        key,
        { state: 'failed', error: sentence },
        { state: 'failed', error: sentence },
      )
      return true
    } finally {
      clearTimeout(slow)
      clearTimeout(patience)
      flights.delete(key)
    }
  }

  return { flights, attempt, rests }
}
