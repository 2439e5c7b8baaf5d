import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { GROUP_MEMBERS_MAX } from '#contract/limits'
import { mediaUrl } from '#contract/media'
import * as m from '#contract/messaging/messages'
import * as g from '#contract/messaging/groups'
import { parseEvent } from '#contract/realtime'
import { block } from '#contract/safety'
import { inTransaction } from '../../../server/messaging/conversations/members'
import { appointSuccessors } from '../../../server/messaging/conversations/succession'
import { newId } from '../../../server/tokens'
import { testApp, type Member, type TestApp } from '../../support/server/server'
import { picture, upload } from '../../support/world/world'
import { pause, until } from '../hub/engine'
import { liveClient, tapPublisher, type Live } from '../live-client'

let t: TestApp
let base: string
beforeAll(async () => {
  t = await testApp()
  base = await t.listen()
})
afterAll(() => t.close())
const open: Live[] = []
afterEach(() => open.splice(0).forEach((l) => l.pusher.disconnect()))

let n = 0
/** Members who are all relations of the first. */
const circle = async (count: number): Promise<Member[]> => {
  n += 1
  const all: Member[] = []
  for (let i = 0; i < count; i += 1)
    all.push(await t.member(`groupe_${n}_${i}`, i === 0 ? ['woman', 'man'] : ['woman']))
  const [first, ...others] = all
  for (const o of others) await relate(first as Member, o)
  return all
}
const relate = (a: Member, b: Member) =>
  t.ctx.db
    .insertInto('relations')
    .values(
      [
        [a, b],
        [b, a],
      ].map(([x, y]) => ({
        account_id: x?.accountId ?? '',
        with_account_id: y?.accountId ?? '',
        created_at: t.ctx.now(),
        origin: 'link' as const,
      })),
    )
    .execute()
const create = async (
  by: Member,
  others: readonly Member[],
  more: object = {},
): Promise<m.Conversation> => {
  const { status, body } = await by.call(g.createGroup, {
    body: { title: 'Les voisins', account_ids: others.map((o) => o.accountId), ...more },
  })
  expect(status).toBe(201)
  return body.conversation
}
const add = (by: Member, id: string, who: readonly Member[]) =>
  by.call(g.addParticipants, { params: { id }, body: { account_ids: who.map((w) => w.accountId) } })
const remove = (by: Member, id: string, who: Member) =>
  by.call(g.removeParticipant, { params: { id }, body: { account_id: who.accountId } })
const leave = (by: Member, id: string) => by.call(g.leaveConversation, { params: { id } })
const admin = (by: Member, id: string, who: Member, is_admin: boolean) =>
  by.call(g.setAdmin, { params: { id }, body: { account_id: who.accountId, is_admin } })
const say = async (
  by: Member,
  id: string,
  content: string,
  more: object = {},
): Promise<m.Message> =>
  (
    await by.call(m.sendMessage, {
      params: { id },
      body: {
        content,
        sender_identity_id: by.identityIds[0] ?? null,
        client_msg_id: newId(),
        ...more,
      },
    })
  ).body
const thread = async (by: Member, id: string) =>
  (await by.call(m.listMessages, { params: { id } })).body.messages
const lines = async (by: Member, id: string) =>
  (await thread(by, id)).map((x) => (x.systemType ? `${x.systemType}: ${x.content}` : x.content))
const listed = async (by: Member) =>
  (await by.call(m.listConversations)).body.conversations.map((c) => c.id)
const admins = async (by: Member, id: string) =>
  (await by.call(g.listParticipants, { params: { id } })).body.participants
    .filter((p) => p.is_admin)
    .map((p) => p.account_id)
const seats = (id: string) =>
  t.ctx.db
    .selectFrom('conversation_participants')
    .where('conversation_id', '=', id)
    .selectAll()
    .execute()

describe('making a group', () => {
  test('MSG-178: a group of relations; the creator administers it, everybody lists it and reads how it began', async () => {
    const [a, b, c] = (await circle(3)) as [Member, Member, Member]
    const group = await create(a, [b, c, a, b], { description: ' Entre nous ' })
    expect(group).toMatchObject({
      type: 'group',
      title: 'Les voisins',
      description: 'Entre nous',
      participant_count: 3,
      event_id: null,
      is_event_organizer: false,
      can_write: true,
    })
    expect(group.participants.map((p) => [p.account_id, p.is_admin])).toEqual(
      expect.arrayContaining([
        [a.accountId, true],
        [b.accountId, false],
        [c.accountId, false],
      ]),
    )
    for (const one of [a, b, c]) expect(await listed(one)).toContain(group.id)
    expect(await lines(c, group.id)).toEqual([`info: ${a.handle} a créé le groupe`])
    expect(group.last_message).toMatchObject({
      senderAccountId: 'system',
      systemType: 'info',
      content: `${a.handle} a créé le groupe`,
    })
    await say(b, group.id, 'Bonsoir')
    expect((await thread(c, group.id)).at(-1)?.content).toBe('Bonsoir')
  })

  test('only relations, never the blocked either way, at most 100, and never with oneself alone', async () => {
    const [a, b] = (await circle(2)) as [Member, Member]
    const stranger = await t.member()
    const refused = async (ids: string[], code: string) => {
      const answer = await a.call(g.createGroup, { body: { title: 'Essai', account_ids: ids } })
      expect((answer.body as unknown as { code: string }).code).toBe(code)
    }
    await refused([b.accountId, stranger.accountId], 'not_your_relation')
    await refused([a.accountId], 'not_your_relation')
    for (const [x, y] of [
      [a, b],
      [b, a],
    ] as const) {
      await t.ctx.db
        .insertInto('blocks')
        .values({ account_id: x.accountId, blocked_account_id: y.accountId, created_at: 0 })
        .execute()
      await refused([b.accountId], 'not_your_relation')
      await t.ctx.db.deleteFrom('blocks').where('account_id', '=', x.accountId).execute()
    }
    await refused(Array.from({ length: GROUP_MEMBERS_MAX }, newId), 'group_full')
    const group = await create(a, [b])
    const crowd = Array.from({ length: GROUP_MEMBERS_MAX - 2 }, newId)
    await t.ctx.db
      .insertInto('accounts')
      .values(
        crowd.map((id) => ({
          id,
          handle: id,
          handle_key: id,
          avatar_media_id: null,
          created_at: 0,
          last_seen_at: null,
          last_seen_identity_id: null,
          heartbeat_at: null,
          deleted_at: null,
        })),
      )
      .execute()
    await t.ctx.db
      .insertInto('conversation_participants')
      .values(
        crowd.map((account_id) => ({
          conversation_id: group.id,
          account_id,
          is_admin: 0 as const,
          joined_at: 0,
          visible_after: 0,
          left_at: null,
          has_written: 0 as const,
        })),
      )
      .execute()
    await relate(a, stranger)
    expect((await add(a, group.id, [stranger])).body).toMatchObject({ code: 'group_full' })
    const [one] = (await a.call(m.getConversation, { params: { id: group.id } })).body.conversation
      .participants
    expect(one?.account_id).toBe(a.accountId)
  })

  test('administrators change name, description and picture; each change is announced once', async () => {
    const [a, b] = (await circle(2)) as [Member, Member]
    const [mine, theirs] = [
      (await upload(a, await picture(4))).body.media_id,
      (await upload(b, await picture(5))).body.media_id,
    ]
    const group = await create(a, [b])
    const patch = (by: Member, body: object) =>
      by.call(g.updateGroup, { params: { id: group.id }, body })
    expect((await patch(b, { title: 'À moi' })).body).toMatchObject({ code: 'admins_only' })
    expect((await patch(a, { avatar_media_id: theirs })).body).toMatchObject({
      code: 'media_not_yours',
    })
    const { body } = await patch(a, {
      title: 'Le quartier',
      description: 'Le samedi',
      avatar_media_id: mine,
    })
    expect(body.conversation).toMatchObject({
      title: 'Le quartier',
      description: 'Le samedi',
      avatarUrl: `/api/media/${mine}/url`,
    })
    expect((await b.call(mediaUrl, { params: { id: mine } })).status).toBe(200)
    await patch(a, { title: 'Le quartier' })
    await patch(a, { avatar_media_id: null })
    expect((await lines(b, group.id)).slice(1)).toEqual([
      'info: Le groupe s’appelle désormais «\u00a0Le quartier\u00a0»',
      'info: La description du groupe a changé',
      'info: Le groupe a une nouvelle image',
      'info: Le groupe n’a plus d’image',
    ])
    expect(
      await t.ctx.db.selectFrom('media').where('id', '=', mine).select('id').execute(),
    ).toEqual([])
    expect(
      (await b.call(m.searchConversations, { query: { q: 'QUARTIER' } })).body.conversations.map(
        (c) => c.id,
      ),
    ).toEqual([group.id])
  })
})

test('both sides of a block never come into one group by a third member, who is not told', async () => {
  const [a, b, c, d] = (await circle(4)) as [Member, Member, Member, Member]
  await b.call(block, { params: { id: c.accountId } })
  const group = await create(a, [b, c, d])
  const members = async () =>
    (await seats(group.id)).filter((s) => s.left_at === null).map((s) => s.account_id)
  expect((await members()).toSorted()).toEqual([a.accountId, b.accountId, d.accountId].toSorted())
  expect((await add(a, group.id, [c])).status).toBe(200)
  expect(await members()).not.toContain(c.accountId)
})

describe('coming and going', () => {
  test('MSG-179: a new or returning member lists the group and reads later messages', async () => {
    const [a, b, c] = (await circle(3)) as [Member, Member, Member]
    const group = await create(a, [b])
    const before = await say(a, group.id, 'avant')
    expect((await add(b, group.id, [c])).body).toMatchObject({ code: 'admins_only' })
    expect((await add(a, group.id, [c, b])).status).toBe(200)
    expect(await listed(c)).toContain(group.id)
    await say(b, group.id, 'après', { quoted_message_id: before.id })
    expect(await lines(c, group.id)).toEqual([
      `participant_joined: ${c.handle} a rejoint le groupe`,
      'après',
    ])
    // what is quoted from before stays before
    expect([
      (await thread(c, group.id)).at(-1)?.quote,
      (await thread(a, group.id)).at(-1)?.quote?.content,
    ]).toEqual([null, 'avant'])
    await leave(c, group.id)
    await say(a, group.id, 'sans elle')
    await add(a, group.id, [c])
    expect(await lines(c, group.id)).toEqual([
      `participant_joined: ${c.handle} a rejoint le groupe`,
    ])
    expect(
      (await c.call(m.getConversation, { params: { id: group.id } })).body.conversation
        .unread_count,
    ).toBe(0)
  })

  test('MSG-180: whoever leaves no longer lists the group; the others read that it left', async () => {
    const [a, b] = (await circle(2)) as [Member, Member]
    const group = await create(a, [b])
    expect((await leave(b, group.id)).body).toEqual({ success: true })
    expect(await listed(b)).not.toContain(group.id)
    expect((await b.call(m.getConversation, { params: { id: group.id } })).status).toBe(404)
    expect((await leave(b, group.id)).status).toBe(404)
    expect((await lines(a, group.id)).at(-1)).toBe(
      `participant_left: ${b.handle} a quitté le groupe`,
    )
    expect(
      (await a.call(g.listParticipants, { params: { id: group.id } })).body.participants.map(
        (p) => p.account_id,
      ),
    ).toEqual([a.accountId])
  })

  test('MSG-181: only an administrator removes, and whoever is removed no longer lists the group', async () => {
    const [a, b, c] = (await circle(3)) as [Member, Member, Member]
    const group = await create(a, [b, c])
    expect((await remove(b, group.id, c)).body).toMatchObject({ code: 'admins_only' })
    expect((await remove(a, group.id, c)).body).toEqual({ success: true })
    expect(await listed(c)).not.toContain(group.id)
    expect((await remove(a, group.id, c)).body).toMatchObject({ code: 'member_absent' })
    expect((await lines(b, group.id)).at(-1)).toBe(
      `participant_left: ${c.handle} ne fait plus partie du groupe`,
    )
  })

  test('a removed member gets nothing more, by any road, from the same instant', async () => {
    const [a, b] = (await circle(2)) as [Member, Member]
    const group = await create(a, [b])
    const photo = (await upload(a, await picture(6))).body.media_id
    await say(a, group.id, 'photo', { media_ids: [photo] })
    const link = (await b.call(mediaUrl, { params: { id: photo } })).body.signed_url
    expect((await b.raw('GET', link)).status).toBe(200)
    const live = await liveClient(base, b)
    open.push(live)
    const channel = `private-conversation-${group.id}`
    for (const c of [channel, `private-account-${b.accountId}`]) await live.subscribe(c)
    const client_msg_id = newId()
    await remove(a, group.id, b)
    await say(a, group.id, 'entre nous')
    await until(() => live.named('conversation.left').length > 0)
    await pause(150)
    expect(
      live.named('conversation.left').map((h) => [h.channel, parseEvent(h.data)?.payload]),
    ).toEqual([
      [`private-account-${b.accountId}`, { conversationId: group.id, accountId: b.accountId }],
    ])
    expect(JSON.stringify(live.heard)).not.toMatch(/entre nous|ne fait plus partie/)
    const again = await liveClient(base, b)
    open.push(again)
    await expect(again.subscribe(channel)).rejects.toThrow('403')
    expect((await b.raw('GET', link)).status).toBe(403)
    for (const path of ['', '/messages', '/participants', '/sync?since=2020-01-01T00:00:00.000Z'])
      expect((await b.raw('GET', `/api/conversations/${group.id}${path}`)).status, path).toBe(404)
    const sent = await b.call(m.sendMessage, {
      params: { id: group.id },
      body: { content: 'encore', sender_identity_id: b.identityIds[0] ?? null, client_msg_id },
    })
    expect(sent.status).toBe(404)
  })

  test('MSG-185: conversation.created goes to new members, system.message to all', async () => {
    const [a, b, c, d] = (await circle(4)) as [Member, Member, Member, Member]
    const group = await create(a, [b])
    await pause(50)
    const tap = tapPublisher(t)
    await add(a, group.id, [c, d])
    await until(() => tap.events.filter((e) => e.name === 'system.message').length >= 10)
    tap.stop()
    const created = tap.events.filter((e) => e.name === 'conversation.created')
    expect(created.map((e) => e.channel).sort()).toEqual(
      [c, d].map((x) => `private-account-${x.accountId}`).sort(),
    )
    for (const e of created) {
      const event = parseEvent(e.data)
      expect(event).toMatchObject({
        name: 'conversation.created',
        payload: { conversation: { id: group.id, participant_count: 4, unread_count: 0 } },
      })
    }
    const said = tap.events
      .filter((e) => e.name === 'system.message')
      .map((e) => parseEvent(e.data))
    expect(said.every((e) => e !== null)).toBe(true)
    const rows = await t.ctx.db
      .selectFrom('messages')
      .where('conversation_id', '=', group.id)
      .select('seq')
      .execute()
    expect(new Set(rows.map((r) => r.seq)).size).toBe(3)
    expect(
      new Set(tap.events.filter((e) => e.name === 'system.message').map((e) => e.channel)),
    ).toEqual(
      new Set([
        `private-conversation-${group.id}`,
        ...[a, b, c, d].map((x) => `private-account-${x.accountId}`),
      ]),
    )
  })

  test('the last member’s leaving ends it, with the photos that nothing else shows', async () => {
    const [a, b] = (await circle(2)) as [Member, Member]
    const group = await create(a, [b])
    const [lost, kept] = [
      (await upload(b, await picture(7))).body.media_id,
      (await upload(a, await picture(8))).body.media_id,
    ]
    await say(b, group.id, 'deux', { media_ids: [lost] })
    await say(a, group.id, 'photos', { media_ids: [kept] })
    await t.ctx.db
      .updateTable('accounts')
      .set({ avatar_media_id: kept })
      .where('id', '=', a.accountId)
      .execute()
    await leave(b, group.id)
    expect(
      await t.ctx.db.selectFrom('conversations').where('id', '=', group.id).selectAll().execute(),
    ).toHaveLength(1)
    await leave(a, group.id)
    for (const table of ['messages', 'conversation_participants', 'conversation_reads'] as const)
      expect(
        await t.ctx.db
          .selectFrom(table)
          .where('conversation_id', '=', group.id)
          .select('conversation_id')
          .execute(),
        table,
      ).toEqual([])
    expect(
      (
        await t.ctx.db.selectFrom('media').where('id', 'in', [lost, kept]).select('id').execute()
      ).map((r) => r.id),
    ).toEqual([kept])
  })
})

describe('administrators', () => {
  test('one always remains: the last one cannot step down, and hands the group on by leaving', async () => {
    const [a, b, c] = (await circle(3)) as [Member, Member, Member]
    const group = await create(a, [c])
    t.clock.now += 1000
    await add(a, group.id, [b])
    expect((await admin(a, group.id, a, false)).body).toMatchObject({ code: 'conflict' })
    expect((await admin(b, group.id, b, true)).body).toMatchObject({ code: 'admins_only' })
    await admin(a, group.id, b, true)
    await admin(a, group.id, b, true)
    expect((await lines(a, group.id)).filter((x) => x.includes('administre'))).toEqual([
      `info: ${b.handle} administre désormais le groupe`,
    ])
    expect((await admin(b, group.id, a, false)).body).toEqual({ success: true })
    expect(await admins(c, group.id)).toEqual([b.accountId])
    await leave(b, group.id)
    // the oldest membership of those who remain
    const first = (await seats(group.id))
      .filter((s) => s.left_at === null)
      .sort((x, y) => x.joined_at - y.joined_at || (x.account_id < y.account_id ? -1 : 1))[0]
    expect(await admins(c, group.id)).toEqual([first?.account_id])
    expect((await lines(c, group.id)).slice(-2)).toEqual([
      `participant_left: ${b.handle} a quitté le groupe`,
      `info: ${[a, c].find((x) => x.accountId === first?.account_id)?.handle} administre désormais le groupe`,
    ])
  })

  test('an account that is deleted hands on what it administers alone', async () => {
    const [a, b, c] = (await circle(3)) as [Member, Member, Member]
    const [alone, shared] = [await create(a, [b]), await create(a, [b, c])]
    await admin(a, shared.id, c, true)
    const { after } = await inTransaction(t.ctx.db, (trx) =>
      appointSuccessors(t.ctx, trx, a.accountId),
    )
    await after()
    expect([await admins(b, alone.id), await admins(b, shared.id)]).toEqual([
      [b.accountId],
      [c.accountId],
    ])
    await t.ctx.db
      .updateTable('accounts')
      .set({ deleted_at: 1 })
      .where('id', '=', a.accountId)
      .execute()
    // it is no longer named, nor is it a successor
    expect((await lines(b, alone.id))[0]).toBe('info: Compte supprimé a créé le groupe')
    await leave(b, alone.id)
    expect(
      await t.ctx.db.selectFrom('conversations').where('id', '=', alone.id).select('id').execute(),
    ).toEqual([])
  })

  test('concurrent leaves and additions keep one administrator and one membership each', async () => {
    for (let i = 0; i < 10; i += 1) {
      const [a, b, c] = (await circle(3)) as [Member, Member, Member]
      const group = await create(a, [b])
      const both = await Promise.all([add(a, group.id, [c]), add(a, group.id, [c])])
      expect(both.map((x) => x.status)).toEqual([200, 200])
      expect((await lines(b, group.id)).filter((x) => x.includes('rejoint'))).toHaveLength(1)
      expect(await seats(group.id)).toHaveLength(3)
      await admin(a, group.id, b, true)
      const gone = await Promise.all([leave(a, group.id), leave(b, group.id)])
      expect(gone.map((x) => x.status)).toEqual([200, 200])
      expect(await admins(c, group.id)).toEqual([c.accountId])
    }
  })

  test('none of it exists outside groups', async () => {
    const [a, b] = (await circle(2)) as [Member, Member]
    const { id } = (await a.call(m.startConversation, { body: { handle: b.handle } })).body
      .conversation
    for (const answer of [
      await leave(a, id),
      await add(a, id, [b]),
      await remove(a, id, b),
      await admin(a, id, b, true),
      await a.call(g.updateGroup, { params: { id }, body: { title: 'X' } }),
    ])
      expect([answer.status, (answer.body as unknown as { code: string }).code]).toEqual([
        409,
        'not_a_group',
      ])
  })
})
