// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { badges } from '../../../../../src/data/state/badges'
import { session } from '../../../../../src/data/session/session'
import { applyEvent } from '../../../../../src/features/messaging/state/live-events'
import {
  messaging,
  putConversation,
  resetMessaging,
  setList,
  setThread,
  setUnread,
  mergeIntoThread,
  threadOf,
} from '../../../../../src/features/messaging/state/store'
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
  participant,
  uid,
} from '../../../../support/world/messages'
import { setUp, second, list, unread, open } from './store-setup'

setUp()

const read = (seq: number, accountId = OTHER, unreadCount = 0, reader = uid('reader')) =>
  event('message.read', {
    conversationId: CONVERSATION,
    accountId,
    identityIds: [reader],
    readAt: at(seq),
    lastReadMessageId: uid('message', seq),
    lastReadSeq: seq,
    unreadCount,
  })

describe('reading', () => {
  test('MSG-106: one read event marks three messages', () => {
    open()
    for (const seq of [11, 12, 13]) applyEvent(arrives(mine(seq)), OWN)
    applyEvent(read(13), OWN)
    expect(
      threadOf(CONVERSATION)
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
      threadOf(CONVERSATION)
        .messages.slice(1)
        .map((m) => m.readByOther),
    ).toEqual([true, false])
  })
  test('MSG-107: also when the conversation is unknown', () => {
    resetMessaging()
    applyEvent(read(12), OWN)
    setThread(CONVERSATION, { phase: 'ready' })
    mergeIntoThread(CONVERSATION, [mine(11), mine(12)], OWN)
    expect(threadOf(CONVERSATION).messages.map((m) => m.readByOther)).toEqual([false, false])
    putConversation(conversation(), OWN)
    expect(threadOf(CONVERSATION).messages.map((m) => m.readByOther)).toEqual([true, true])
  })
  test('MSG-105: groups have no receipts', () => {
    setList([conversation({ type: 'group', participants: [participant(OWN, 'moi')] })], OWN)
    setThread(CONVERSATION, { phase: 'ready', messages: [mine(11)] })
    applyEvent(read(11), OWN)
    mergeIntoThread(CONVERSATION, [mine(12)], OWN)
    expect(threadOf(CONVERSATION).messages.some((m) => m.readByOther)).toBe(false)
  })
  test('MSG-108: an own read event from another device sets its unread count', () => {
    setUnread(CONVERSATION, 5)
    applyEvent(read(12, OWN, 2, uid('identity', 1)), OWN)
    expect(unread()).toBe(2)
    expect(badges.messages).toBe(1)
    applyEvent(read(12, OWN, 0, uid('identity', 1)), OWN)
    expect(badges.messages).toBe(0)
  })
  test('what the other of a couple reads leaves one’s own count; the list is asked', () => {
    setUnread(CONVERSATION, 5)
    expect(applyEvent(read(12, OWN, 0, uid('identity', 2)), OWN)).toBe('refresh-list')
    expect(unread()).toBe(5)
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
    expect(threadOf(CONVERSATION)).toMatchObject({ phase: 'error', messages: [] })
  })
  test('a block or unblock of a member in the list reloads it: the composer closes or opens', () => {
    setList([conversation({})], OWN)
    const changed = (withAccountId: string) =>
      applyEvent(event('account.relation.updated', { accountId: OWN, withAccountId }), OWN)
    expect([changed(OTHER), changed(uid('account', 99))]).toEqual(['refresh-list', null])
  })
  test('the name of a member who is gone goes from the loaded messages and from quotes of them', () => {
    open()
    const quote = { id: uid('message', 10), handle: 'clara_et_tom', content: 'oui', mediaCount: 0 }
    mergeIntoThread(CONVERSATION, [mine(11, { quote: { ...quote, deleted: false } })], OWN)
    const other = participant(OTHER, 'Compte supprimé')
    const gone = { ...other, account: { ...other.account, deleted: true, identities: [] } }
    setList([conversation({ participants: [participant(OWN, 'moi'), gone] })], OWN)
    const { messages } = threadOf(CONVERSATION)
    expect(messages.map(({ identity: { handle, gender } }) => [handle, gender])).toEqual([
      ['Compte supprimé', null],
      ['clara_t', 'woman'],
    ])
    expect(messages[1]?.quote?.handle).toBe('Compte supprimé')
    putConversation(conversation({ participants: [participant(OWN, 'moi'), gone] }), OWN)
    expect(threadOf(CONVERSATION).messages).toBe(messages)
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
    expect(threadOf(CONVERSATION).messages[0]?.reactions).toEqual(reactions)
    const before = threadOf(CONVERSATION)
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
    expect(threadOf(CONVERSATION)).toBe(before)
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
