import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as m from '#contract/messaging/messages'
import { parseEvent, type EventName, type RealtimeEvent } from '#contract/realtime'
import { login, logout } from '#contract/session/session'
import { newId } from '../../../server/tokens'
import type { Member, TestApp } from '../../support/server/server'
import { say } from '../../support/world/exchanges'
import { createWorld, type World } from '../../support/world/world'
import { pause, until } from '../hub/engine'
import { liveClient, type Live } from '../live-client'

let w: World
let t: TestApp
let base: string
beforeAll(async () => {
  w = await createWorld()
  t = w.t
  base = await t.listen()
})
afterAll(() => t.close())
const open: Live[] = []
afterEach(() => open.splice(0).forEach((l) => l.pusher.disconnect()))

const join = async (who: Member, ...channels: string[]): Promise<Live> => {
  const live = await liveClient(base, who)
  open.push(live)
  for (const c of channels) await live.subscribe(c)
  return live
}
const account = (who: Member): string => `private-account-${who.accountId}`
const conversation = (id: string): string => `private-conversation-${id}`
const read = (who: Member, id: string) =>
  who.call(m.markRead, { params: { id }, body: { identityId: who.identityIds[0] ?? '' } })
/** Checked events of one name on one channel. */
const events = <N extends EventName>(
  live: Live,
  name: N,
  channel: string,
): Extract<RealtimeEvent, { name: N }>[] =>
  live.heard
    .filter((h) => h.name === name && h.channel === channel)
    .map((h) => {
      const event = parseEvent(h.data)
      expect(event, JSON.stringify(h.data)).not.toBeNull()
      return event as Extract<RealtimeEvent, { name: N }>
    })
let n = 0
const pair = async (): Promise<[Member, Member, string]> => {
  n += 1
  const [a, b] = [await t.member(`vive_${n}a`, ['woman', 'man']), await t.member(`vive_${n}b`)]
  const { body } = await a.call(m.startConversation, { body: { handle: b.handle } })
  return [a, b, body.conversation.id]
}

describe('what a message makes heard', () => {
  test('MSG-185 MSG-090: conversation.message.created goes to the conversation and each account', async () => {
    const [a, b, id] = await pair()
    const [mine, theirs] = [await join(a, account(a)), await join(b, account(b), conversation(id))]
    const client_msg_id = newId()
    const sent = await say(a, id, 'Bonsoir', { client_msg_id })
    await until(
      () =>
        theirs.named('conversation.message.created').length === 2 &&
        mine.named('conversation.message.created').length === 1,
    )
    const envelope = theirs.named('conversation.message.created')[0]?.data as Record<
      string,
      unknown
    >
    expect(Object.keys(envelope).sort()).toEqual([
      'correlationId',
      'id',
      'metadata',
      'name',
      'occurredAt',
      'payload',
      'source',
    ])
    expect(envelope).toMatchObject({
      name: 'conversation.message.created',
      source: 'api',
      occurredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
    })
    const [onAccount, onConversation] = [account(b), conversation(id)].map(
      (c) => events(theirs, 'conversation.message.created', c)[0],
    )
    expect(onAccount?.payload).toEqual({
      conversationId: id,
      message: sent,
      clientMsgId: client_msg_id,
    })
    expect(onConversation).toEqual(onAccount)
    expect(events(mine, 'conversation.message.created', account(a))[0]).toEqual(onAccount)
  })

  test('a repeated send is heard once', async () => {
    const [a, b, id] = await pair()
    const live = await join(b, conversation(id))
    const client_msg_id = newId()
    await Promise.all(Array.from({ length: 5 }, () => say(a, id, 'une fois', { client_msg_id })))
    await say(a, id, 'ensuite')
    await until(() =>
      events(live, 'conversation.message.created', conversation(id)).some(
        (e) => e.payload.message.content === 'ensuite',
      ),
    )
    expect(live.named('conversation.message.created')).toHaveLength(2)
  })

  test('MSG-185 MSG-094: account.inbox.updated gives other members their unread count and time', async () => {
    const [a, b, id] = await pair()
    const c = await t.member(`vive_${n}c`)
    const second = (await c.call(m.startConversation, { body: { handle: b.handle } })).body
      .conversation.id
    const [mine, theirs] = [await join(a, account(a)), await join(b, account(b))]
    const inbox = () => events(theirs, 'account.inbox.updated', account(b)).map((e) => e.payload)
    const first = await say(a, id, 'un')
    await until(() => inbox().length === 1)
    await say(a, id, 'deux')
    await until(() => inbox().length === 2)
    await say(c, second, 'trois')
    await until(() => inbox().length === 3)
    expect(inbox()[0]).toEqual({
      accountId: b.accountId,
      unreadConversations: 1,
      lastActivityAt: first.createdAt,
    })
    expect(inbox().map((p) => p.unreadConversations)).toEqual([1, 1, 2])
    await read(b, id)
    await say(c, second, 'quatre')
    await until(() => inbox().length === 4)
    expect(inbox()[3]?.unreadConversations).toBe(1)
    expect(mine.named('account.inbox.updated')).toEqual([])
  })

  test('MSG-185 MSG-105: message.read reaches both in a direct conversation, in a group the reader only', async () => {
    const [a, b, id] = await pair()
    const [mine, theirs] = [await join(a, account(a), conversation(id)), await join(b, account(b))]
    await say(a, id, 'un')
    const last = await say(a, id, 'deux')
    await read(b, id)
    await until(
      () => mine.named('message.read').length === 2 && theirs.named('message.read').length === 1,
    )
    expect(events(mine, 'message.read', conversation(id))[0]?.payload).toEqual({
      conversationId: id,
      accountId: b.accountId,
      identityIds: b.identityIds,
      readAt: expect.any(String) as string,
      lastReadMessageId: last.id,
      lastReadSeq: last.seq,
      unreadCount: 0,
    })
    // nothing new to read: nothing to say
    await read(b, id)

    const { owner, member } = w.members
    const [writer, reader] = [
      await join(owner, account(owner), conversation(w.group)),
      await join(member, account(member)),
    ]
    await say(owner, w.group, 'à tous')
    await read(member, w.group)
    await until(() => reader.named('message.read').length === 1)
    await pause(100)
    expect(writer.named('message.read')).toEqual([])
    expect([mine.named('message.read').length, theirs.named('message.read').length]).toEqual([2, 1])
    const [message] = (await owner.call(m.listMessages, { params: { id: w.group } })).body.messages
    expect([message?.readByOther, message?.readByIdentityIds]).toEqual([false, []])
  })

  test('an answer reads what it answers: message.read goes with it, and only then', async () => {
    const [a, b, id] = await pair()
    const live = await join(a, conversation(id))
    const asked = await say(a, id, 'vous venez ?')
    const answer = await say(b, id, 'oui')
    await until(() => live.named('message.read').length === 1)
    expect(events(live, 'message.read', conversation(id))[0]?.payload).toMatchObject({
      accountId: b.accountId,
      identityIds: b.identityIds,
      lastReadSeq: answer.seq,
      unreadCount: 0,
    })
    const [first] = (await a.call(m.listMessages, { params: { id } })).body.messages
    expect([first?.id, first?.readByOther]).toEqual([asked.id, true])
    await say(b, id, 'à huit heures')
    await until(() => live.named('conversation.message.created').length === 3)
    await pause(50)
    expect(live.named('message.read')).toHaveLength(1)
  })

  test('MSG-185: conversation.created goes to one’s own devices; the other member gets the first message', async () => {
    const [a, b] = [await t.member(`vive_ca_${(n += 1)}`), await t.member(`vive_cb_${n}`)]
    const [mine, theirs] = [await join(a, account(a)), await join(b, account(b))]
    const { body } = await a.call(m.startConversation, { body: { handle: b.handle } })
    await until(() => mine.heard.length === 1)
    expect(events(mine, 'conversation.created', account(a))[0]?.payload.conversation).toEqual(
      body.conversation,
    )
    await say(a, body.conversation.id, 'Bonsoir')
    await until(() => theirs.heard.length > 0)
    expect(theirs.heard[0]?.name).toBe('conversation.message.created')
  })
})

describe('when a right ends', () => {
  test('whoever leaves a group hears nothing more of it, on no channel, and cannot come back', async () => {
    const { owner, member } = w.members
    const [leaver, stayer] = [
      await join(member, conversation(w.group), account(member)),
      await join(owner, conversation(w.group)),
    ]
    const refused: unknown[] = []
    leaver.pusher
      .channel(conversation(w.group))
      .bind('pusher:subscription_error', (e: unknown) => refused.push(e))
    await say(owner, w.group, 'avant')
    await until(() => leaver.named('conversation.message.created').length === 2)
    const seat = () =>
      t.ctx.db
        .updateTable('conversation_participants')
        .where('conversation_id', '=', w.group)
        .where('account_id', '=', member.accountId)
    await seat().set({ left_at: t.ctx.now() }).execute()
    void t.ctx.realtime.publisher.withdraw({
      channel: conversation(w.group),
      accountId: member.accountId,
    })
    await say(owner, w.group, 'après')
    await until(
      () => stayer.named('conversation.message.created').length === 2 && refused.length > 0,
    )
    await pause(100)
    expect(leaver.named('conversation.message.created')).toHaveLength(2)
    expect(leaver.heard.map((h) => JSON.stringify(h.data)).join()).not.toContain('après')
    await expect((await join(member)).subscribe(conversation(w.group))).rejects.toThrow('403')
    expect(leaver.pusher.connection.state).toBe('connected')
    await seat().set({ left_at: null }).execute()
  })

  test('logging out closes the socket of that session; another device goes on hearing', async () => {
    const [a, b, id] = await pair()
    const device = async (): Promise<Member> => {
      const client = t.client()
      const { body } = await client.call(login, {
        body: { email: b.email, password: 'un-bon-mot-de-passe' },
      })
      return Object.assign(client, { token: body.token, accountId: b.accountId }) as Member
    }
    const [phone, desk] = [await device(), await device()]
    const [onPhone, onDesk] = [await join(phone, account(phone)), await join(desk, account(desk))]
    await phone.call(logout)
    await until(() => onPhone.pusher.connection.state === 'disconnected')
    await say(a, id, 'Bonsoir')
    await until(() => onDesk.named('conversation.message.created').length === 1)
    await pause(50)
    expect(onPhone.heard).toEqual([])
    await expect((await join(phone)).subscribe(account(phone))).rejects.toThrow('401')
  })
})
