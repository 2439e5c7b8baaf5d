import { describe, expect, test } from 'vitest'
import * as m from '#contract/messaging/messages'
import * as g from '#contract/messaging/groups'
import { inTransaction } from '../../../../server/messaging/conversations/members'
import { appointSuccessors } from '../../../../server/messaging/conversations/succession'
import { type Member } from '../../../support/server/server'
import { setUp, t, circle, create, add, remove, leave, lines } from '../groups-setup'

setUp()

const admin = (by: Member, id: string, who: Member, is_admin: boolean) =>
  by.call(g.setAdmin, { params: { id }, body: { account_id: who.accountId, is_admin } })

const admins = async (by: Member, id: string) =>
  (await by.call(g.listParticipants, { params: { id } })).body.participants
    .filter((p) => p.is_admin)
    .map((p) => p.account_id)

const membersOf = (id: string) =>
  t.ctx.db
    .selectFrom('conversation_participants')
    .where('conversation_id', '=', id)
    .selectAll()
    .execute()

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
    const first = (await membersOf(group.id))
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
    // it may still come back: the group is kept, and is its own
    await leave(b, alone.id)
    expect((await membersOf(alone.id)).find((s) => s.account_id === a.accountId)).toMatchObject({
      left_at: null,
      is_admin: 1,
    })
  })

  test('concurrent leaves and additions keep one administrator and one membership each', async () => {
    for (let i = 0; i < 10; i += 1) {
      const [a, b, c] = (await circle(3)) as [Member, Member, Member]
      const group = await create(a, [b])
      const both = await Promise.all([add(a, group.id, [c]), add(a, group.id, [c])])
      expect(both.map((x) => x.status)).toEqual([200, 200])
      expect((await lines(b, group.id)).filter((x) => x.includes('rejoint'))).toHaveLength(1)
      expect(await membersOf(group.id)).toHaveLength(3)
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
