// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Conversation, Message } from '#contract/messaging/messages'
import { offlineContent } from '../../../../src/data/hub/from-device'
import { session } from '../../../../src/data/session/session'
import { storage } from '../../../../src/data/device/storage'
import { openThread } from '../../../../src/features/messaging/state/api'
import { loadList } from '../../../../src/features/messaging/state/list-api'
import { startDeviceCopies } from '../../../../src/features/messaging/offline/kept'
import { toLastMessage } from '../../../../src/features/messaging/state/model'
import {
  messaging,
  resetMessaging,
  setList,
  replaceThreadWindow,
  threadOf,
} from '../../../../src/features/messaging/state/store'
import {
  at,
  conversation,
  message,
  OTHER,
  OWN,
  participant,
  uid,
} from '../../../support/world/messages'

const named = participant(OTHER, 'clara_et_tom', {
  account: {
    ...participant(OTHER, 'clara_et_tom').account,
    identities: [
      {
        id: uid('identity', 2),
        identity_handle: 'clara_t',
        gender: 'woman',
        is_primary: true,
        avatar_url: null,
        firstname: 'Clarence',
      },
    ],
  },
})
const talk = (n: number): Conversation =>
  conversation({
    id: uid('talk', n),
    metadata: { address: '3 rue Secrète' } as object,
    participants: [participant(OWN, 'moi'), named],
    lastMessageAt: at(200 - n),
    last_message: toLastMessage(message(200 - n)),
  })
const LISTED = Array.from({ length: 12 }, (_, i) => talk(i))
const FIRST = uid('talk', 0)
const SECOND = uid('talk', 1)

let away = false
let asked: string[] = []
let changed: Message[] = []
beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  away = false
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: (_: string, __: unknown, work: (lock: object) => unknown) => work({}) },
  })
  vi.stubGlobal('fetch', async (input: string) => {
    if (away) throw new TypeError('Failed to fetch')
    const { pathname } = new URL(input, 'http://localhost')
    asked.push(pathname)
    const body = pathname.endsWith('/sync')
      ? { messages: changed, lastSyncDate: at(300), more: false }
      : pathname.endsWith('/messages')
        ? {
            messages: [message(1, { conversationId: pathname.split('/')[3] ?? '' })],
            hasMore: false,
            hasNewer: false,
            lastSyncDate: at(90),
            readSeq: 1,
          }
        : { conversations: LISTED }
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
  })
  resetMessaging()
  Object.assign(session, {
    phase: 'signed-in',
    account: null,
    token: 't',
    accountId: OWN,
    activeIdentityId: uid('identity', 1),
    mode: 'single',
    identityIds: [],
  })
  storage.set('account_id', OWN)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const wait = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)
/** The page is loaded again, without network. */
const restart = async (): Promise<void> => {
  away = true
  resetMessaging()
  const list = loadList()
  await wait(50)
  await list
}

test('ten conversations with fifty messages each stay on the device, without first names nor addresses; without network they are shown, and said to be old', async () => {
  setList(LISTED, OWN)
  replaceThreadWindow(
    FIRST,
    {
      messages: Array.from({ length: 80 }, (_, i) => message(i + 1, { conversationId: FIRST })),
      hasMore: false,
      hasNewer: false,
    },
    OWN,
    { since: at(80), loadedAt: Date.now() },
  )
  startDeviceCopies()
  // what was not opened is caught up once, one after the other
  await wait(8_000)
  expect(asked).toHaveLength(9)
  expect(asked).not.toContain(`/api/conversations/${FIRST}/messages`)

  await restart()
  expect([messaging.list, messaging.order.length, offlineContent.shown]).toEqual([
    'ready',
    10,
    true,
  ])
  expect(JSON.stringify(messaging.conversations)).not.toMatch(/Clarence|Secrète/)
  await openThread(FIRST)
  expect([threadOf(FIRST).phase, threadOf(FIRST).messages.map((m) => m.seq)]).toEqual([
    'ready',
    Array.from({ length: 50 }, (_, i) => i + 31),
  ])
  expect(threadOf(FIRST).hasMore).toBe(true)
  await openThread(SECOND)
  expect(threadOf(SECOND).messages.map((m) => m.conversationId)).toEqual([SECOND])

  // the network is back: the list is the server's again, and what was deleted meanwhile is gone from the thread
  away = false
  changed = [message(80, { conversationId: FIRST, content: '', deletedAt: at(81), changed: 200 })]
  const { retryFailedLoads } = await import('../../../../src/features/messaging/state/api')
  messaging.openId = FIRST
  retryFailedLoads()
  await wait(100)
  expect([offlineContent.shown, messaging.order.length]).toEqual([false, 12])
  expect(threadOf(FIRST).messages.find((m) => m.seq === 80)?.deletedAt).toBe(at(81))
})

test('a silent network: what is kept stands after a moment, and the answer that comes at last takes its place', async () => {
  Object.assign(session, { account: { id: OWN, identities: [] } })
  let answer: (r: Response) => void = () => undefined
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((resolve) => {
        answer = resolve
      }),
  )
  const list = loadList()
  await wait(1_000)
  expect(messaging.list).toBe('loading')
  await wait(1_000)
  expect([messaging.list, offlineContent.shown]).toEqual(['ready', true])
  answer(
    new Response(JSON.stringify({ conversations: LISTED }), {
      headers: { 'content-type': 'application/json' },
    }),
  )
  await wait(50)
  await list
  expect([messaging.order.length, offlineContent.shown]).toEqual([12, false])
})

test('the network refuses after what is kept was shown: it stays on the screen, and is no failure', async () => {
  offlineContent.shown = true
  let refuse: (e: Error) => void = () => undefined
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((_, reject) => {
        refuse = reject
      }),
  )
  const opened = openThread(SECOND)
  await wait(50)
  expect(threadOf(SECOND).phase).toBe('ready')
  refuse(new TypeError('Failed to fetch'))
  await opened
  expect([threadOf(SECOND).phase, threadOf(SECOND).messages.length]).toEqual(['ready', 1])
})
