import { describe, expect, test } from 'vitest'
import { mediaUrl } from '#contract/media'
import * as m from '#contract/messaging/messages'
import * as g from '#contract/messaging/groups'
import { parseEvent } from '#contract/realtime'
import { newId } from '../../../server/tokens'
import { type Member } from '../../support/server/server'
import { picture, upload } from '../../support/world/world'
import { pause, until } from '../hub/engine'
import { liveClient, tapPublisher } from '../live-client'
import {
  setUp,
  t,
  base,
  open,
  circle,
  create,
  add,
  remove,
  leave,
  say,
  thread,
  lines,
  listed,
} from './groups-setup'

setUp()

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
    await until(() => tap.events.filter((e) => e.name === 'system.message').length >= 8)
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
