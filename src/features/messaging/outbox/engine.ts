import { onResync } from '../../../data/hub/hub'
import type { Outbox } from '../../../data/device/outbox-store'
import { own, refreshList, sync } from '../state/api'
import { messaging } from '../state/store'
import { forgetPictures, restoreDrafts } from '../composer/draft-box'
import { createAttempts, SLOW_MS } from './attempts'
import { openBroadcast, type TabMessage } from './broadcast'
import { stopPhoto } from './deliver'
import { openDevice, type Device } from './device'
import { dispatch, entryOf, onOutboxEvent, outboxState, type Origin } from './outbox'
import { createPersistence, createReader } from './persistence'
import { forgetSent } from './photos'
import { dueEntries, isLive, type OutboxEvent } from './reducer'
import { createRetryScheduler, type RetryScheduler } from './retry-scheduler'

/** The network is back: a try that has been silent for this long hangs on the old connection. */
const STALE_MS = 2_000

export interface Engine {
  /** An own message came as an event. */
  arrived(id: string, clientMsgId: string): Promise<void>
  stop(): void
}
const STOPPED: Engine = { arrived: async () => undefined, stop: () => undefined }

/** Drains the queue: conversations in parallel, the messages of one conversation in their order. */
const createDrain = (
  next: () => Promise<readonly { readonly id: string; readonly key: string }[]>,
  attempt: (key: string) => Promise<boolean>,
  scheduler: () => RetryScheduler,
  isActive: () => boolean,
) => {
  const lane = async (id: string): Promise<void> => {
    while (isActive()) {
      const first = (await next()).find((m) => m.id === id)
      if (!first || !(await attempt(first.key))) return
    }
  }
  return async (): Promise<void> => {
    const lanes = new Map<string, Promise<void>>()
    while (isActive()) {
      const more = scheduler().asked()
      if (!scheduler().isPaused())
        for (const { id } of await next())
          if (!lanes.has(id))
            lanes.set(
              id,
              lane(id)
                .catch(reportError)
                .finally(() => lanes.delete(id)),
            )
      if (lanes.size === 0) return
      await Promise.race([...lanes.values(), more])
    }
  }
}

/**
 * * The outbox of one account in this tab: the effects of its events. A message is written on the
 * device first; whichever tab holds the lock sends everything, and the others receive its events.
 */
const run = async (device: Device, box: Outbox): Promise<Engine> => {
  const { accountId, closed } = device
  const isActive = (): boolean => !closed.aborted && own() === accountId
  const catchUp = (): void => {
    refreshList()
    if (messaging.openId) void sync(messaging.openId, true)
  }

  const read = createReader(box, isActive)
  const persistence = createPersistence({
    box,
    isActive,
    onSaved: (message) => {
      tabs.send({ kind: 'saved', message })
      scheduler.kick()
    },
  })
  /**
   * Messages that may be sent now. Those that another tab has removed from the device are left out.
   */
  const due = async () => {
    const stored = await box.messages().catch(() => [])
    for (const m of stored) await read(m, 'restored')
    const waiting = new Set(stored.filter((m) => m.state === 'waiting').map((m) => m.clientMsgId))
    return dueEntries(outboxState(), Date.now())
      .filter((e) => e.kept === 'memory' || waiting.has(e.content.clientMsgId))
      .map((e) => ({ id: e.conversationId, key: e.content.clientMsgId }))
  }
  const scheduler: RetryScheduler = createRetryScheduler(
    (work) =>
      void navigator.locks
        .request(`outbox:${accountId}`, { signal: closed }, work)
        .catch(() => undefined),
    createDrain(
      due,
      (key) => attempts.attempt(key),
      () => scheduler,
      isActive,
    ),
  )
  const attempts = createAttempts({
    accountId,
    scheduler,
    isActive,
    written: persistence.written,
    onPaused: (until) => tabs.send({ kind: 'paused', until }),
    onReconnected: () => {
      tabs.send({ kind: 'reconnected' })
      catchUp()
    },
  })

  const onTabMessage = (message: TabMessage): void => {
    if (!isActive()) return
    switch (message.kind) {
      case 'saved':
        void read(message.message, 'received').then(scheduler.run)
        break
      case 'event':
        dispatch(message.event, 'elsewhere')
        break
      case 'paused':
        scheduler.pauseUntil(message.until)
        break
      case 'reconnected':
        catchUp()
        scheduler.kick()
        break
    }
  }
  const tabs = openBroadcast(accountId, onTabMessage)

  const onEvent = (event: OutboxEvent, origin: Origin): void => {
    if (event.kind === 'confirmed' || event.kind === 'discarded') attempts.abort(event.key)
    if (event.kind === 'photo-removed') stopPhoto(event.photoId)
    if (origin === 'elsewhere' || closed.aborted) return
    persistence.store(event)
    tabs.share(event)
    if (event.kind !== 'written') return
    const key = event.content.clientMsgId
    // another tab may hold the lock and be asleep
    setTimeout(() => {
      if (!attempts.isInFlight(key)) dispatch({ kind: 'delayed', key })
    }, SLOW_MS)
  }

  /** The network is back, or may be: what hangs on the old connection is sent again at once. */
  const wake = (): void => {
    attempts.abortSilent(STALE_MS)
    scheduler.kick()
  }
  const stops = [onOutboxEvent(onEvent), onResync(wake)]
  addEventListener('online', wake)
  closed.addEventListener('abort', () => {
    attempts.abortAll()
    scheduler.stop()
    for (const stop of stops) stop()
    removeEventListener('online', wake)
    tabs.close()
    forgetPictures(accountId)
    forgetSent()
  })

  // written before the engine was there
  for (const [key, entry] of Object.entries(outboxState().entries))
    if (!isLive(entry)) persistence.remove(key)
    else if (entry.kept === 'saving') persistence.save(key)
  for (const m of await box.messages().catch(() => [])) {
    await read(m, 'restored')
    if (!isActive()) break
  }
  if (isActive()) {
    await restoreDrafts(accountId, box)
    scheduler.run()
  }

  return {
    arrived: async (id, key) => {
      const entry = entryOf(key)
      const isKnown = entry
        ? isLive(entry)
        : (await box.message(key).catch(() => undefined)) !== undefined
      if (isKnown && isActive()) dispatch({ kind: 'confirmed', id, key, message: null })
    },
    stop: device.close,
  }
}

export const openEngine = async (accountId: string): Promise<Engine> => {
  const device = openDevice()
  if (device?.accountId !== accountId) return STOPPED
  const box = await device.box.catch(() => null)
  return box && !device.closed.aborted ? run(device, box) : STOPPED
}
