import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEvent } from '#contract/events/events'
import { deleteAccountNow } from '#contract/staff/members'
import { makeAlbum } from '../../../server/albums/service'
import type { Ctx, Viewer } from '../../../server/context'
import { CALL_MS, purgeAccount, purgeDueAccounts } from '../../../server/life/deletion'
import { makeEvent } from '../../../server/events/editing/edit'
import { writeProfile } from '../../../server/profile/edit'
import { testApp, viewerOf, type Member, type TestApp } from '../../support/server/server'
import { profile } from '../../support/world/profiles'
import { staffMember } from '../../support/world/staff'

let t: TestApp
let operator: Member
beforeAll(async () => {
  t = await testApp()
  operator = await staffMember(t, 'efface', 'operator')
})
afterAll(() => t.close())

/** The server's parts for a call that was let in before `happens` and writes after it. */
const afterLetIn = (happens: () => Promise<unknown>): Ctx => {
  let isFirst = true
  const db = new Proxy(t.ctx.db, {
    get: (of, name) => {
      const value: unknown = Reflect.get(of, name)
      if (typeof value !== 'function') return value
      if (name !== 'transaction' || !isFirst) return value.bind(of) as unknown
      isFirst = false
      return () => ({
        execute: async (work: Parameters<ReturnType<typeof of.transaction>['execute']>[0]) => {
          await happens()
          return of.transaction().execute(work)
        },
      })
    },
  })
  return { ...t.ctx, db }
}

const CALLS: Record<string, (ctx: Ctx, viewer: Viewer) => Promise<unknown>> = {
  profiles: (ctx, viewer) => writeProfile(ctx, viewer, profile({ description: 'Encore là' })),
  albums: (ctx, viewer) => makeAlbum(ctx, viewer, { name: 'Été', isPublic: false }),
  events: (ctx, viewer) =>
    makeEvent(
      ctx,
      viewer,
      { title: 'Soirée', start_date: new Date(t.ctx.now() + 9e7).toISOString() },
      () => Promise.resolve(),
    ),
}

test.each(Object.keys(CALLS))(
  'a call that stores %s while an operator deletes its account leaves nothing of it',
  async (table) => {
    const one = await t.member()
    const params = { id: one.accountId }
    const body = { reason: 'Demande écrite', handle: one.handle }
    const ctx = afterLetIn(async () => {
      expect((await operator.call(deleteAccountNow, { params, body })).status).toBe(200)
      await purgeDueAccounts(t.ctx)
    })
    await CALLS[table]?.(ctx, { ...viewerOf(one), sessionId: 'ended' }).catch(() => undefined)
    t.clock.now += CALL_MS
    await purgeDueAccounts(t.ctx)
    t.clock.now -= CALL_MS
    const column = table === 'events' ? 'creator_account_id' : 'account_id'
    const left = await t.ctx.db
      .selectFrom(table as 'events')
      .where(column as 'creator_account_id', '=', one.accountId)
      .select(column as 'creator_account_id')
      .execute()
    expect(left).toEqual([])
    const { data } = await t.ctx.db
      .selectFrom('accounts')
      .where('id', '=', one.accountId)
      .select('data')
      .executeTakeFirstOrThrow()
    expect(data).toBe('{}')
  },
)

test('an account that two processes purge at the same time is purged', async () => {
  const one = await t.member()
  for (let n = 0; n < 4; n += 1)
    await one.call(createEvent, {
      body: { title: `Soirée ${n}`, start_date: new Date(t.ctx.now() + 9e7).toISOString() },
    })
  await Promise.all([purgeAccount(t.ctx, one.accountId), purgeAccount(t.ctx, one.accountId)])
  const left = await t.ctx.db
    .selectFrom('events')
    .where('creator_account_id', '=', one.accountId)
    .select('id')
    .execute()
  expect(left).toEqual([])
})
