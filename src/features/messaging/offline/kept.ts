import { subscribe } from 'valtio'
import { MESSAGE_PAGE } from '#contract/limits'
import {
  listMessages,
  syncConversation,
  type Conversation,
  type Message,
} from '#contract/messaging/messages'
import type { Account } from '#contract/profile/profile'
import { call } from '../../../data/http/api'
import { KEPT_STORES, keptDbName, type KeptStore } from '../../../data/device/device-db'
import { offlineContent } from '../../../data/hub/from-device'
import { onEvent } from '../../../data/hub/hub'
import { claimDeviceDb } from '../../../data/device/device-db'
import { onSessionChange, session } from '../../../data/session/session'
import { openKeyValueStore, type KeyValueStore } from '../../../data/device/key-value-store'
import { locks } from '../../../data/device/locks'
import { storage } from '../../../data/device/storage'
import { ownAccountId } from '../state/own-account'
import type { KeptList, KeptThread } from './kept-show'
import { mergeMessages, refreshQuotes } from '../state/merge'
import { messaging, threadOf } from '../state/store'

/** Number of conversations, newest first, and of messages in each. */
const CONVERSATIONS = 10
const MESSAGES = 50
const SAVE_MS = 1_500
/** A page skips catching up when another one of this browser did within this time, ms. */
const CAUGHT_UP_MS = 600_000

const LIST = 'list'
const slimAccount = <T extends { identities: Account['identities'] }>(a: T): T => ({
  ...a,
  identities: a.identities.map((i) => ({ ...i, firstname: null })),
})
/** Presence is meaningless later. */
const slim = (c: Conversation): Conversation => ({
  ...c,
  metadata: {},
  participants: c.participants.map((p) => ({
    ...p,
    account: { ...slimAccount(p.account), is_online: false, last_seen_at: null },
  })),
})

/** valtio proxies cannot be stored in IndexedDB. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

let opened: {
  readonly accountId: string
  readonly stores: Promise<KeyValueStore<KeptStore>>
  gone: boolean
} | null = null
const openKept = (accountId: string): NonNullable<typeof opened> => {
  // a database that another tab wiped at sign-out is not created again by this page
  if (opened?.accountId === accountId) return opened
  claimDeviceDb(accountId)
  const mine: NonNullable<typeof opened> = {
    accountId,
    gone: false,
    stores: openKeyValueStore<KeptStore>(keptDbName(accountId), KEPT_STORES, () => {
      mine.gone = true
    }),
  }
  return (opened = mine)
}
const close = (): void => {
  const mine = opened
  opened = null
  if (!mine) return
  mine.gone = true
  void mine.stores.then((s) => s.close())
}

/** The device's copy of the list (no id), or of one conversation; undefined: none. */
export const readDeviceCopy = async (id?: string): Promise<unknown> =>
  ownAccountId()
    ? (await openKept(ownAccountId()).stores).run('readonly', (s) =>
        id ? s('threads').get(id) : s('list').get(LIST),
      )
    : undefined

const newestIds = (): string[] => messaging.order.slice(0, CONVERSATIONS)
const ofThread = (id: string): KeptThread | null => {
  const { phase, hasNewer, messages, since, hasMore, readSeq } = threadOf(id)
  if (phase !== 'ready' || hasNewer || since === null) return null
  return {
    messages: messages.slice(-MESSAGES),
    since,
    hasMore: hasMore || messages.length > MESSAGES,
    readSeq,
  }
}
const keptList = (ids: readonly string[]): Conversation[] =>
  ids.flatMap((id) => messaging.conversations[id] ?? []).map(slim)
const written = new Map<string, unknown>()
const save = async (): Promise<void> => {
  const accountId = ownAccountId()
  // do not store what was read from the device
  if (
    !accountId ||
    storage.get('account_id') !== accountId ||
    messaging.list !== 'ready' ||
    offlineContent.shown
  )
    return
  const mine = openKept(accountId)
  const stores = await mine.stores
  if (mine.gone || ownAccountId() !== accountId) return
  const ids = newestIds()
  await stores.run('readwrite', async (s) => {
    const before = (await s('list').get(LIST)) as KeptList | undefined
    const conversations = keptList(ids)
    const account = session.account
      ? slimAccount(plain(session.account))
      : (before?.account ?? null)
    await s('list').put(LIST, {
      conversations,
      account,
      caughtUpAt: before?.caughtUpAt ?? 0,
    } satisfies KeptList)
    // rows of older versions
    for (const key of await s('list').keys()) if (key !== LIST) await s('list').remove(key)
    for (const id of await s('threads').keys()) if (!ids.includes(id)) await s('threads').remove(id)
    for (const id of ids) {
      const held = messaging.threads[id]
      const now = held && written.get(id) !== held.messages ? ofThread(id) : null
      if (!now) continue
      await s('threads').put(id, now)
      written.set(id, held?.messages)
    }
  })
}
/** Changes the stored copy of a conversation that is not open in this page. */
const change = async (id: string, work: (t: KeptThread) => KeptThread): Promise<void> => {
  const mine = opened
  if (!mine || mine.gone) return
  await (
    await mine.stores
  ).run('readwrite', async (s) => {
    const t = (await s('threads').get(id)) as KeptThread | undefined
    if (t) await s('threads').put(id, work(t))
  })
}
const withNew = (t: KeptThread, incoming: readonly Message[], since = t.since): KeptThread => ({
  ...t,
  since,
  messages: refreshQuotes(mergeMessages(t.messages, incoming), incoming).slice(-MESSAGES),
})

/**
 * Updates one stored conversation: changes since it was stored, deletions included, or its last
 * page.
 */
const catchUpOne = async (id: string, accountId: string): Promise<void> => {
  const stores = await openKept(accountId).stores
  let t = (await stores.run('readonly', (s) => s('threads').get(id))) as KeptThread | undefined
  if (t?.since) {
    for (let more = true; more && t.since;) {
      const answer: { messages: readonly Message[]; lastSyncDate: string; more: boolean } =
        await call(syncConversation, { params: { id }, query: { since: t.since } })
      t = withNew(t, answer.messages, answer.lastSyncDate)
      more = answer.more
    }
  } else {
    const page = await call(listMessages, { params: { id }, query: { limit: MESSAGE_PAGE } })
    t = {
      messages: page.messages,
      since: page.lastSyncDate,
      hasMore: page.hasMore,
      readSeq: page.readSeq ?? 0,
    }
  }
  const mine = opened
  if (mine?.accountId === accountId && !mine.gone && !ofThread(id))
    await stores.run('readwrite', (s) => s('threads').put(id, t))
}
let caughtUp = false
/**
 * Updates the newest conversations one after the other, once, in one page of this browser. Does
 * nothing until the list is stored.
 */
const catchUp = async (): Promise<void> => {
  const accountId = ownAccountId()
  if (
    caughtUp ||
    !accountId ||
    messaging.list !== 'ready' ||
    offlineContent.shown ||
    !navigator.onLine
  )
    return
  const work = async (lock: Lock | null | undefined): Promise<void> => {
    // another tab does it
    if (lock === null) return
    const stores = await openKept(accountId).stores
    const list = (await stores.run('readonly', (s) => s('list').get(LIST))) as KeptList | undefined
    if (!list) return
    caughtUp = true
    if (Date.now() - list.caughtUpAt < CAUGHT_UP_MS) return
    for (const id of newestIds())
      if (ownAccountId() === accountId && !ofThread(id)) await catchUpOne(id, accountId)
    if (ownAccountId() === accountId)
      await stores.run('readwrite', async (s) =>
        s('list').put(LIST, {
          ...((await s('list').get(LIST)) as KeptList),
          caughtUpAt: Date.now(),
        }),
      )
  }
  await (locks()?.request(keptDbName(accountId), { ifAvailable: true }, work) ?? work(undefined))
}

const saveAndCatchUp = (): void =>
  void save()
    .then(catchUp)
    .catch(() => undefined)

let started = false
/** Stores the last conversations on this device while a member is signed in. */
export const startDeviceCopies = (): void => {
  if (started) return
  started = true
  let timer: ReturnType<typeof setTimeout> | undefined
  subscribe(messaging, () => {
    timer ??= setTimeout(() => {
      timer = undefined
      saveAndCatchUp()
    }, SAVE_MS)
  })
  onEvent((event) => {
    if (event.name !== 'conversation.message.created' && event.name !== 'system.message') return
    const { message } = event.payload
    if (!messaging.threads[message.conversationId])
      void change(message.conversationId, (t) => withNew(t, [message])).catch(() => undefined)
  })
  onSessionChange((what) => {
    if (what !== 'account' && what !== 'ended') return
    written.clear()
    caughtUp = false
    close()
  })
  saveAndCatchUp()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void save().catch(() => undefined)
  })
}
