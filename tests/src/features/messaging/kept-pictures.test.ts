// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Conversation, Message } from '#contract/messaging/messages'
import { session } from '../../../../src/data/session/session'
import { storage } from '../../../../src/data/device/storage'
import { startKeeping } from '../../../../src/features/messaging/offline/kept'
import { asLast } from '../../../../src/features/messaging/state/model'
import {
  forgetConversation,
  messaging,
  putConversation,
  resetMessaging,
  setList,
  setThread,
  takeMessages,
  takeWindow,
} from '../../../../src/features/messaging/state/store'
import { at, conversation, message, outgoing, OWN, uid } from '../../../support/world/messages'

const kept = vi.hoisted(() => ({ rows: new Map<string, unknown>(), wide: false, taken: 0 }))
/** One database, whose records a test can look at. */
vi.mock('../../../../src/data/device/key-value-store', () => ({
  openShelves: async () => ({
    run: (_: string, work: (of: (name: string) => object) => unknown) =>
      work((name) => ({
        get: async (key: string) => kept.rows.get(`${name}/${key}`),
        keys: async () =>
          [...kept.rows.keys()]
            .filter((k) => k.startsWith(`${name}/`))
            .map((k) => k.slice(name.length + 1)),
        put: async (key: string, value: unknown) =>
          kept.rows.set(`${name}/${key}`, JSON.parse(JSON.stringify(value))),
        remove: async (key: string) => kept.rows.delete(`${name}/${key}`),
      })),
    close: () => undefined,
  }),
}))
/** Pictures of what the store holds now. */
vi.mock('../../../../src/features/messaging/offline/kept-picture', () => ({
  takePictures: (ids: readonly string[]) => {
    kept.taken += 1
    return [
      { path: '/conversations', wide: kept.wide, tree: ids.join() },
      ...(messaging.openId
        ? [
            {
              path: `/conversations/${messaging.openId}`,
              wide: kept.wide,
              tree: messaging.threads[messaging.openId]?.messages.map((m) => m.content).join(),
            },
          ]
        : []),
    ]
  },
}))

const talk = (n: number, patch: Partial<Conversation> = {}): Conversation =>
  conversation({
    id: uid('talk', n),
    lastMessageAt: at(20 - n),
    last_message: asLast(message(20 - n)),
    ...patch,
  })
const [A, B] = [uid('talk', 1), uid('talk', 2)]
let changed: Message[] = []
beforeEach(() => {
  vi.useFakeTimers()
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: (_: string, __: unknown, work: (lock: object) => unknown) => work({}) },
  })
  vi.stubGlobal('fetch', async (input: string) => {
    const { pathname } = new URL(input, 'http://localhost')
    const body = pathname.endsWith('/sync')
      ? { messages: changed, lastSyncDate: at(300), more: false }
      : {
          messages: [message(1, { conversationId: pathname.split('/')[3] ?? '' })],
          hasMore: false,
          hasNewer: false,
          lastSyncDate: at(90),
          readSeq: 1,
        }
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
const settled = async (ms = 2_000): Promise<void> => {
  await vi.advanceTimersByTimeAsync(ms)
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(10)
}
const path = (what: 'list' | 'thread'): string | undefined =>
  (kept.rows.get(`list/picture:${what}`) as { path: string } | undefined)?.path
const tree = (what: 'list' | 'thread'): string | undefined =>
  (kept.rows.get(`list/picture:${what}`) as { tree: string } | undefined)?.tree
const pictures = (): (string | undefined)[] => [path('list'), path('thread')]
/** The page shows another room: nothing is taken any more. */
const away = (): void => {
  messaging.openId = null
}

test('a picture stays beside the very thing it shows, and no longer', async () => {
  setList([talk(1), talk(2)], OWN)
  takeWindow(
    A,
    {
      messages: [message(1, { conversationId: A, content: 'un' })],
      hasMore: false,
      hasNewer: false,
    },
    OWN,
    { since: at(1), loadedAt: Date.now() },
  )
  messaging.openId = A
  startKeeping()
  await settled()
  expect(pictures()).toEqual(['/conversations', `/conversations/${A}`])
  expect(tree('thread')).toBe('un')

  // another conversation moves: on a phone that one is not in it
  putConversation(talk(2, { last_message: asLast(message(30)), lastMessageAt: at(30) }), OWN)
  await settled()
  expect([tree('list'), path('thread')]).toEqual([[B, A].join(), `/conversations/${A}`])

  // deleted while it is looked at: another picture
  takeMessages(
    A,
    [message(1, { conversationId: A, content: '', deletedAt: at(2), changed: 100 })],
    OWN,
  )
  await settled()
  expect([path('thread'), tree('thread')]).toEqual([`/conversations/${A}`, ''])

  // something of one's own is on its way: a start shows it
  setThread(A, { outgoing: [outgoing()] })
  const taken = kept.taken
  await settled()
  expect(kept.taken).toBe(taken)
  setThread(A, { outgoing: [] })
  await settled()

  // one is no longer in it (left, taken out, blocked): gone at once with the next save, and from the list
  away()
  vi.stubGlobal('requestIdleCallback', () => 0)
  forgetConversation(A)
  await settled()
  expect([...pictures(), kept.rows.has(`threads/${A}`)]).toEqual([undefined, undefined, false])
})

test('what is caught up with, and a list that changes beside a conversation, take it away', async () => {
  kept.wide = true
  setList([talk(1), talk(2)], OWN)
  takeWindow(
    A,
    {
      messages: [message(1, { conversationId: A, content: 'un' })],
      hasMore: false,
      hasNewer: false,
    },
    OWN,
    { since: at(1), loadedAt: Date.now() },
  )
  messaging.openId = A
  await settled()
  expect(pictures()).toEqual(['/conversations', `/conversations/${A}`])
  // from here on nothing is taken
  vi.stubGlobal('requestIdleCallback', () => 0)
  away()
  putConversation(talk(2, { unread_count: 3 }), OWN)
  await settled()
  expect(pictures()).toEqual([undefined, undefined])

  // a later page, which has not opened it
  kept.rows.set('list/picture:thread', { path: `/conversations/${A}`, wide: false, tree: 'un' })
  delete messaging.threads[A]
  const { startKeeping: again } = await vi.importActual<{ startKeeping: () => void }>(
    '../../../../src/features/messaging/offline/kept?later',
  )
  changed = []
  again()
  await settled(8_000)
  expect(path('thread')).toBe(`/conversations/${A}`)
  const list = kept.rows.get('list/list') as { caughtUpAt: number }
  kept.rows.set('list/list', { ...list, caughtUpAt: 0 })
  changed = [message(1, { conversationId: A, content: '', deletedAt: at(2), changed: 100 })]
  const { startKeeping: third } = await vi.importActual<{ startKeeping: () => void }>(
    '../../../../src/features/messaging/offline/kept?third',
  )
  third()
  await settled(8_000)
  expect(path('thread')).toBeUndefined()
})
