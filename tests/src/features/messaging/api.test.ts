// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Message } from '#contract/messaging/messages'
import { LIST_REFRESH_DEBOUNCE_MS } from '#contract/limits'
import { session } from '../../../../src/data/session/session'
import {
  openThread,
  syncThread,
  loadOlder,
  retryFailedLoads,
} from '../../../../src/features/messaging/state/api'
import { loadList, refreshList } from '../../../../src/features/messaging/state/list-api'
import {
  forgetReportedReads,
  markAsRead,
  reportRead,
} from '../../../../src/features/messaging/state/reads'
import { handleEvent } from '../../../../src/features/messaging/state/live-events'
import { toLastMessage } from '../../../../src/features/messaging/state/model'
import {
  messaging,
  resetMessaging,
  setList,
  setThread,
  threadOf,
} from '../../../../src/features/messaging/state/store'
import {
  at,
  conversation,
  CONVERSATION,
  event,
  message,
  OTHER,
  OWN,
  uid,
} from '../../../support/world/messages'

/** A server with as many messages as each test says. */
let asked: string[] = []
let bodies: unknown[] = []
let total = 0
let synced: Message[] = []
let listed = [conversation()]
const older = (before: number, limit: number): Message[] =>
  Array.from({ length: Math.min(limit, before - 1) }, (_, i) =>
    message(before - Math.min(limit, before - 1) + i),
  )
const answer = (url: URL): unknown => {
  if (url.pathname === '/api/conversations') return { conversations: listed }
  if (url.pathname.endsWith('/sync'))
    return { messages: synced, lastSyncDate: at(100), more: false }
  if (url.pathname.endsWith('/mark-read')) return { success: true, unread_count: 0 }
  if (!url.pathname.endsWith('/messages')) return { conversation: conversation() }
  const limit = Number(url.searchParams.get('limit'))
  const cursor = url.searchParams.get('oldestLoadedMessageId')
  const messages = older(cursor ? Number.parseInt(cursor.slice(-6), 16) : total + 1, limit)
  return { messages, hasMore: messages.length === limit, lastSyncDate: at(90) }
}
const calls = (pattern: RegExp): string[] => asked.filter((c) => pattern.test(c))
const seqs = (): number[] => threadOf(CONVERSATION).messages.map((m) => m.seq)

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  bodies = []
  synced = []
  total = 120
  listed = [
    conversation({
      unread_count: 4,
      lastMessageAt: at(120),
      last_message: toLastMessage(message(120)),
    }),
  ]
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const url = new URL(input, 'http://localhost')
    asked.push(`${init.method} ${url.pathname}${url.search}`)
    if (init.body) bodies.push(JSON.parse(String(init.body)))
    return new Response(JSON.stringify(answer(url)), {
      headers: { 'content-type': 'application/json' },
    })
  })
  forgetReportedReads()
  messaging.openId = null
  messaging.watching = true
  resetMessaging()
  Object.assign(session, {
    phase: 'signed-in',
    token: 't',
    accountId: OWN,
    activeIdentityId: uid('identity', 1),
    mode: 'single',
    identityIds: [],
  })
  setList(listed, OWN)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const open = async (): Promise<void> => {
  messaging.openId = CONVERSATION
  await openThread(CONVERSATION)
}

describe('loading', () => {
  test('MSG-114: pages of 50, oldest first', async () => {
    await open()
    expect(calls(/messages\?/)).toEqual([
      `GET /api/conversations/${CONVERSATION}/messages?limit=50`,
    ])
    expect([seqs()[0], seqs().at(-1), seqs().length]).toEqual([71, 120, 50])
    await loadOlder(CONVERSATION)
    expect(seqs()).toEqual(Array.from({ length: 100 }, (_, i) => i + 21))
    await loadOlder(CONVERSATION)
    expect([seqs()[0], threadOf(CONVERSATION).hasMore]).toEqual([1, false])
    await loadOlder(CONVERSATION)
    expect(calls(/messages\?/).length).toBe(3)
  })
  test('MSG-115: with 50 messages a second request is made, with 49 none', async () => {
    for (const [count, expected] of [
      [50, 2],
      [49, 1],
    ] as const) {
      asked = []
      total = count
      resetMessaging()
      await open()
      await loadOlder(CONVERSATION)
      expect([count, calls(/messages\?/).length]).toEqual([count, expected])
    }
  })
  test('a member who comes back has its name again in all loaded messages, and in others when they are opened', async () => {
    const names = () => new Set(threadOf(CONVERSATION).messages.map((m) => m.identity.handle))
    const { handle } = message(1).identity
    const comesBack = async () => {
      const messages = threadOf(CONVERSATION).messages.map((m) => ({
        ...m,
        identity: { ...m.identity, handle: 'Compte supprimé' },
      }))
      setThread(CONVERSATION, { messages })
      const change = { accountId: OWN, withAccountId: OTHER, isRenamed: true }
      handleEvent(event('account.relation.updated', change), OWN)
      await vi.runAllTimersAsync()
    }
    await open()
    await loadOlder(CONVERSATION)
    await comesBack()
    expect(names()).toEqual(new Set([handle]))
    expect([seqs()[0], seqs().length, calls(/messages\?/).length]).toEqual([21, 100, 4])
    messaging.openId = null
    await comesBack()
    expect([names(), calls(/messages\?/).length]).toEqual([new Set(['Compte supprimé']), 4])
    await open()
    expect(names()).toEqual(new Set([handle]))
  })
  test('loading the older page twice at once makes one request', async () => {
    await open()
    await Promise.all([loadOlder(CONVERSATION), loadOlder(CONVERSATION)])
    expect(calls(/oldestLoaded/).length).toBe(1)
  })
  test('MSG-116: served from memory for 30 minutes, then reloaded', async () => {
    await open()
    await vi.advanceTimersByTimeAsync(29 * 60_000)
    await open()
    expect(calls(/messages\?/).length).toBe(1)
    expect(seqs().length).toBe(50)
    await vi.advanceTimersByTimeAsync(61_000)
    await open()
    expect(calls(/messages\?/).length).toBe(2)
  })
  test('a failed page shows an error; a retry works', async () => {
    vi.stubGlobal('fetch', async () => new Response('{}', { status: 500 }))
    await open()
    expect(threadOf(CONVERSATION).phase).toBe('error')
    vi.unstubAllGlobals()
  })
  test('a response for the previous account is dropped', async () => {
    const answers = [openThread(CONVERSATION), loadList()]
    session.accountId = uid('own', 77)
    resetMessaging()
    await Promise.all(answers)
    expect([messaging.order, threadOf(CONVERSATION).messages]).toEqual([[], []])
  })
})

test('a list that fails after the server became reachable again is requested once more', async () => {
  resetMessaging()
  let tries = 0
  const reached = globalThis.fetch
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    tries += 1
    if (tries > 1) return reached(...args)
    retryFailedLoads()
    throw new TypeError('Failed to fetch')
  })
  await loadList()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([messaging.list, messaging.order.length]).toEqual(['ready', 1])
})

describe('reading', () => {
  test('MSG-102: the unread count is 0 before the response', () => {
    messaging.openId = CONVERSATION
    void openThread(CONVERSATION)
    expect(messaging.conversations[CONVERSATION]?.unread_count).toBe(0)
  })
  test('«Marquer comme lu» outlasts a list that was requested before it', async () => {
    const list = loadList()
    const read = markAsRead(CONVERSATION)
    await Promise.all([list, read])
    listed = [conversation({ unread_count: 0, lastMessageAt: at(120) })]
    await vi.advanceTimersByTimeAsync(LIST_REFRESH_DEBOUNCE_MS)
    expect(messaging.conversations[CONVERSATION]?.unread_count).toBe(0)
  })
  test('MSG-104: a read is reported once per conversation and identity, again for a new message', async () => {
    const told = (): unknown[] => bodies.splice(0)
    await open()
    messaging.openId = null
    await vi.advanceTimersByTimeAsync(6_000)
    await open()
    expect(told()).toEqual([{ identityId: uid('identity', 1), up_to: uid('message', 120) }])
    session.activeIdentityId = uid('identity', 2)
    reportRead(CONVERSATION)
    reportRead(CONVERSATION)
    expect(told()).toEqual([{ identityId: uid('identity', 2), up_to: uid('message', 120) }])
    Object.assign(session, { mode: 'both', activeIdentityId: null })
    reportRead(CONVERSATION)
    reportRead(CONVERSATION)
    expect(told()).toEqual([{ activeIdentity: 'both', up_to: uid('message', 120) }])
    setThread(CONVERSATION, { messages: [...threadOf(CONVERSATION).messages, message(121)] })
    reportRead(CONVERSATION)
    expect(told()).toEqual([{ activeIdentity: 'both', up_to: uid('message', 121) }])
  })
  test('what a catch-up brings to the open conversation is reported as read', async () => {
    await open()
    bodies = []
    synced = [message(121)]
    await syncThread(CONVERSATION, true)
    expect(bodies).toEqual([{ identityId: uid('identity', 1), up_to: uid('message', 121) }])
  })
  test('without an identity or messages, no read is reported', async () => {
    session.activeIdentityId = null
    await open()
    expect([messaging.conversations[CONVERSATION]?.unread_count, calls(/mark-read/)]).toEqual([
      4,
      [],
    ])
    session.activeIdentityId = uid('identity', 1)
    total = 0
    resetMessaging()
    await open()
    expect(calls(/mark-read/)).toEqual([])
  })
})

describe('MSG-132: catching up', () => {
  test('at most every 5 s for each conversation; another conversation is independent', async () => {
    await open()
    await open()
    expect(calls(/sync/)).toEqual([])
    await vi.advanceTimersByTimeAsync(4_900)
    await open()
    expect(calls(/sync/)).toEqual([])
    await vi.advanceTimersByTimeAsync(100)
    await open()
    await open()
    expect(calls(/sync/)).toEqual([
      `GET /api/conversations/${CONVERSATION}/sync?since=${encodeURIComponent(at(90))}`,
    ])
    setThread(uid('conversation', 9), { phase: 'ready', since: at(1) })
    await syncThread(uid('conversation', 9))
    expect(calls(/sync/).length).toBe(2)
  })
  test('after a gap it syncs at once, from the last cursor', async () => {
    await open()
    await syncThread(CONVERSATION, true)
    await syncThread(CONVERSATION, true)
    expect(calls(/sync/).at(-1)).toContain(encodeURIComponent(at(100)))
  })
  test('one that fails is repeated until it succeeds, and at once when the server is back', async () => {
    await open()
    synced = [message(121)]
    const reached = globalThis.fetch
    const cut = (): void =>
      void vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { status: 503 })))
    cut()
    const first = syncThread(CONVERSATION, true)
    await vi.advanceTimersByTimeAsync(20_000)
    await first
    expect(seqs()).not.toContain(121)
    vi.stubGlobal('fetch', reached)
    await vi.advanceTimersByTimeAsync(40_000)
    expect(seqs()).toContain(121)
    // afterwards none is due
    const before = calls(/sync/).length
    retryFailedLoads()
    await vi.advanceTimersByTimeAsync(40_000)
    expect(calls(/sync/).length).toBe(before)
    cut()
    const second = syncThread(CONVERSATION, true)
    await vi.advanceTimersByTimeAsync(20_000)
    await second
    vi.stubGlobal('fetch', reached)
    synced = [message(122)]
    retryFailedLoads()
    await vi.advanceTimersByTimeAsync(1)
    expect(seqs()).toContain(122)
  })
})

test('MSG-121: an event that is paused or resumed reloads the list', async () => {
  for (const systemType of ['event_paused', 'event_resumed'] as const)
    handleEvent(
      event('system.message', {
        conversationId: CONVERSATION,
        message: message(90, { senderAccountId: 'system', senderIdentityId: null, systemType }),
      }),
      OWN,
    )
  await vi.advanceTimersByTimeAsync(151)
  expect(calls(/GET \/api\/conversations$/).length).toBe(1)
})

test('MSG-208: five causes within 100 ms make one GET /conversations, 150 ms after the last', async () => {
  for (let i = 0; i < 5; i += 1) {
    refreshList()
    await vi.advanceTimersByTimeAsync(20)
  }
  await vi.advanceTimersByTimeAsync(129)
  expect(calls(/GET \/api\/conversations$/)).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(calls(/GET \/api\/conversations$/).length).toBe(1)
})
