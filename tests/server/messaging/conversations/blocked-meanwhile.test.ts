import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as g from '#contract/messaging/groups'
import { isPostgres } from '../../../../server/db/dialect'
import { endRelation } from '../../../../server/relations/sharing'
import { insertBlock } from '../../../../server/safety/queries'
import { type Member } from '../../../support/server/server'
import { add, circle, create, setUp, t } from '../groups-setup'

setUp()

/** Runs `work` while a block of `by` is written and not committed yet; then commits it. */
const whileBlocking = async <T>(by: Member, whom: Member, work: () => Promise<T>): Promise<T> => {
  let [commit, written] = [(): void => undefined, (): void => undefined]
  const gate = new Promise<void>((resolve) => {
    commit = resolve
  })
  const isWritten = new Promise<void>((resolve) => {
    written = resolve
  })
  const blocking = t.ctx.db.transaction().execute(async (trx) => {
    await insertBlock(trx, by.accountId, whom.accountId, t.ctx.now())
    await endRelation(trx, by.accountId, whom.accountId)
    written()
    await gate
  })
  await isWritten
  let isDone = false
  const working = work().finally(() => {
    isDone = true
  })
  const waits = async (): Promise<boolean> =>
    (
      await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(
        t.ctx.db,
      )
    ).rows.length > 0
  await expect.poll(async () => isDone || (await waits()), { timeout: 10_000 }).toBe(true)
  commit()
  await blocking
  return working
}
const membersOf = async (by: Member, id: string): Promise<string[]> =>
  (await by.call(g.listParticipants, { params: { id } })).body.participants.map((p) => p.account_id)

test('who blocks a member at the moment in which they are added to a group stays out of it', async ({
  skip,
}) => {
  if (!isPostgres(t.ctx.db)) skip()
  const [a, b, c] = (await circle(3)) as [Member, Member, Member]
  const { id } = await create(a, [c])
  const added = await whileBlocking(b, a, () => add(a, id, [b]))
  expect(added.body).toMatchObject({ code: 'not_your_relation' })
  expect(await membersOf(a, id)).not.toContain(b.accountId)
})

test('nor does a third one bring together two of whom one is blocking the other', async ({
  skip,
}) => {
  if (!isPostgres(t.ctx.db)) skip()
  const [a, b, c] = (await circle(3)) as [Member, Member, Member]
  await t.relate(b, c)
  const made = await whileBlocking(c, b, () =>
    a.call(g.createGroup, { body: { title: 'Nous', account_ids: [b.accountId, c.accountId] } }),
  )
  expect(made.status).toBe(201)
  expect((await membersOf(a, made.body.conversation.id)).sort()).toEqual(
    [a.accountId, b.accountId].sort(),
  )
  const { id } = await create(a, [b])
  await t.relate(b, c)
  await t.ctx.db.deleteFrom('blocks').where('account_id', '=', c.accountId).execute()
  await whileBlocking(b, c, () => add(a, id, [c]))
  expect(await membersOf(a, id)).not.toContain(c.accountId)
})
