import type { Message } from '#contract/messaging/messages'
import { onSessionChange } from '../../../data/session/state'
import { ownAccountId } from '../state/own-account'
import type { Outgoing } from '../state/model'
import {
  updateListForMessage,
  onArrivals,
  setOutgoing,
  mergeIntoThread,
  threadOf,
  messaging,
} from '../state/store'
import { keepSentPreview } from './photos'
import {
  EMPTY_OUTBOX,
  isLive,
  liveEntries,
  outboxReducer,
  refusalOf,
  type OutboxEntry,
  type OutboxEvent,
  type OutboxState,
  type PendingEntry,
  type RefusedEntry,
} from './reducer'

/**
 * Where an event comes from: `elsewhere` (another tab, the device) is neither stored nor broadcast
 * again.
 */
export type EventOrigin = 'here' | 'elsewhere'
type Listener = (event: OutboxEvent, origin: EventOrigin, before: OutboxState) => void

let state = EMPTY_OUTBOX
const listeners = new Set<Listener>()
export const outboxState = (): OutboxState => state
export const outboxEntryOf = (key: string): OutboxEntry | undefined => state.entries[key]

/** One view object per entry: a row renders again only when its own entry has changed. */
const views = new WeakMap<OutboxEntry, Outgoing>()
const viewOf = (entry: PendingEntry | RefusedEntry): Outgoing => {
  const known = views.get(entry)
  if (known) return known
  // a message counts as waiting once it would survive the page
  const view: Outgoing =
    entry.status === 'refused'
      ? { ...entry.content, state: 'failed', ...refusalOf(entry) }
      : {
          ...entry.content,
          state: entry.kept === 'saving' ? 'sending' : entry.status,
          error: null,
          isFinal: false,
        }
  views.set(entry, view)
  return view
}

/** A confirmed message takes the place of its pending copy, in the same task. */
const showConfirmed = (before: OutboxEntry | undefined, message: Message): void => {
  if (isLive(before))
    for (const photo of before.content.photos) {
      const mediaId = before.content.mediaIds[photo.id]
      if (mediaId) keepSentPreview(mediaId, photo)
    }
  const id = message.conversationId
  if (messaging.threads[id]) mergeIntoThread(id, [message], ownAccountId())
  updateListForMessage(message, ownAccountId())
}
const conversationOf = (event: OutboxEvent): string | undefined => {
  if ('id' in event) return event.id
  return 'key' in event ? state.entries[event.key]?.conversationId : undefined
}

/** Applies an event: the only writer of the outbox's state and of its copy in the store. */
export const dispatch = (event: OutboxEvent, origin: EventOrigin = 'here'): void => {
  const before = state
  state = outboxReducer(before, event)
  if (state === before) return
  if (event.kind === 'confirmed' && event.message)
    showConfirmed(before.entries[event.key], event.message)
  const id = conversationOf(event)
  if (id !== undefined && state.entries !== before.entries) {
    const outgoing = liveEntries(state, id).map(viewOf)
    if (outgoing.length > 0 || threadOf(id).outgoing.length > 0) setOutgoing(id, outgoing)
  }
  for (const listener of listeners) listener(event, origin, before)
}
/** Calls `listener` after each event that changed something; returns how to stop. */
export const onOutboxEvent = (listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Resolves once the message is no longer on its way: it waits for the network, was refused, or is
 * finished.
 */
export const waitUntilNotSending = (key: string): Promise<OutboxEntry | undefined> =>
  new Promise((resolve) => {
    const check = (): void => {
      const entry = outboxEntryOf(key)
      if (entry?.status === 'sending') return
      stop()
      resolve(entry)
    }
    const stop = onOutboxEvent(check)
    check()
  })

let removeDiscarded: (m: Message) => void = () => undefined
/** Calls `listener` with messages that arrive although they were discarded here. */
export const onDiscardedArrival = (listener: typeof removeDiscarded): void => {
  removeDiscarded = listener
}

/**
 * Messages that the server confirms by sync or by an event rather than by the reply to the send.
 */
onArrivals((id, messages) => {
  for (const m of messages)
    if (m.deletedAt === null && state.entries[m.clientMsgId ?? '']?.status === 'discarded')
      removeDiscarded(m)
  const entries = liveEntries(state, id)
  if (entries.length === 0) return
  const arrived = new Map(messages.map((m) => [m.clientMsgId, m]))
  for (const { content } of entries) {
    const message = arrived.get(content.clientMsgId)
    if (message) dispatch({ kind: 'confirmed', id, key: content.clientMsgId, message })
  }
})

/** Nothing of an account stays in this page for the next one. */
onSessionChange((what) => {
  if (what === 'account' || what === 'ended') dispatch({ kind: 'reset' })
})
