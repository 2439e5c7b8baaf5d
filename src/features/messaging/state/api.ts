import { MESSAGES_CACHED_MS, MESSAGE_PAGE, SYNC_MIN_INTERVAL_MS } from '#contract/limits'
import {
  getConversation,
  listMessages,
  startConversation,
  syncConversation,
  type Conversation,
} from '#contract/messaging/messages'
import { call } from '../../../data/http/api'
import { ApiError, failureOf } from '../../../data/http/api-error'
import { isRetriedByQueue, retryDelayMs } from '../../../data/http/queue-retry'
import { offlineContent } from '../../../data/hub/from-device'
import { ownAccountId } from './own-account'
import { reportRead } from './reads'
import {
  messaging,
  putConversation,
  setThread,
  mergeIntoThread,
  addPageToThread,
  replaceThreadWindow,
  threadOf,
} from './store'
import { createAccountCheck, withDeviceCopy } from './device-copy'
import { retryList } from './list-api'

/**
 * The server is reachable again: retries failed loads of the list, the conversation and its pages.
 */
export const retryFailedLoads = (): void => {
  const id = messaging.openId
  if (id && (offlineContent.shown || threadOf(id).syncFailures > 0)) void syncThread(id, true)
  retryList()
  if (!id) return
  const t = threadOf(id)
  if (t.phase === 'error' && t.failure !== 'gone') void openThread(id)
  if (t.older === 'error') void loadOlder(id)
  if (t.newer === 'error') void loadNewer(id)
}

/** Records the time of a sync in the thread, for throttling (MSG-132). */
const noteSync = (id: string): void => setThread(id, { syncedAt: Date.now() })

type WindowQuery = { around?: string }
/** Replaces what is loaded by one page: the latest, or the one around a message. */
const loadWindow = async (id: string, query: WindowQuery, divide = false): Promise<void> => {
  const same = createAccountCheck()
  const { epoch } = threadOf(id)
  const get = (more: WindowQuery) =>
    call(listMessages, { params: { id }, query: { limit: MESSAGE_PAGE, ...more } })
  let page = await get(query)
  const { firstUnreadId } = page
  // more unread messages than one page: load the page around the first of them
  if (divide && firstUnreadId && !page.messages.some((m) => m.id === firstUnreadId))
    page = await get({ around: firstUnreadId })
  // another window was loaded meanwhile
  if (!same() || threadOf(id).epoch !== epoch) return
  replaceThreadWindow(id, page, ownAccountId(), {
    since: page.lastSyncDate,
    syncFailures: 0,
    loadedAt: Date.now(),
    readSeq: Math.max(threadOf(id).readSeq, page.readSeq ?? 0),
    ...(divide ? { dividerId: firstUnreadId ?? null } : {}),
  })
  noteSync(id)
}

const firstPage = async (id: string): Promise<void> => {
  const same = createAccountCheck()
  const jump = messaging.jump?.id === id ? messaging.jump.messageId : null
  setThread(id, { phase: 'loading' })
  try {
    await withDeviceCopy(() => loadWindow(id, jump ? { around: jump } : {}, !jump), id)
  } catch (error) {
    if (same()) setThread(id, { phase: 'error', failure: failureOf(error), messages: [] })
  }
}
/** Loads the window around a message. Rejects with ApiError. */
export const loadAround = (id: string, messageId: string): Promise<void> =>
  loadWindow(id, { around: messageId })
/** Loads the end of the conversation. Rejects with ApiError. */
export const loadLatest = (id: string): Promise<void> => loadWindow(id, {})

let syncTimer: ReturnType<typeof setTimeout> | undefined
/**
 * A sync that fails is due again at once, and is repeated after a delay while its conversation is
 * looked at: nothing else would load what it missed.
 */
const onSyncFailure = (id: string, error: unknown): void => {
  const { syncFailures } = threadOf(id)
  setThread(id, { syncedAt: 0, syncFailures: syncFailures + 1 })
  if (!isRetriedByQueue(error)) return
  const retryAfterS = error instanceof ApiError ? error.retryAfterS : undefined
  clearTimeout(syncTimer)
  syncTimer = setTimeout(
    () => {
      const isDue = messaging.watching && messaging.openId === id
      if (isDue && threadOf(id).syncFailures > 0) void syncThread(id, true)
    },
    retryDelayMs(syncFailures, retryAfterS),
  )
}

/**
 * Fetches all changes since the last sync, page by page. At most every 5 s unless forced (MSG-132).
 */
export const syncThread = async (id: string, force = false): Promise<void> => {
  const t = threadOf(id)
  if (
    t.phase !== 'ready' ||
    t.since === null ||
    (!force && Date.now() - t.syncedAt < SYNC_MIN_INTERVAL_MS)
  )
    return
  const same = createAccountCheck()
  noteSync(id)
  let since = t.since
  for (let more = true; more;) {
    const answer = await call(syncConversation, { params: { id }, query: { since } }).catch(
      (error: unknown) => {
        if (same()) onSyncFailure(id, error)
        return null
      },
    )
    if (!answer || !same()) return
    mergeIntoThread(id, answer.messages, ownAccountId())
    since = answer.lastSyncDate
    setThread(id, { since, syncFailures: 0 })
    more = answer.more
  }
  reportRead(id)
}

/**
 * Opens a conversation: from memory when loaded within 30 minutes (then synced), else its last
 * page.
 */
export const openThread = async (id: string): Promise<void> => {
  const t = threadOf(id)
  const same = createAccountCheck()
  const known = t.phase === 'ready' && !t.hasNewer && Date.now() - t.loadedAt < MESSAGES_CACHED_MS
  const { readSeq } = t
  if (t.dividerId) setThread(id, { dividerId: null })
  if (!messaging.conversations[id])
    void call(getConversation, { params: { id } }).then(
      ({ conversation }) => {
        if (same()) putConversation(conversation, ownAccountId())
      },
      () => undefined,
    )
  // the count drops before any response; the server is notified once the last read message is known
  reportRead(id)
  if (known) {
    divide(id, readSeq)
    await syncThread(id)
    divide(id, readSeq)
  } else {
    if (t.phase === 'ready')
      setThread(id, { messages: [], breaks: new Set(), hasMore: false, hasNewer: false })
    await firstPage(id)
  }
  reportRead(id)
}
/**
 * Puts «Nouveaux messages» above the first message of another member that was unread on opening.
 */
const divide = (id: string, readSeq: number): void => {
  const t = threadOf(id)
  const first =
    t.dividerId || messaging.openId !== id
      ? undefined
      : t.messages.find(
          (m) =>
            m.seq > readSeq &&
            m.senderAccountId !== ownAccountId() &&
            m.senderAccountId !== 'system' &&
            !m.deletedAt,
        )
  if (first) setThread(id, { dividerId: first.id })
}

/** Opens the direct conversation with the member of this handle; rejects with ApiError. */
export const startDirectConversation = async (handle: string): Promise<Conversation> => {
  const { conversation } = await call(startConversation, { body: { handle } })
  putConversation(conversation, ownAccountId())
  return conversation
}

/** Loads the page before the oldest message; one request at a time. */
export const loadOlder = async (id: string): Promise<void> => {
  const t = threadOf(id)
  const oldest = t.messages[0]
  if (!oldest || !t.hasMore || t.older === 'loading') return
  const same = createAccountCheck()
  setThread(id, { older: 'loading' })
  try {
    const page = await call(listMessages, {
      params: { id },
      query: { limit: MESSAGE_PAGE, oldestLoadedMessageId: oldest.id },
    })
    if (same() && threadOf(id).epoch === t.epoch)
      addPageToThread(id, page.messages, ownAccountId(), { older: 'idle', hasMore: page.hasMore })
  } catch {
    if (same() && threadOf(id).epoch === t.epoch) setThread(id, { older: 'error' })
  }
}
/** Loads the page after the newest message of a window inside the past; one request at a time. */
export const loadNewer = async (id: string): Promise<void> => {
  const t = threadOf(id)
  const newest = t.messages.at(-1)
  if (!newest || !t.hasNewer || t.newer === 'loading') return
  const same = createAccountCheck()
  setThread(id, { newer: 'loading' })
  try {
    const page = await call(listMessages, {
      params: { id },
      query: { limit: MESSAGE_PAGE, newestLoadedMessageId: newest.id },
    })
    if (!same() || threadOf(id).epoch !== t.epoch) return
    addPageToThread(id, page.messages, ownAccountId(), { newer: 'idle', hasNewer: page.hasNewer })
    // live messages were not appended while this was still a window
    if (!page.hasNewer) await syncThread(id, true)
  } catch {
    if (same() && threadOf(id).epoch === t.epoch) setThread(id, { newer: 'error' })
  }
}

/** Loads again what is loaded of a conversation, from its end. */
const renew = async (id: string): Promise<void> => {
  const same = createAccountCheck()
  const { epoch } = threadOf(id)
  let cursor: { oldestLoadedMessageId?: string } = {}
  for (let more = true; more;) {
    const query = { limit: MESSAGE_PAGE, ...cursor }
    const { messages, hasMore } = await call(listMessages, { params: { id }, query })
    if (!same() || threadOf(id).epoch !== epoch) return
    mergeIntoThread(id, messages, ownAccountId())
    const [first] = messages
    const [oldest] = threadOf(id).messages
    more = hasMore && first !== undefined && oldest !== undefined && first.seq > oldest.seq
    if (first) cursor = { oldestLoadedMessageId: first.id }
  }
}
/**
 * The name of a member comes back to its messages, or goes: a large group lists only some members.
 * Conversations that are not open load again when they are.
 */
export const renewMessagesOf = (accountId: string): void => {
  for (const [id, { messages }] of Object.entries(messaging.threads)) {
    if (!messages.some((m) => m.senderAccountId === accountId)) continue
    setThread(id, { loadedAt: 0 })
    if (id === messaging.openId && !threadOf(id).hasNewer) void renew(id).catch(() => undefined)
  }
}
