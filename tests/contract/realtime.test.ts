import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  channelName,
  envelope,
  EVENTS,
  parseChannel,
  parseEvent,
  presenceChannel,
} from '#contract/realtime'

const ID = '01890000-0000-7000-8000-000000000001'
const read = {
  conversationId: ID,
  accountId: ID,
  identityIds: [ID],
  readAt: '2026-11-21T10:00:00.000Z',
  lastReadMessageId: ID,
  lastReadSeq: 4,
  unreadCount: 0,
}
const wrap = (name: string, payload: unknown, more: object = {}): unknown => ({
  id: ID,
  name,
  occurredAt: '2026-11-21T10:00:00.000Z',
  source: 'api',
  correlationId: null,
  metadata: {},
  payload,
  ...more,
})

describe('realtime', () => {
  test('MSG-148: a payload with a missing field is ignored, one with an extra field is not', () => {
    expect(parseEvent(wrap('message.read', read))?.payload).toEqual(read)
    const { readAt: _, ...short } = read
    expect(parseEvent(wrap('message.read', short))).toBeNull()
    expect(parseEvent(wrap('message.read', { ...read, more: 1 }))?.name).toBe('message.read')
    expect(parseEvent(wrap('message.unknown', read))).toBeNull()
    expect(parseEvent(wrap('toString', read))).toBeNull()
    for (const bad of [null, undefined, 3, 'x', [], {}]) expect(parseEvent(bad)).toBeNull()
  })
  test('MSG-149: dates must be ISO, each with its message', () => {
    const bad = z.safeParse(EVENTS['message.read'], { ...read, readAt: 'hier' })
    expect(bad.success ? [] : bad.error.issues.map((i) => i.message)).toEqual([
      'Doit être une date ISO valide',
    ])
    const outer = z.safeParse(envelope, wrap('message.read', read, { occurredAt: 'hier' }))
    expect(outer.success ? [] : outer.error.issues.map((i) => i.message)).toEqual([
      'occurredAt doit être une date ISO',
    ])
    expect(parseEvent(wrap('message.read', read, { occurredAt: 'hier' }))).toBeNull()
  })
  test('MSG-150: ids must be uuids', () => {
    expect(parseEvent(wrap('message.read', { ...read, accountId: 'abc' }))).toBeNull()
    expect(parseEvent(wrap('message.read', read, { id: 'abc' }))).toBeNull()
  })
  test('MSG-090: the envelope names its source', () => {
    for (const source of ['api', 'worker', 'cron', 'service'])
      expect(parseEvent(wrap('message.read', read, { source }))).not.toBeNull()
    expect(parseEvent(wrap('message.read', read, { source: 'client' }))).toBeNull()
  })
  test('MSG-151: a channel needs an id', () => {
    expect(() => channelName('conversation', '')).toThrow('Identifiant requis')
    expect(() => presenceChannel(' ')).toThrow('Identifiant requis')
  })
  test('MSG-185: the thirteen event names, and five additional ones without content', () => {
    expect(Object.keys(EVENTS).sort()).toEqual([
      'account.desk.changed',
      'account.event.changed',
      'account.event.news.created',
      'account.event.participation.updated',
      'account.event.status.updated',
      'account.held.updated',
      'account.inbox.updated',
      'account.media.hidden',
      'account.media.updated',
      'account.presence.updated',
      'account.relation.updated',
      'conversation.created',
      'conversation.left',
      'conversation.message.created',
      'message.read',
      'reaction.updated',
      'system.message',
      'typing.updated',
    ])
  })
  test('only the five kinds of channels parse', () => {
    for (const kind of ['conversation', 'account', 'identity', 'system'] as const)
      expect(parseChannel(channelName(kind, ID))).toEqual({ kind, id: ID })
    expect(parseChannel(presenceChannel(ID))).toEqual({ kind: 'presence', id: ID })
    for (const bad of [
      'private-conversation-',
      `conversation-${ID}`,
      `private-conversation-${ID}x`,
      `presence-conversation-${ID}`,
      `private-Account-${ID}`,
    ])
      expect(parseChannel(bad)).toBeNull()
  })
})
