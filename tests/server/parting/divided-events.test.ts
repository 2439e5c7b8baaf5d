import { describe, expect, test } from 'vitest'
import { createEvent, participateInEvent, publishEvent } from '#contract/events/events'
import { inviteToEvent } from '#contract/events/participants'
import * as m from '#contract/messaging/messages'
import { getIdentities } from '#contract/profile/profile'
import { exportData } from '#contract/safety'
import { staffAccount } from '#contract/staff/accounts'
import { addZone } from '#contract/zones'
import { purgeAccount } from '../../../server/life/deletion'
import { type Member } from '../../support/server/server'
import { addPhoto } from '../../support/world/couples'
import { say } from '../../support/world/exchanges'
import { staffMember } from '../../support/world/staff'
import { readThread } from '../../support/world/world'
import { again, ask, couple, DAY_MS, part, PASSWORD, talkWith } from './setup'
import { setUp, t, choose, linkOf } from './parting-setup'

setUp()

describe('divided', () => {
  test('an event that either wishes to cancel is cancelled, the others are handed over', async () => {
    const c = await couple(t)
    const event = async (title: string) =>
      (
        await c.anne.call(createEvent, {
          body: { title, start_date: new Date(t.ctx.now() + 30 * DAY_MS).toISOString() },
        })
      ).body.event
    const [stays, goes] = [await event('Dîner'), await event('Bal')]
    await ask(c.anne, { handle: c.handle })
    await choose(c.paul, 'event', [goes.id])
    t.clock.now += 7 * DAY_MS + 1000
    await t.app.jobs.run()
    expect(
      await t.ctx.db
        .selectFrom('events')
        .where('creator_account_id', '=', c.account)
        .select('id')
        .execute(),
    ).toEqual([{ id: stays.id }])
  })

  test('places of both in the events of others are given up, a place of one alone stays', async () => {
    const c = await couple(t)
    const host = await t.member()
    const evening = async (who: Member, come: string | undefined) => {
      const { body } = await host.call(createEvent, {
        body: { title: 'Dîner', start_date: new Date(t.ctx.now() + 30 * DAY_MS).toISOString() },
      })
      const { id } = body.event
      await host.call(publishEvent, { params: { id }, body: { status: 'published' } })
      await host.call(inviteToEvent, { params: { id }, body: { account_handle: c.anne.handle } })
      const joined = await who.call(participateInEvent, {
        params: { id },
        ...(come ? { body: { identity_id: come } } : {}),
      })
      expect(joined.status).toBe(200)
      return id
    }
    const [both, his] = [await evening(c.paul, undefined), await evening(c.paul, c.paulId)]
    await part(t, c)
    const statusIn = async (id: string) =>
      (
        await t.ctx.db
          .selectFrom('event_participants')
          .where('event_id', '=', id)
          .where('account_id', '=', c.account)
          .select('status')
          .executeTakeFirst()
      )?.status
    expect([await statusIn(both), await statusIn(his)]).toEqual(['declined', 'accepted'])
  })

  test('a zone hides who leaves as before, but for the relations that were excepted and taken', async () => {
    const c = await couple(t)
    const neighbour = await t.member()
    const at = JSON.stringify({
      location: { place_id: '45234', city: 'Orléans', lat: 47.9, lng: 1.9 },
    })
    for (const who of [c.friend, neighbour])
      await t.ctx.db
        .updateTable('accounts')
        .set({ data: at })
        .where('id', '=', who.accountId)
        .execute()
    await c.anne.call(addZone, {
      body: { place_id: '45234', radius_km: 20, except: [c.friend.accountId] },
    })
    await ask(c.anne, { handle: c.handle })
    await choose(c.anne, 'relation', [c.friend.accountId])
    t.clock.now += 7 * DAY_MS + 1000
    await t.app.jobs.run()
    const anne = await again(t, c.anne)
    expect((await anne.call(getIdentities, { params: { id: neighbour.accountId } })).status).toBe(
      404,
    )
    expect((await anne.call(getIdentities, { params: { id: c.friend.accountId } })).status).toBe(
      200,
    )
  })

  test('who leaves without an account keeps the login and leaves nothing of themselves', async () => {
    const c = await couple(t)
    const own = await addPhoto(c.anne, [c.anneId])
    await ask(c.anne, { kind: 'leave' })
    t.clock.now += 7 * DAY_MS + 1000
    await t.app.jobs.run()
    const [anne, paul] = [await again(t, c.anne), await again(t, c.paul)]
    expect([anne.accountId, paul.identityIds]).toEqual(['', [c.paulId]])
    expect(await linkOf(paul, own)).toBe(404)
    expect(await t.ctx.db.selectFrom('media').where('id', '=', own).select('id').execute()).toEqual(
      [],
    )
  })

  test('deleting the new account empties what its person had written before', async () => {
    const c = await couple(t)
    const friend = await t.member()
    const both = await talkWith(c.anne, friend)
    await say(c.anne, both, 'mot d’Anne')
    await say(c.paul, both, 'mot de Paul', { sender_identity_id: c.paulId })
    const { anne } = await part(t, c)
    const archive = await anne.call(exportData, { body: { password: PASSWORD } })
    expect(archive.status).toBe(200)
    await purgeAccount(t.ctx, anne.accountId)
    const { messages } = (await readThread(await again(t, friend), both)).body as {
      messages: m.Message[]
    }
    expect(messages.map((x) => x.content)).toEqual(['', 'mot de Paul'])
    expect(
      await t.ctx.db
        .selectFrom('past_talks')
        .where('account_id', '=', anne.accountId)
        .select('title')
        .execute(),
    ).toEqual([])
  })

  test('the team sees that two accounts were one; a former partner on the team handles neither', async () => {
    const c = await couple(t)
    const { anne } = await part(t, c)
    const staff = await staffMember(t, `equipe_${c.handle}`)
    const seen = async (who: Member, id: string) => {
      const { status, body } = await who.call(staffAccount, { params: { id } })
      return status === 200 ? body.account.parted.map((other) => other.id) : status
    }
    expect(await seen(staff, anne.accountId)).toEqual([c.account])
    expect(await seen(staff, c.account)).toEqual([anne.accountId])
    await t.ctx.db
      .updateTable('users')
      .set({ account_id: c.account })
      .where('id', '=', staff.userId)
      .execute()
    expect(await seen(staff, anne.accountId)).toBe(404)
  })
})
