import { describe, expect, test } from 'vitest'
import { HEARTBEAT_MS, PRESENCE_TIMEOUT_MS } from '#contract/limits'
import { presenceBootstrap } from '#contract/presence'
import { login, logout } from '#contract/session/session'
import { writeHeartbeats } from '../../server/presence/queries'
import { type Client } from '../support/server/server'
import { setUp, t, room, circle, seenBy, beat, offline, said } from './presence-setup'

setUp()

describe('online and offline', () => {
  test('three missed heartbeats: offline, said once by the sweep, with the time of the last beat', async () => {
    const [me, friend] = [await t.member(), await t.member()]
    await t.relate(me, friend)
    await beat(me)
    const last = (await seenBy(friend, me))?.lastSeenAt
    t.clock.now += PRESENCE_TIMEOUT_MS - 2_000
    expect(await said(() => room.sweep())).toEqual([])
    expect(await seenBy(friend, me)).toMatchObject({ isOnline: true })
    t.clock.now += 2_001
    expect(await said(() => Promise.all([room.sweep(), room.sweep()]))).toEqual([
      {
        accountId: me.accountId,
        isOnline: false,
        channels: [me.accountId, friend.accountId]
          .map((id) => `private-account-${id}`)
          .concat(`presence-account-${me.accountId}`),
      },
    ])
    expect(await seenBy(friend, me)).toMatchObject({ isOnline: false, lastSeenAt: last })
    expect(await said(() => beat(me))).toMatchObject([{ accountId: me.accountId, isOnline: true }])
  })

  test('a heartbeat that was collected before the account was deleted is not written', async () => {
    const me = await t.member()
    const account = t.ctx.db.updateTable('accounts').where('id', '=', me.accountId)
    await account.set({ deleted_at: t.ctx.now() }).execute()
    await writeHeartbeats(t.ctx.db, [
      { accountId: me.accountId, identityId: null, at: t.ctx.now() },
    ])
    expect(
      await t.ctx.db
        .selectFrom('accounts')
        .where('id', '=', me.accountId)
        .select(['heartbeat_at', 'last_seen_at'])
        .executeTakeFirst(),
    ).toEqual({ heartbeat_at: null, last_seen_at: null })
  })

  test('only changes are published: 10 heartbeats one, two offlines one', async () => {
    const me = await t.member()
    expect(
      await said(async () => {
        await Promise.all([beat(me), beat(me), beat(me)])
        for (let i = 0; i < 7; i += 1) {
          t.clock.now += HEARTBEAT_MS
          await beat(me)
        }
      }),
    ).toMatchObject([{ accountId: me.accountId, isOnline: true }])
    expect(
      await said(async () => {
        await offline(me)
        await offline(me)
      }),
    ).toMatchObject([{ accountId: me.accountId, isOnline: false }])
    const never = await t.member()
    expect(await said(() => offline(never))).toEqual([])
  })

  test('beats and offlines at the same moment: what was said last is what stands', async () => {
    const [me, friend] = [await t.member(), await t.member()]
    await t.relate(me, friend)
    let standing = false
    for (let i = 0; i < 5; i += 1) {
      standing =
        (
          await said(() => Promise.all([beat(me), offline(me), beat(me), offline(me), beat(me)]))
        ).at(-1)?.isOnline ?? standing
      expect((await seenBy(friend, me))?.isOnline).toBe(standing)
    }
  })

  test('one goes offline with the last of one’s devices; logging out counts', async () => {
    const { email, accountId } = await t.member('deux_telephones')
    const friend = await t.member()
    await t.ctx.db
      .insertInto('relations')
      .values({
        account_id: friend.accountId,
        with_account_id: accountId,
        created_at: 1,
        origin: 'link',
      })
      .execute()
    const online = async () =>
      (await circle(friend)).find((p) => p.accountId === accountId)?.isOnline
    const device = async (): Promise<Client> => {
      const client = t.client()
      client.token = (
        await client.call(login, { body: { email, password: 'un-bon-mot-de-passe' } })
      ).body.token
      return client
    }
    const [phone, desk] = [await device(), await device()]
    await beat(phone)
    await beat(desk)
    await offline(phone)
    expect(await online()).toBe(true)
    await desk.call(logout)
    await expect.poll(online).toBe(false)
  })

  test('a device that fell silent does not keep the account online when the other leaves', async () => {
    const { email } = await t.member('appareil_muet')
    const [silent, other] = [t.client(), t.client()]
    for (const c of [silent, other])
      c.token = (
        await c.call(login, { body: { email, password: 'un-bon-mot-de-passe' } })
      ).body.token
    await beat(silent)
    t.clock.now += PRESENCE_TIMEOUT_MS
    await beat(other)
    expect(await said(() => offline(other))).toMatchObject([{ isOnline: false }])
  })

  test('beats are kept when they could not be written, and written with the next', async () => {
    const [me, friend] = [await t.member(), await t.member()]
    await t.relate(me, friend)
    await beat(me)
    t.clock.now += 30_000
    const { transaction } = t.ctx.db
    await beat(me)
    t.ctx.db.transaction = () => {
      throw new Error('no database')
    }
    expect((await me.call(presenceBootstrap)).status).toBe(500)
    t.ctx.db.transaction = transaction
    t.clock.now += 40_000
    expect(await seenBy(friend, me)).toMatchObject({ isOnline: true })
  })
})
