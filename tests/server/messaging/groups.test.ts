import { describe, expect, test } from 'vitest'
import { GROUP_MEMBERS_MAX } from '#contract/limits'
import { mediaUrl } from '#contract/media'
import * as m from '#contract/messaging/messages'
import * as g from '#contract/messaging/groups'
import { block } from '#contract/safety'
import { newId } from '../../../server/tokens'
import { type Member } from '../../support/server/server'
import { picture, upload } from '../../support/world/world'
import { setUp, t, circle, create, add, say, thread, lines, listed } from './groups-setup'

setUp()

const membersOf = (id: string) =>
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
    await t.relate(a, stranger)
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
    (await membersOf(group.id)).filter((s) => s.left_at === null).map((s) => s.account_id)
  expect((await members()).toSorted()).toEqual([a.accountId, b.accountId, d.accountId].toSorted())
  expect((await add(a, group.id, [c])).status).toBe(200)
  expect(await members()).not.toContain(c.accountId)
})
