// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import { badges } from '../../../../src/data/state/badges'
import { session } from '../../../../src/data/session/session'
import { applyEvent } from '../../../../src/features/messaging/state/live-events'
import {
  isSending,
  messaging,
  updateListForMessage,
  setThread,
  setUnread,
  mergeIntoThread,
  threadOf,
} from '../../../../src/features/messaging/state/store'
import { dispatch } from '../../../../src/features/messaging/outbox/outbox'
import {
  arrives,
  at,
  CONVERSATION,
  event,
  message,
  mine,
  OWN,
  outgoing,
  uid,
} from '../../../support/world/messages'
import { setUp, second, unread, open } from './state/store-setup'

setUp()

const seqs = (): number[] => threadOf(CONVERSATION).messages.map((m) => m.seq)

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
    mergeIntoThread(CONVERSATION, [message(10), message(11)], OWN)
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
    expect(threadOf(CONVERSATION).messages.at(-1)?.content).toBe('')
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
    const { state, error, isFinal: _isFinal, ...content } = outgoing({ clientMsgId })
    dispatch({ kind: 'written', id: CONVERSATION, content, online: state === 'sending' && !error })
  }
  beforeEach(() => {
    open()
    dispatch({ kind: 'reset' })
    write(client)
  })
  test('MSG-099 MSG-101: shown while outgoing, and once whether response or event comes first', () => {
    expect(isSending(threadOf(CONVERSATION))).toBe(true)
    const arrived = mine(11, { clientMsgId: client })
    applyEvent(arrives(arrived), OWN)
    mergeIntoThread(CONVERSATION, [arrived], OWN)
    updateListForMessage(arrived, OWN)
    expect([threadOf(CONVERSATION).outgoing, seqs()]).toEqual([[], [10, 11]])
    dispatch({ kind: 'reset' })
    setThread(CONVERSATION, { messages: [message(10)], outgoing: [] })
    write(client)
    mergeIntoThread(CONVERSATION, [arrived], OWN)
    applyEvent(arrives(arrived), OWN)
    expect([threadOf(CONVERSATION).outgoing, seqs()]).toEqual([[], [10, 11]])
  })
  test('progress and failure change that message only', () => {
    write(uid('client', 2))
    dispatch({ kind: 'refused', key: client, error: 'non', isFinal: false })
    expect(threadOf(CONVERSATION).outgoing.map((o) => o.state)).toEqual(['failed', 'sending'])
  })
})
