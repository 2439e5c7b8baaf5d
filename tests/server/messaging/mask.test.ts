import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as m from '#contract/messaging/messages'
import * as acts from '#contract/messaging/acts'
import { sayTyping } from '#contract/messaging/typing'
import * as g from '#contract/messaging/groups'
import { parseEvent } from '#contract/realtime'
import * as talk from '../../../server/messaging/service'
import { newId } from '../../../server/tokens'
import type { Member } from '../../support/server/server'
import { sharedApp } from '../../support/server/shared-app'
import { picture, upload } from '../../support/world/world'
import { pause, until } from '../hub/engine'
import { liveClient, type Live } from '../live-client'

const HIDDEN = 'Pseudo caché'
const t = sharedApp()
let base: string
let organizer: Member, hidden: Member, guest: Member, other: Member
/** The hidden member's account id, identity id, handles and pictures: what only organizers and itself may ever read. */
let secrets: string[]
let eventId: string, id: string, avatar: string
const live: Live[] = []

const sync = async (accepted: readonly (readonly [Member, boolean])[]): Promise<void> => {
  const announce = await talk.syncEventMembers(t.ctx, t.ctx.db, {
    eventId,
    organizers: [organizer.accountId],
    accepted: accepted.map(([x, h]) => ({ accountId: x.accountId, hidden: h })),
  })
  await announce()
}
const everybody = (isHidden = true) =>
  sync([
    [hidden, isHidden],
    [guest, false],
    [other, false],
  ])
beforeAll(async () => {
  base = await t.listen()
  ;[organizer, hidden, guest, other] = [
    await t.member('lea_orga'),
    await t.member('zyqara_secret'),
    await t.member('invite_un'),
    await t.member('invite_deux'),
  ]
  avatar = (await upload(hidden, await picture(21))).body.media_id
  await t.ctx.db
    .updateTable('accounts')
    .set({ avatar_media_id: avatar })
    .where('id', '=', hidden.accountId)
    .execute()
  await t.ctx.db
    .updateTable('identities')
    .set({ handle: 'zyqara_identite', avatar_media_id: avatar })
    .where('account_id', '=', hidden.accountId)
    .execute()
  secrets = [hidden.accountId, ...hidden.identityIds, 'zyqara', avatar]
  eventId = newId()
  id = (
    await talk.openEventConversation(t.ctx, t.ctx.db, {
      eventId,
      title: 'Bal masqué',
      startAt: t.ctx.now(),
      groupOptions: 'all',
      organizerIds: [organizer.accountId],
    })
  ).id
  await everybody()
})
afterEach(() => live.splice(0).forEach((l) => l.pusher.disconnect()))

const send = async (by: Member, content: string, more: object = {}): Promise<m.Message> => {
  const { status, body } = await by.call(m.sendMessage, {
    params: { id },
    body: {
      content,
      sender_identity_id: by.identityIds[0] ?? null,
      client_msg_id: newId(),
      ...more,
    },
  })
  expect(status).toBe(201)
  return body
}
const react = async (by: Member, messageId: string): Promise<void> => {
  expect(
    (
      await by.call(acts.setReaction, {
        params: { id: messageId },
        body: { emoji: '👍', identity_id: by.identityIds[0] ?? null },
      })
    ).status,
  ).toBe(200)
}
const shows = (text: string): string[] => secrets.filter((s) => text.includes(s))
const join = async (who: Member): Promise<Live> => {
  const one = await liveClient(base, who)
  live.push(one)
  for (const channel of [`private-account-${who.accountId}`, `private-conversation-${id}`])
    await one.subscribe(channel)
  return one
}
const paths = (): string[] => [
  '/conversations',
  '/conversations/search?q=bal',
  `/conversations/${id}`,
  `/conversations/${id}/messages`,
  `/conversations/${id}/sync?since=2020-01-01T00:00:00.000Z`,
  `/conversations/${id}/participants`,
]

describe('«Pseudo caché»', () => {
  test('MSG-071: participants read «Pseudo caché», organizers the handle; no reply reveals more', async () => {
    const asked = await send(hidden, 'Qui apporte le vin ?')
    await react(hidden, asked.id)
    await send(guest, 'Moi', { quoted_message_id: asked.id })
    await send(hidden, 'Parfait')
    let all = ''
    for (const path of paths()) {
      const [a, b, c, own] = await Promise.all(
        [guest, other, organizer, hidden].map(async (who) =>
          JSON.stringify((await who.raw('GET', `/api${path}`)).body),
        ),
      )
      expect(shows(`${a}${b}`), path).toEqual([])
      expect(shows(c ?? ''), `organizer ${path}`).toContain(hidden.accountId)
      expect(shows(own ?? ''), `itself ${path}`).toContain(hidden.accountId)
      expect(own, `itself ${path}`).not.toContain(HIDDEN)
      all += a
    }
    expect(all).toContain(HIDDEN)
    const photo = (await upload(hidden, await picture(22))).body.media_id
    await send(hidden, 'et la photo du vin', { media_ids: [photo] })
    for (const path of [
      `/conversations/${id}/photos`,
      `/conversations/${id}/search?q=vin`,
      '/messages/search?q=vin',
    ]) {
      const [theirs, truth] = await Promise.all(
        [guest, organizer].map(async (who) =>
          JSON.stringify((await who.raw('GET', `/api${path}`)).body),
        ),
      )
      expect(
        [shows(theirs ?? ''), theirs?.includes(HIDDEN), truth?.includes('zyqara_identite')],
        path,
      ).toEqual([[], true, true])
    }
    const messages = async (who: Member) =>
      (await who.call(m.listMessages, { params: { id } })).body.messages
    const [theirs, truth] = [await messages(guest), await messages(organizer)]
    const [masked, real] = [theirs, truth].map((list) => list.find((x) => x.id === asked.id))
    expect(real?.identity).toMatchObject({ handle: 'zyqara_identite', hidden: false })
    expect(masked).toMatchObject({
      content: 'Qui apporte le vin ?',
      senderIdentityId: null,
      identity: { handle: HIDDEN, avatar: null, gender: null, both: false, hidden: true },
      reactions: { '👍': [{ account_id: masked?.senderAccountId, identity_id: null }] },
    })
    expect(theirs.find((x) => x.content === 'Moi')?.quote?.handle).toBe(HIDDEN)
    expect(truth.find((x) => x.content === 'Moi')?.quote?.handle).toBe('zyqara_identite')
    expect(theirs[0]).toMatchObject({
      systemType: 'participant_joined',
      content: `${HIDDEN} a rejoint la discussion`,
    })
    expect(truth[0]?.content).toBe('zyqara_secret a rejoint la discussion')
    const c = (await guest.call(m.getConversation, { params: { id } })).body.conversation
    expect(c.last_message).toMatchObject({
      senderHandle: HIDDEN,
      senderAccountId: masked?.senderAccountId,
    })
    expect(c.participants.find((p) => p.account_id === masked?.senderAccountId)?.account).toEqual({
      id: masked?.senderAccountId,
      account_handle: HIDDEN,
      avatar_url: null,
      is_online: false,
      last_seen_at: null,
      deleted: false,
      identities: [],
    })
    expect(
      (await guest.call(g.listParticipants, { params: { id } })).body.participants,
    ).toHaveLength(4)
  })

  test('MSG-071: nor does any realtime frame; organizers and the hidden one hear the truth', async () => {
    const [a, b, c, own] = [
      await join(guest),
      await join(other),
      await join(organizer),
      await join(hidden),
    ]
    const asked = await send(hidden, 'encore moi')
    const answer = await send(guest, 'réponse', { quoted_message_id: asked.id })
    await react(hidden, answer.id)
    await hidden.call(sayTyping, {
      params: { id },
      body: { identity_id: hidden.identityIds[0] ?? null, isTyping: true },
    })
    await hidden.call(acts.deleteMessage, { params: { id: (await send(hidden, 'non, rien')).id } })
    await until(() => a.named('reaction.updated').length > 0)
    await sync([
      [guest, false],
      [other, false],
    ])
    await everybody()
    await (
      await talk.updateEventConversation(t.ctx, t.ctx.db, {
        eventId,
        title: `Bal masqué ${newId().slice(-4)}`,
        startAt: t.ctx.now(),
        groupOptions: 'all',
      })
    )()
    await until(() =>
      [a, b, c].every(
        (l) =>
          l.named('conversation.left').length > 0 &&
          l.named('conversation.created').length > 0 &&
          l.named('system.message').length > 1,
      ),
    )
    await pause(150)
    for (const one of [a, b]) {
      expect(one.heard.filter((h) => h.channel.startsWith('private-conversation'))).toEqual([])
      expect(shows(JSON.stringify(one.heard))).toEqual([])
      for (const h of one.heard) expect(parseEvent(h.data), h.name).not.toBeNull()
      expect(one.named('conversation.message.created').length).toBeGreaterThanOrEqual(2)
      expect(JSON.stringify(one.heard)).toContain(HIDDEN)
    }
    expect(shows(JSON.stringify(c.heard))).toEqual(secrets)
    expect(shows(JSON.stringify(own.heard))).toContain(hidden.accountId)
    const left = a
      .named('conversation.left')
      .map((h) => (h.data as { payload: { accountId: string } }).payload.accountId)
    expect(left).toEqual([
      (await guest.call(m.listMessages, { params: { id } })).body.messages.find(
        (x) => x.id === asked.id,
      )?.senderAccountId,
    ])
  })

  test('the id that stands for it is always the same here, another one elsewhere, and leads nowhere', async () => {
    const maskedIn = async (conversation: string) =>
      (
        await guest.call(g.listParticipants, { params: { id: conversation } })
      ).body.participants.find((p) => p.account.account_handle === HIDDEN)?.account_id ?? ''
    const masked = await maskedIn(id)
    expect(masked).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(await maskedIn(id)).toBe(masked)
    const second = newId()
    const { id: elsewhere } = await talk.openEventConversation(t.ctx, t.ctx.db, {
      eventId: second,
      title: 'Autre',
      startAt: 0,
      groupOptions: 'all',
      organizerIds: [organizer.accountId],
    })
    await talk.syncEventMembers(t.ctx, t.ctx.db, {
      eventId: second,
      organizers: [organizer.accountId],
      accepted: [hidden, guest].map((x) => ({ accountId: x.accountId, hidden: x === hidden })),
    })
    expect([await maskedIn(elsewhere), hidden.accountId]).not.toContain(masked)
    for (const path of [
      `/accounts/${masked}`,
      `/accounts/${masked}/identities`,
      `/profile/${masked}`,
    ])
      expect((await guest.raw('GET', `/api${path}`)).status, path).toBe(404)
    expect((await guest.raw('POST', `/api/accounts/${masked}/block`)).status).toBe(404)
    expect(
      (
        await guest.raw('POST', '/api/pusher/auth', {
          body: { socket_id: '1.1', channel_name: `presence-account-${masked}` },
        })
      ).status,
    ).toBe(403)
  })

  test('its handle finds nothing for others, and that both are there shows in no presence', async () => {
    const found = async (who: Member) =>
      (await who.call(m.searchConversations, { query: { q: 'zyqara' } })).body.conversations.map(
        (c) => c.id,
      )
    expect([await found(guest), await found(organizer)]).toEqual([[], expect.arrayContaining([id])])
    const follows = async (who: Member) =>
      (
        await who.raw('POST', '/api/pusher/auth', {
          body: { socket_id: '1.1', channel_name: `presence-account-${hidden.accountId}` },
        })
      ).status
    expect([await follows(guest), await follows(organizer)]).toEqual([403, 200])
    await t.ctx.db
      .updateTable('accounts')
      .set({ heartbeat_at: t.ctx.now(), last_seen_at: t.ctx.now() })
      .where('id', '=', hidden.accountId)
      .execute()
    const online = async (who: Member) =>
      (await who.raw('GET', `/api/accounts/${hidden.accountId}`)).body
    expect([
      JSON.stringify(await online(guest)).includes('"is_online":true'),
      JSON.stringify(await online(organizer)).includes('"is_online":true'),
    ]).toEqual([false, true])
  })

  test('who hides, or shows itself, afterwards: sync brings everything it wrote again, under the other name', async () => {
    await everybody(false)
    const before = (await guest.call(m.listMessages, { params: { id } })).body
    expect(shows(JSON.stringify(before))).toContain(hidden.accountId)
    const hears = await join(guest)
    await everybody()
    await until(
      () =>
        hears.named('conversation.message.created').length > 0 &&
        hears.named('conversation.created').length > 0,
    )
    expect(shows(JSON.stringify(hears.heard))).toEqual([])
    const { messages } = (
      await guest.call(m.syncConversation, {
        params: { id },
        query: { since: before.lastSyncDate },
      })
    ).body
    const wrote = before.messages.filter((x) => x.senderAccountId === hidden.accountId)
    expect(wrote.length).toBeGreaterThan(1)
    expect(messages.map((x) => x.id)).toEqual(
      expect.arrayContaining(
        before.messages.filter((x) => shows(JSON.stringify(x)).length > 0).map((x) => x.id),
      ),
    )
    expect(new Set(messages.map((x) => x.changed)).size).toBe(messages.length)
    expect(shows(JSON.stringify(messages))).toEqual([])
  })

  test('an organizer is never hidden, and in an exchange with the organizers nobody is', async () => {
    const { id: direct } = await talk.openEventDirect(t.ctx, t.ctx.db, {
      eventId,
      title: 'Bal',
      startAt: 0,
      participantId: hidden.accountId,
      organizerIds: [organizer.accountId],
      by: { ...hidden, identityId: null },
    })
    expect(
      JSON.stringify((await organizer.raw('GET', `/api/conversations/${direct}`)).body),
    ).toContain('zyqara_secret')
    const announce = await talk.syncEventMembers(t.ctx, t.ctx.db, {
      eventId,
      organizers: [organizer.accountId, hidden.accountId],
      accepted: [
        { accountId: guest.accountId, hidden: false },
        { accountId: hidden.accountId, hidden: true },
      ],
    })
    await announce()
    expect(JSON.stringify((await guest.raw('GET', `/api/conversations/${id}`)).body)).toContain(
      'zyqara_secret',
    )
  })
})
