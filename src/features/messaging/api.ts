import { LIST_REFRESH_DEBOUNCE_MS, MESSAGE_PAGE, MESSAGES_CACHED_MS, SYNC_MIN_INTERVAL_MS } from '#contract/limits'
import { getConversation, listConversations, listMessages, markRead, startConversation, syncConversation, type Conversation } from '#contract/messaging'
import { call } from '../../data/api'
import { actingIdentity, session } from '../../data/session'
import { storage } from '../../data/storage'
import { isBeingRead, messaging, putConversation, setList, setThread, setUnread, takeMessages, thread } from './store'

export const own = (): string => session.accountId ?? ''
/** Says whether the account is still the one that asked: an answer for another one must not be taken in. */
const sameAccount = (): (() => boolean) => {
  const asked = own()
  return () => asked === own()
}

let lists = 0
export const loadList = async (): Promise<void> => {
  const same = sameAccount()
  const mine = (lists += 1)
  if (messaging.list !== 'ready') messaging.list = 'loading'
  try {
    const { conversations } = await call(listConversations, {})
    // a later question (another identity, a refresh) has the last word
    if (same() && mine === lists) setList(conversations, own())
  } catch {
    if (same() && mine === lists && messaging.list !== 'ready') messaging.list = 'error'
  }
}
let timer: ReturnType<typeof setTimeout> | undefined
/** Causes of a refresh within 150 ms make one (MSG-208). */
export const refreshList = (): void => {
  clearTimeout(timer)
  timer = setTimeout(() => void loadList(), LIST_REFRESH_DEBOUNCE_MS)
}

const told = new Set<string>()
export const forgetTold = (): void => told.clear()
/** Tells the server once that a conversation is read to here, by this identity; the count falls at once (MSG-102 to MSG-104). */
export const tellRead = (id: string): void => {
  if (!isBeingRead(id)) return
  setUnread(id, 0)
  const acting = actingIdentity()
  const last = thread(id).messages.at(-1)
  if (!last || acting.kind === 'none') return
  const key = `${id}:${acting.kind === 'both' ? 'both' : acting.id}:${last.id}`
  if (told.has(key)) return
  told.add(key)
  call(markRead, { params: { id }, body: acting.kind === 'both' ? { activeIdentity: 'both' } : { identityId: acting.id } }).catch(() => told.delete(key))
}

/** When a conversation was last caught up: in the thread for the decision, on the device by conversation (MSG-132). */
const noteSync = (id: string): void => {
  setThread(id, { syncedAt: Date.now() })
  storage.set(`sync:${id}`, new Date().toISOString())
}

const firstPage = async (id: string): Promise<void> => {
  const same = sameAccount()
  setThread(id, { phase: 'loading' })
  try {
    const page = await call(listMessages, { params: { id }, query: { limit: MESSAGE_PAGE } })
    if (!same()) return
    const first = page.messages[0]
    setThread(id, { phase: 'ready', hasMore: page.hasMore, since: page.lastSyncDate, loadedAt: Date.now(), breaks: new Set(first ? [first.id] : []) })
    noteSync(id)
    takeMessages(id, page.messages, own())
  } catch {
    if (same()) setThread(id, { phase: 'error', messages: [] })
  }
}

/** Everything that changed since the last answer, page after page. At most every 5 s unless forced (MSG-132). */
export const sync = async (id: string, force = false): Promise<void> => {
  const t = thread(id)
  if (t.phase !== 'ready' || t.since === null || (!force && Date.now() - t.syncedAt < SYNC_MIN_INTERVAL_MS)) return
  const same = sameAccount()
  noteSync(id)
  let since = t.since
  for (let more = true; more; ) {
    const answer = await call(syncConversation, { params: { id }, query: { since } }).catch(() => null)
    if (!answer || !same()) return
    takeMessages(id, answer.messages, own())
    since = answer.lastSyncDate
    setThread(id, { since })
    more = answer.more
  }
}

/** Opens a conversation: from memory when it was loaded within 30 minutes (then caught up), else its last page. */
export const openThread = async (id: string): Promise<void> => {
  const t = thread(id)
  const same = sameAccount()
  const known = t.phase === 'ready' && Date.now() - t.loadedAt < MESSAGES_CACHED_MS
  if (!messaging.conversations[id])
    void call(getConversation, { params: { id } }).then(({ conversation }) => { if (same()) putConversation(conversation, own()) }, () => undefined)
  // the count falls before any answer; the server hears of it once it is known what was read
  tellRead(id)
  if (known) await sync(id)
  else {
    if (t.phase === 'ready') setThread(id, { messages: [], breaks: new Set() })
    await firstPage(id)
  }
  tellRead(id)
}

/** The page before the oldest; one at a time. */
export const loadOlder = async (id: string): Promise<void> => {
  const t = thread(id)
  const oldest = t.messages[0]
  if (!oldest || !t.hasMore || t.older === 'loading') return
  const same = sameAccount()
  setThread(id, { older: 'loading' })
  try {
    const page = await call(listMessages, { params: { id }, query: { limit: MESSAGE_PAGE, oldestLoadedMessageId: oldest.id } })
    if (!same()) return
    const first = page.messages[0]
    setThread(id, { older: 'idle', hasMore: page.hasMore, breaks: new Set([...thread(id).breaks, ...(first ? [first.id] : [])]) })
    takeMessages(id, page.messages, own())
  } catch {
    if (same()) setThread(id, { older: 'error' })
  }
}

/** The direct conversation with the member of a handle; rejects with ApiError. */
export const startWith = async (handle: string): Promise<Conversation> => {
  const { conversation } = await call(startConversation, { body: { handle } })
  putConversation(conversation, own())
  return conversation
}
