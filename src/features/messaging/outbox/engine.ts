import { withLock } from '../../../data/device/locks'
import { onResync } from '../../../data/hub/hub'
import type { Outbox, StoredAct, StoredMessage } from '../../../data/device/outbox-store'
import { syncThread } from '../state/api'
import { refreshList } from '../state/list-api'
import { ownAccountId } from '../state/own-account'
import { clearPending } from '../state/pending-acts'
import { messaging } from '../state/store'
import { forgetDraftPhotos, restoreDrafts } from '../composer/draft-box'
import { createActQueue } from './act-queue'
import { createSendAttempts, SLOW_MS } from './attempts'
import { openBroadcast, type TabMessage } from './broadcast'
import { abortPhotoUpload } from './deliver'
import { createDrain } from './drain'
import { openDevice, READ_AGAIN_MS, type OutboxDevice } from './device'
import { dispatch, outboxEntryOf, onOutboxEvent, outboxState, type EventOrigin } from './outbox'
import { createPersistence, createReader, type Reader } from './persistence'
import { forgetSentPreviews } from './photos'
import { dueEntries, isLive, type OutboxEvent } from './reducer'
import { createRetryScheduler, type RetryScheduler } from './retry-scheduler'
import { restoreUnsaved } from './unsaved'

/** The network is back: a try that has been silent for this long hangs on the old connection. */
const STALE_MS = 2_000

export interface OutboxEngine {
  /** An own message came as an event. */
  arrived(id: string, clientMsgId: string): Promise<void>
  /** Stores a deletion or reaction and sends it until the server has replied. */
  perform(act: StoredAct): Promise<void>
  stop(): void
}
const STOPPED: OutboxEngine = {
  arrived: async () => undefined,
  perform: async () => undefined,
  stop: () => undefined,
}

/** Reads all messages of the device into the outbox. */
const readStored = async (box: Outbox, read: Reader): Promise<readonly StoredMessage[]> => {
  const stored = await box.messages()
  for (const m of stored) await read(m, 'restored')
  return stored
}

/**
 * Messages that may be sent now. Those that another tab has removed from the device are left out.
 * `again` is called some time after a read that failed.
 */
const createDueReader = (box: Outbox, read: Reader, again: () => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const readAgain = (): readonly StoredMessage[] => {
    clearTimeout(timer)
    timer = setTimeout(again, READ_AGAIN_MS)
    return []
  }
  return async () => {
    const stored = await readStored(box, read).catch(readAgain)
    const waiting = new Set(stored.filter((m) => m.state === 'waiting').map((m) => m.clientMsgId))
    return dueEntries(outboxState(), Date.now())
      .filter((e) => e.kept === 'memory' || waiting.has(e.content.clientMsgId))
      .map((e) => ({ id: e.conversationId, key: e.content.clientMsgId }))
  }
}

const onTabMessage = (message: TabMessage, read: Reader, scheduler: RetryScheduler): void => {
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

/** The network has come back: the list and the open conversation may have missed messages. */
const catchUp = (): void => {
  refreshList()
  if (messaging.openId) void syncThread(messaging.openId, true)
}

interface Effects {
  readonly attempts: ReturnType<typeof createSendAttempts>
  readonly persistence: ReturnType<typeof createPersistence>
  readonly tabs: ReturnType<typeof openBroadcast>
  readonly closed: AbortSignal
}
/** What an event causes besides the new state. */
const createEffects =
  ({ attempts, persistence, tabs, closed }: Effects) =>
  (event: OutboxEvent, origin: EventOrigin): void => {
    if (event.kind === 'confirmed' || event.kind === 'discarded') attempts.abort(event.key)
    if (event.kind === 'photo-removed') abortPhotoUpload(event.photoId)
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

/** Reads what earlier pages have left on the device. */
const restore = async (
  { accountId }: OutboxDevice,
  box: Outbox,
  read: Reader,
  isActive: () => boolean,
): Promise<void> => {
  // what fails here is read again with the first sends
  await readStored(box, read).catch(() => undefined)
  if (!isActive()) return
  void restoreDrafts(accountId, box).catch(() => undefined)
  // it may ask the server, for which no message waits
  void restoreUnsaved(accountId, box, isActive).catch(() => undefined)
}

/** Confirms an own message that came as an event, also one that only the device knows. */
const createArrivals =
  (box: Outbox, isActive: () => boolean): OutboxEngine['arrived'] =>
  async (id, key) => {
    const entry = outboxEntryOf(key)
    const isStored = async () => (await box.message(key).catch(() => undefined)) !== undefined
    if ((entry ? isLive(entry) : await isStored()) && isActive())
      dispatch({ kind: 'confirmed', id, key, message: null })
  }

/**
 * The outbox of one account in this tab: the effects of its events. A message is written on the
 * device first; whichever tab holds the lock sends everything, and the others receive its events.
 */
const run = async (device: OutboxDevice, box: Outbox): Promise<OutboxEngine> => {
  const { accountId, closed } = device
  const isActive = (): boolean => !closed.aborted && ownAccountId() === accountId
  const read = createReader(box, isActive)
  const acts = createActQueue({ box, isActive })
  const persistence = createPersistence({
    box,
    isActive,
    onSaved: (message) => {
      // another tab could not send it after this one, and would show it for ever
      if (message) tabs.send({ kind: 'saved', message })
      scheduler.kick()
    },
  })
  const scheduler: RetryScheduler = createRetryScheduler(
    (work) => void withLock(`outbox:${accountId}`, work, closed).catch(() => undefined),
    createDrain(
      createDueReader(box, read, () => scheduler.run()),
      (key) => attempts.attempt(key),
      () => scheduler,
      isActive,
    ),
  )
  const attempts = createSendAttempts({
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

  const tabs = openBroadcast(accountId, (message) => {
    if (isActive()) onTabMessage(message, read, scheduler)
  })

  const onEvent = createEffects({ attempts, persistence, tabs, closed })

  /** The network is back, or may be: what hangs on the old connection is sent again at once. */
  const wake = (): void => {
    attempts.abortSilent(STALE_MS)
    scheduler.kick()
    acts.wake()
  }
  const stops = [onOutboxEvent(onEvent), onResync(wake)]
  addEventListener('online', wake)
  closed.addEventListener('abort', () => {
    attempts.abortAll()
    scheduler.stop()
    for (const stop of stops) stop()
    removeEventListener('online', wake)
    tabs.close()
    forgetDraftPhotos(accountId)
    forgetSentPreviews()
    clearPending()
  })

  // written before the engine was there
  for (const [key, entry] of Object.entries(outboxState().entries))
    if (!isLive(entry)) persistence.remove(key)
    else if (entry.kept === 'saving') persistence.save(key)
  const begin = async (): Promise<void> => {
    await restore(device, box, read, isActive)
    await acts.restore()
    if (isActive()) scheduler.run()
  }
  if (box.late) {
    void box.late.then(begin).catch(() => undefined)
    scheduler.run()
  } else await begin()

  return {
    arrived: createArrivals(box, isActive),
    perform: acts.perform,
    stop: device.close,
  }
}

export const openOutboxEngine = async (accountId: string): Promise<OutboxEngine> => {
  const device = openDevice()
  if (device?.accountId !== accountId) return STOPPED
  const box = await device.box.catch(() => null)
  return box && !device.closed.aborted ? run(device, box) : STOPPED
}
