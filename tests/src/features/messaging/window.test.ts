// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { session } from '../../../../src/data/session/session'
import {
  openThread,
  loadLatest,
  loadNewer,
  loadOlder,
} from '../../../../src/features/messaging/state/api'
import { forgetReportedReads, reportRead } from '../../../../src/features/messaging/state/reads'
import { jumpTo } from '../../../../src/features/messaging/thread/jump'
import { rowsOf } from '../../../../src/features/messaging/thread/rows'
import { applyEvent } from '../../../../src/features/messaging/state/live-events'
import {
  messaging,
  resetMessaging,
  setList,
  setThread,
  threadOf,
} from '../../../../src/features/messaging/state/store'
import {
  arrives,
  conversation,
  CONVERSATION,
  message,
  mine,
  outgoing,
  OWN,
  uid,
} from '../../../support/world/messages'

/** A conversation of 300 messages of the other member, 200 of them read. */
let total = 300
let readSeq = 200
let marked = 0
const seqOf = (id: string | null): number => (id ? Number.parseInt(id.slice(-6), 16) : 0)
const answer = (url: URL): unknown => {
  if (url.pathname.endsWith('/sync'))
    return { messages: [], lastSyncDate: new Date(total).toISOString(), more: false }
  if (url.pathname.endsWith('/mark-read')) {
    marked += 1
    return { success: true, unread_count: 0 }
  }
  if (!url.pathname.endsWith('/messages')) return { conversation: conversation() }
  const p = url.searchParams
  const [before, after, around] = [
    seqOf(p.get('oldestLoadedMessageId')),
    seqOf(p.get('newestLoadedMessageId')),
    seqOf(p.get('around')),
  ]
  const from = around
    ? Math.max(1, around - 25)
    : after
      ? after + 1
      : Math.max(1, (before || total + 1) - 50)
  const to = Math.min(total, before ? before - 1 : from + 49)
  return {
    messages: Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => message(from + i)),
    hasMore: from > 1,
    hasNewer: to < total,
    readSeq,
    firstUnreadId: readSeq < total ? uid('message', readSeq + 1) : null,
    lastSyncDate: new Date(total).toISOString(),
  }
}
const edges = () => {
  const t = threadOf(CONVERSATION)
  return [t.messages[0]?.seq, t.messages.at(-1)?.seq, t.hasMore, t.hasNewer]
}
beforeEach(() => {
  total = 300
  readSeq = 200
  marked = 0
  vi.stubGlobal(
    'fetch',
    async (input: string) =>
      new Response(JSON.stringify(answer(new URL(input, 'http://localhost'))), {
        headers: { 'content-type': 'application/json' },
      }),
  )
  forgetReportedReads()
  resetMessaging()
  messaging.openId = CONVERSATION
  messaging.watching = true
  Object.assign(session, {
    phase: 'signed-in',
    token: 't',
    accountId: OWN,
    activeIdentityId: uid('identity', 1),
    mode: 'single',
    identityIds: [],
  })
  setList([conversation({ unread_count: 100 })], OWN)
})
afterEach(() => vi.unstubAllGlobals())

describe('opening', () => {
  test('a hundred unread: opens around the first one, below «Nouveaux messages», and marks as read', async () => {
    await openThread(CONVERSATION)
    expect(edges()).toEqual([176, 225, true, true])
    expect(
      rowsOf(threadOf(CONVERSATION), OWN)
        .filter((r) => r.kind === 'message' && r.divider)
        .map((r) => r.key),
    ).toEqual([uid('message', 201)])
    expect(marked).toBe(1)
    expect(messaging.conversations[CONVERSATION]?.unread_count).toBe(0)
  })
  test('a few unread: opens the latest page; reopened from memory, the divider is above new messages', async () => {
    readSeq = 290
    await openThread(CONVERSATION)
    expect(edges()).toEqual([251, 300, true, false])
    expect(threadOf(CONVERSATION).dividerId).toBe(uid('message', 291))
    messaging.openId = null
    applyEvent(arrives(message(301)), OWN)
    applyEvent(arrives(message(302)), OWN)
    messaging.openId = CONVERSATION
    await openThread(CONVERSATION)
    expect(threadOf(CONVERSATION).dividerId).toBe(uid('message', 301))
    await openThread(CONVERSATION)
    expect(threadOf(CONVERSATION).dividerId).toBeNull()
  })
})
describe('a window inside the past', () => {
  beforeEach(async () => {
    readSeq = 300
    await openThread(CONVERSATION)
  })
  test('a jump loads the window around a message, unless it is loaded', async () => {
    await jumpTo(CONVERSATION, uid('message', 100))
    expect(edges()).toEqual([75, 124, true, true])
    const { epoch } = threadOf(CONVERSATION)
    await jumpTo(CONVERSATION, uid('message', 90))
    expect([threadOf(CONVERSATION).epoch, messaging.jump?.messageId]).toEqual([
      epoch,
      uid('message', 90),
    ])
  })
  test('live and outgoing messages are not appended to a window inside the past', async () => {
    await jumpTo(CONVERSATION, uid('message', 100))
    applyEvent(arrives(message(301, { content: 'bonsoir' })), OWN)
    setThread(CONVERSATION, { outgoing: [outgoing()] })
    expect(edges()).toEqual([75, 124, true, true])
    expect(messaging.conversations[CONVERSATION]?.last_message?.content).toBe('bonsoir')
    expect(rowsOf(threadOf(CONVERSATION), OWN).some((r) => r.kind === 'outgoing')).toBe(false)
    // messages inside the window still change
    applyEvent(
      arrives(message(100, { content: '', deletedAt: message(101).createdAt, changed: 400 })),
      OWN,
    )
    expect(threadOf(CONVERSATION).messages.find((m) => m.seq === 100)?.deletedAt).not.toBeNull()
  })
  test('a changed message outside the loaded range leaves no gap', () => {
    applyEvent(
      arrives(message(5, { content: '', deletedAt: message(301).createdAt, changed: 400 })),
      OWN,
    )
    expect(edges()[0]).toBe(251)
  })
  test('newer and older pages join the window without a gap', async () => {
    await jumpTo(CONVERSATION, uid('message', 190))
    await loadNewer(CONVERSATION)
    await loadOlder(CONVERSATION)
    expect(edges()).toEqual([115, 264, true, true])
    await loadNewer(CONVERSATION)
    expect(edges()).toEqual([115, 300, true, false])
    expect(threadOf(CONVERSATION).messages.map((m) => m.seq)).toEqual(
      Array.from({ length: 186 }, (_, i) => 115 + i),
    )
    applyEvent(arrives(mine(301)), OWN)
    expect(edges()[1]).toBe(301)
  })
  test('back to the end in one step; a message that came meanwhile is reported as read', async () => {
    await jumpTo(CONVERSATION, uid('message', 100))
    const before = marked
    applyEvent(arrives(message(301)), OWN)
    reportRead(CONVERSATION)
    expect(marked).toBe(before + 1)
    total = 301
    await loadLatest(CONVERSATION)
    expect(edges()).toEqual([252, 301, true, false])
  })
})
