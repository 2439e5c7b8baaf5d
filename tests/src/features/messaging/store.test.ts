// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import { badges } from '../../../../src/data/state/badges'
import { session } from '../../../../src/data/session/session'
import { toLastMessage } from '../../../../src/features/messaging/state/model'
import { applyEvent } from '../../../../src/features/messaging/state/live-events'
import {
  isSending,
  messaging,
  noteMessage,
  putConversation,
  resetMessaging,
  setList,
  setThread,
  setUnread,
  takeMessages,
  thread,
} from '../../../../src/features/messaging/state/store'
import { dispatch } from '../../../../src/features/messaging/outbox/outbox'
import {
  arrives,
  at,
  conversation,
  CONVERSATION,
  event,
  message,
  mine,
  OTHER,
  OWN,
  outgoing,
  participant,
  uid,
} from '../../../support/world/messages'

const second = uid('conversation', 4)
const list = [
  conversation({ lastMessageAt: at(10), last_message: toLastMessage(message(10)) }),
  conversation({
    id: second,
    lastMessageAt: at(20),
    last_message: toLastMessage(message(20, { conversationId: second })),
  }),
]
const unread = (id = CONVERSATION): number | undefined => messaging.conversations[id]?.unread_count
const seqs = (): number[] => thread(CONVERSATION).messages.map((m) => m.seq)
const open = (): void => {
  messaging.openId = CONVERSATION
  setThread(CONVERSATION, { phase: 'ready', messages: [message(10)] })
}
const read = (seq: number, accountId = OTHER, unreadCount = 0) =>
  event('message.read', {
    conversationId: CONVERSATION,
    accountId,
    identityIds: [uid('reader')],
    readAt: at(seq),
    lastReadMessageId: uid('message', seq),
    lastReadSeq: seq,
    unreadCount,
  })

beforeEach(() => {
  messaging.openId = null
  messaging.watching = true
  resetMessaging()
  Object.assign(session, {
    accountId: OWN,
    activeIdentityId: uid('identity', 1),
    mode: 'single',
    identityIds: [],
  })
  setList(list, OWN)
})

describe('a new message', () => {
  test('MSG-109: moves its conversation to the top, as its last message', () => {
    expect(messaging.order).toEqual([second, CONVERSATION])
    applyEvent(arrives(message(30, { content: 'bonsoir' })), OWN)
    expect(messaging.order).toEqual([CONVERSATION, second])
    expect(messaging.conversations[CONVERSATION]?.last_message?.content).toBe('bonsoir')
    expect(messaging.conversations[CONVERSATION]?.lastMessageAt).toBe(at(30))
  })
  test('MSG-110: adds one unread, unless own or in the open, visible conversation', () => {
    applyEvent(arrives(message(30)), OWN)
    expect(unread()).toBe(1)
    applyEvent(arrives(mine(31)), OWN)
    expect(unread()).toBe(1)
    open()
    applyEvent(arrives(message(32)), OWN)
    expect(unread()).toBe(1)
    messaging.watching = false
    applyEvent(arrives(message(33)), OWN)
    expect(unread()).toBe(2)
  })
  test('the badge counts conversations, not messages', () => {
    applyEvent(arrives(message(30)), OWN)
    applyEvent(arrives(message(31)), OWN)
    applyEvent(arrives(message(32, { conversationId: second })), OWN)
    expect(badges.messages).toBe(2)
    setUnread(CONVERSATION, 0)
    expect(badges.messages).toBe(1)
  })
  test('MSG-111: a duplicate or late event changes nothing', () => {
    open()
    messaging.openId = null
    for (const seq of [12, 11, 12, 12, 13]) applyEvent(arrives(message(seq)), OWN)
    expect(seqs()).toEqual([10, 11, 12, 13])
    expect(messaging.conversations[CONVERSATION]?.last_message?.id).toBe(uid('message', 13))
    expect(unread()).toBe(2)
  })
  test('is not lost when it arrives while the first page loads', () => {
    messaging.openId = CONVERSATION
    setThread(CONVERSATION, { phase: 'loading' })
    applyEvent(arrives(message(12)), OWN)
    // the page was read just before
    setThread(CONVERSATION, { phase: 'ready' })
    takeMessages(CONVERSATION, [message(10), message(11)], OWN)
    expect(seqs()).toEqual([10, 11, 12])
  })
  test('follow-up: report a visible message as read, reload the list for an unknown conversation', () => {
    open()
    expect(applyEvent(arrives(message(12)), OWN)).toBe('report-read')
    expect(applyEvent(arrives(message(12)), OWN)).toBe(null)
    expect(applyEvent(arrives(mine(13)), OWN)).toBe(null)
    expect(applyEvent(arrives(message(1, { conversationId: second })), OWN)).toBe(null)
    expect(applyEvent(arrives(message(1, { conversationId: uid('conversation', 9) })), OWN)).toBe(
      'refresh-list',
    )
    session.activeIdentityId = null
    expect(applyEvent(arrives(message(14)), OWN)).toBe(null)
  })
  test('MSG-121: a paused or resumed event reloads the list; system messages are never unread', () => {
    const system = (seq: number, systemType: 'event_paused' | 'event_resumed' | 'info') =>
      event('system.message', {
        conversationId: CONVERSATION,
        message: message(seq, { senderAccountId: 'system', senderIdentityId: null, systemType }),
      })
    expect(
      [system(30, 'event_paused'), system(31, 'event_resumed'), system(32, 'info')].map((e) =>
        applyEvent(e, OWN),
      ),
    ).toEqual(['refresh-list', 'refresh-list', null])
    expect(unread()).toBe(0)
  })
  test('a deletion removes the text, and changes neither count nor order', () => {
    open()
    messaging.openId = null
    applyEvent(arrives(message(12)), OWN)
    applyEvent(arrives(message(40, { conversationId: second })), OWN)
    applyEvent(arrives(message(12, { content: '', deletedAt: at(41) })), OWN)
    expect(thread(CONVERSATION).messages.at(-1)?.content).toBe('')
    expect(messaging.conversations[CONVERSATION]?.last_message?.deletedAt).toBe(at(41))
    expect(unread()).toBe(1)
    expect(messaging.order[0]).toBe(second)
    // a deletion of an earlier message does not change the list
    applyEvent(arrives(message(10, { content: '', deletedAt: at(42) })), OWN)
    expect(messaging.conversations[CONVERSATION]?.last_message?.id).toBe(uid('message', 12))
  })
  test('only the changed conversation becomes another object', () => {
    const before = messaging.conversations[second]
    applyEvent(arrives(message(30)), OWN)
    expect(messaging.conversations[second]).toBe(before)
  })
})

describe('one’s own message', () => {
  const client = uid('client', 1)
  const write = (clientMsgId: string): void => {
    const { state, error, ...content } = outgoing({ clientMsgId })
    dispatch({ kind: 'written', id: CONVERSATION, content, online: state === 'sending' && !error })
  }
  beforeEach(() => {
    open()
    dispatch({ kind: 'reset' })
    write(client)
  })
  test('MSG-099 MSG-101: shown while outgoing, and once whether response or event comes first', () => {
    expect(isSending(thread(CONVERSATION))).toBe(true)
    const arrived = mine(11, { clientMsgId: client })
    applyEvent(arrives(arrived), OWN)
    takeMessages(CONVERSATION, [arrived], OWN)
    noteMessage(arrived, OWN)
    expect([thread(CONVERSATION).outgoing, seqs()]).toEqual([[], [10, 11]])
    dispatch({ kind: 'reset' })
    setThread(CONVERSATION, { messages: [message(10)], outgoing: [] })
    write(client)
    takeMessages(CONVERSATION, [arrived], OWN)
    applyEvent(arrives(arrived), OWN)
    expect([thread(CONVERSATION).outgoing, seqs()]).toEqual([[], [10, 11]])
  })
  test('progress and failure change that message only', () => {
    write(uid('client', 2))
    dispatch({ kind: 'refused', key: client, error: 'non' })
    expect(thread(CONVERSATION).outgoing.map((o) => o.state)).toEqual(['failed', 'sending'])
  })
})

describe('reading', () => {
  test('MSG-106: one read event marks three messages', () => {
    open()
    for (const seq of [11, 12, 13]) applyEvent(arrives(mine(seq)), OWN)
    applyEvent(read(13), OWN)
    expect(
      thread(CONVERSATION)
        .messages.filter((m) => m.senderAccountId === OWN)
        .map((m) => m.readByOther),
    ).toEqual([true, true, true])
  })
  test('MSG-107: a read event that precedes its message is applied when it arrives', () => {
    open()
    applyEvent(read(12), OWN)
    applyEvent(arrives(mine(12)), OWN)
    applyEvent(arrives(mine(13)), OWN)
    expect(
      thread(CONVERSATION)
        .messages.slice(1)
        .map((m) => m.readByOther),
    ).toEqual([true, false])
  })
  test('MSG-107: also when the conversation is unknown', () => {
    resetMessaging()
    applyEvent(read(12), OWN)
    setThread(CONVERSATION, { phase: 'ready' })
    takeMessages(CONVERSATION, [mine(11), mine(12)], OWN)
    expect(thread(CONVERSATION).messages.map((m) => m.readByOther)).toEqual([false, false])
    putConversation(conversation(), OWN)
    expect(thread(CONVERSATION).messages.map((m) => m.readByOther)).toEqual([true, true])
  })
  test('MSG-105: groups have no receipts', () => {
    setList([conversation({ type: 'group', participants: [participant(OWN, 'moi')] })], OWN)
    setThread(CONVERSATION, { phase: 'ready', messages: [mine(11)] })
    applyEvent(read(11), OWN)
    takeMessages(CONVERSATION, [mine(12)], OWN)
    expect(thread(CONVERSATION).messages.some((m) => m.readByOther)).toBe(false)
  })
  test('MSG-108: an own read event from another device sets its unread count', () => {
    setUnread(CONVERSATION, 5)
    applyEvent(read(12, OWN, 2), OWN)
    expect(unread()).toBe(2)
    expect(badges.messages).toBe(1)
    applyEvent(read(12, OWN, 0), OWN)
    expect(badges.messages).toBe(0)
  })
})

describe('the list', () => {
  test('a response does not undo newer live events', () => {
    applyEvent(arrives(message(30)), OWN)
    setList(list, OWN)
    expect(unread()).toBe(1)
    expect(messaging.conversations[CONVERSATION]?.last_message?.id).toBe(uid('message', 30))
    expect(messaging.order[0]).toBe(CONVERSATION)
  })
  test('an unchanged conversation stays the same object', () => {
    const before = { ...messaging.conversations }
    setList(structuredClone(list), OWN)
    expect(messaging.conversations[CONVERSATION]).toBe(before[CONVERSATION])
    expect(messaging.conversations[second]).toBe(before[second])
  })
  test('the open, visible conversation has no unread messages, unless without an identity', () => {
    open()
    setList(
      list.map((c) => ({ ...c, unread_count: 3 })),
      OWN,
    )
    expect([unread(), unread(second)]).toEqual([0, 3])
    session.activeIdentityId = null
    setList(
      list.map((c) => ({ ...c, unread_count: 3 })),
      OWN,
    )
    expect(unread()).toBe(3)
  })
  test('an open, empty conversation stays until listed; unlisted ones are removed', () => {
    const empty = conversation({ id: uid('conversation', 7), createdAt: at(40) })
    putConversation(empty, OWN)
    messaging.openId = empty.id
    setList(list.slice(0, 1), OWN)
    expect(messaging.order).toEqual([empty.id, CONVERSATION])
  })
  test('leaving removes the conversation at once; another member’s leaving reloads the list', () => {
    open()
    expect(
      applyEvent(
        event('conversation.left', { conversationId: CONVERSATION, accountId: OTHER }),
        OWN,
      ),
    ).toBe('refresh-list')
    expect(messaging.order).toContain(CONVERSATION)
    applyEvent(event('conversation.left', { conversationId: CONVERSATION, accountId: OWN }), OWN)
    expect(messaging.order).toEqual([second])
    expect(thread(CONVERSATION)).toMatchObject({ phase: 'error', messages: [] })
  })
  test('a block or unblock of a member in the list reloads it: the composer closes or opens', () => {
    setList([conversation({})], OWN)
    const changed = (withAccountId: string) =>
      applyEvent(event('account.relation.updated', { accountId: OWN, withAccountId }), OWN)
    expect([changed(OTHER), changed(uid('account', 99))]).toEqual(['refresh-list', null])
  })
  test('a new conversation is shown at once', () => {
    const made = conversation({ id: uid('conversation', 8), createdAt: at(60) })
    expect(applyEvent(event('conversation.created', { conversation: made }), OWN)).toBe(
      'refresh-list',
    )
    expect(messaging.order[0]).toBe(made.id)
  })
  test('a reaction event replaces all reactions of a known message', () => {
    open()
    const reactions = { '❤️': [{ account_id: OTHER, identity_id: null, created_at: at(11) }] }
    applyEvent(
      event('reaction.updated', {
        conversationId: CONVERSATION,
        messageId: uid('message', 10),
        changed: 11,
        reactions,
      }),
      OWN,
    )
    expect(thread(CONVERSATION).messages[0]?.reactions).toEqual(reactions)
    const before = thread(CONVERSATION)
    applyEvent(
      event('reaction.updated', {
        conversationId: CONVERSATION,
        messageId: uid('message', 99),
        changed: 11,
        reactions,
      }),
      OWN,
    )
    applyEvent(
      event('typing.updated', {
        conversationId: CONVERSATION,
        accountId: OTHER,
        identityId: null,
        isTyping: true,
      }),
      OWN,
    )
    expect(thread(CONVERSATION)).toBe(before)
  })
  test('another account: all state is cleared', () => {
    open()
    applyEvent(read(12), OWN)
    resetMessaging()
    expect([
      messaging.order,
      messaging.conversations,
      messaging.threads,
      messaging.reads,
      messaging.list,
    ]).toEqual([[], {}, {}, {}, 'idle'])
  })
})
