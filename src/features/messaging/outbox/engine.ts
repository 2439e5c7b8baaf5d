import { onResync } from '../../../data/hub/hub'
import { openOutbox, type Outbox, type StoredMessage } from '../../../data/device/outbox-store'
import { own, refreshList, sync } from '../state/api'
import { stopPhoto } from './deliver'
import { forgetPictures, restoreDrafts } from '../composer/draft-box'
import type { Outgoing } from '../state/model'
import { createBubbles } from './optimistic'
import { createFlights, SLOW_MS } from './in-flight'
import { stored, type Say, type Word } from './channel'
import { createPace } from './retry-scheduler'
import { filesOf, forgetSent } from './photos'
import { noteOutcome } from './send'
import { messaging, setOutgoing } from '../state/store'

/** The network is back: what has been silent for this long hangs on the old line. */
const STALE_MS = 2_000

export interface Engine {
  readonly box: Outbox
  enqueue(id: string, o: Outgoing): Promise<void>
  /** Given up or taken back. */
  forget(id: string, clientMsgId: string): Promise<void>
  removePhoto(id: string, clientMsgId: string, photoId: string): Promise<void>
  /** Its echo came. */
  arrived(id: string, clientMsgId: string): Promise<void>
  stop(): void
}

/**
 * The outbox of one account in this tab. What is sent is written on the device first; whichever tab holds the lock takes
 * everything to the server, each conversation in its order, and tells the others.
 */
export const openEngine = async (accountId: string): Promise<Engine> => {
  const ending = new AbortController()
  const name = `outbox:${accountId}`
  const words = new BroadcastChannel(name)
  const say: Say = (word) => {
    if (!ending.signal.aborted) words.postMessage(word)
  }
  const stop = (): void => {
    if (ending.signal.aborted) return
    ending.abort()
    for (const f of flights.values()) f.ending.abort()
    pace.stop()
    unhear()
    removeEventListener('online', wake)
    words.close()
    forgetPictures(accountId)
    forgetSent()
    box.close()
  }
  const box = await openOutbox(accountId, () => stop())
  const live = (): boolean => !ending.signal.aborted && own() === accountId
  const catchUp = (): void => {
    refreshList()
    if (messaging.openId) void sync(messaging.openId, true)
  }

  const bubbles = createBubbles(accountId, box, say, live)
  const { find, finish, isDue, list, over, refused, show, takeIn, tell, unkept } = bubbles
  const due = (m: StoredMessage): boolean => isDue(m) && !rests(m.conversationId)
  const next = async (id: string): Promise<StoredMessage | undefined> =>
    (await list()).find((m) => m.conversationId === id && due(m))
  const lane = async (id: string): Promise<void> => {
    for (let m = await next(id); m && live(); m = await next(id)) if (!(await attempt(m))) return
  }
  /** Takes everything that waits, each conversation beside the others. */
  const drain = async (): Promise<void> => {
    const lanes = new Map<string, Promise<void>>()
    while (live()) {
      const more = pace.asked()
      if (!pace.isPaused())
        for (const m of await list()) {
          const id = m.conversationId
          if (due(m) && !lanes.has(id))
            lanes.set(
              id,
              lane(id)
                .catch(reportError)
                .finally(() => lanes.delete(id)),
            )
        }
      if (lanes.size === 0) return
      await Promise.race([...lanes.values(), more])
    }
  }
  const pace = createPace(
    (work) =>
      void navigator.locks.request(name, { signal: ending.signal }, work).catch(() => undefined),
    drain,
  )
  const onBack = (): void => {
    say({ kind: 'back' })
    catchUp()
  }
  const { flights, attempt, rests } = createFlights({
    accountId,
    box,
    bubbles,
    pace,
    say,
    live,
    onBack,
  })
  /** The network is back, or may be: what hangs on the old line is asked anew, without waiting. */
  const wake = (): void => {
    for (const f of flights.values()) if (Date.now() - f.heardAt > STALE_MS) f.ending.abort()
    pace.kick()
  }
  const unhear = onResync(wake)
  addEventListener('online', wake)

  words.onmessage = ({ data }: MessageEvent<Word>) => {
    if (!live()) return
    switch (data.kind) {
      case 'put':
        over.delete(data.message.clientMsgId)
        refused.delete(data.message.clientMsgId)
        void show(data.message).then(pace.run)
        break
      case 'shown':
        if (find(data.id, data.key)) setOutgoing(data.id, data.key, data.patch)
        if (data.patch.state === 'failed' || data.patch.state === 'waiting')
          noteOutcome(data.key, data.patch.error ?? null)
        break
      case 'photo':
        dropPhoto(data.id, data.key, data.photoId)
        break
      case 'gone':
        takeIn(data.id, data.key, data.message)
        flights.get(data.key)?.ending.abort()
        break
      case 'pause':
        pace.pauseUntil(data.until)
        break
      case 'back':
        catchUp()
        pace.kick()
        break
    }
  }
  const dropPhoto = (id: string, key: string, photoId: string): void => {
    const o = find(id, key)
    if (o?.photos.some((p) => p.id === photoId))
      setOutgoing(id, key, { photos: o.photos.filter((p) => p.id !== photoId) })
    stopPhoto(photoId)
  }

  for (const m of await list()) {
    await show(m)
    if (!live()) break
  }
  if (live()) {
    await restoreDrafts(accountId, box)
    pace.run()
  }

  return {
    box,
    enqueue: async (id, o) => {
      const { clientMsgId: key } = o
      over.delete(key)
      refused.delete(key)
      const m = stored(id, o)
      await box.put(m, filesOf(o.photos)).catch(() => {
        unkept.set(key, m)
      })
      // given up while it was written
      if (!live() || !find(id, key)) return void (await box.remove(key).catch(() => undefined))
      say({ kind: 'put', message: m })
      pace.kick()
      // another tab has the lock and says nothing: it may be asleep
      setTimeout(() => {
        if (!flights.has(key) && find(id, key)?.state === 'sending')
          void tell(id, key, { state: 'waiting' })
      }, SLOW_MS)
    },
    forget: async (id, key) => {
      flights.get(key)?.ending.abort()
      for (const p of (await box.message(key).catch(() => undefined))?.photos ?? []) stopPhoto(p.id)
      await finish(id, key, null)
    },
    removePhoto: async (id, key, photoId) => {
      stopPhoto(photoId)
      say({ kind: 'photo', id, key, photoId })
      const m = await box.message(key).catch(() => undefined)
      if (m)
        await box
          .patch(key, { photos: m.photos.filter((p) => p.id !== photoId) })
          .catch(() => undefined)
    },
    arrived: async (id, key) => {
      if (
        over.has(key) ||
        (!flights.has(key) && !unkept.has(key) && !(await box.message(key).catch(() => undefined)))
      )
        return
      over.add(key)
      flights.get(key)?.ending.abort()
      await finish(id, key, null)
    },
    stop,
  }
}
