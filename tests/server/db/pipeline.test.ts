import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { isPostgres, type Conn } from '../../../server/db/dialect'
import { LAZY_BEGIN } from '../../../server/db/postgres'
import { executeBatch, statementOfRows } from '../../../server/db/statement'
import { sharedApp } from '../../support/server/shared-app'

const t = sharedApp()
beforeAll(async () => {
  await sql`create table pieces (id text primary key, n bigint not null)`.execute(t.ctx.db)
})
beforeEach(async () => {
  await sql`delete from pieces`.execute(t.ctx.db)
})

const put = statementOfRows<never>(
  ['text', 'bigint'],
  (rows) => `insert into pieces (id, n) ${rows}`,
)
const read = statementOfRows<{ id: string; n: number }>(
  ['text'],
  (rows) => `select id, n from pieces where id in (${rows}) order by id`,
)
const hold = (db: Conn) =>
  statementOfRows<{ id: string }>(
    ['text'],
    (rows) =>
      `select id from pieces where id in (${rows}) order by id${isPostgres(db) ? ' for no key update' : ''}`,
  )
const all = async (): Promise<string[]> =>
  (await sql<{ id: string }>`select id from pieces order by id`.execute(t.ctx.db)).rows.map(
    (r) => r.id,
  )
const inTransaction = <T>(work: (trx: Conn) => Promise<T>): Promise<T> =>
  t.ctx.db.transaction().setIsolationLevel(LAZY_BEGIN).execute(work)
/** Often enough for every statement to be prepared on whichever connection it falls. */
const OFTEN = 12

test('batched statements return their own rows in order, prepared or not', async () => {
  for (let i = 0; i < OFTEN; i += 1) {
    const answers = await inTransaction((trx) =>
      executeBatch(trx, [
        put.bind(trx, [
          [`a${i}`, i],
          [`b${i}`, i],
        ]),
        read.bind(trx, [[`b${i}`], [`a${i}`]]),
        read.bind(trx, []),
        read.bind(trx, [[`b${i}`]]),
      ]),
    )
    expect(answers.map((rows) => rows.map((r) => (r as { id: string }).id))).toEqual([
      [],
      [`a${i}`, `b${i}`],
      [],
      [`b${i}`],
    ])
  }
  expect(await all()).toHaveLength(2 * OFTEN)
})

test('one that fails undoes what went with it, commit included, and leaves the connection as good as it was', async () => {
  await put(t.ctx.db, [['taken', 1]])
  for (let i = 0; i < OFTEN; i += 1) {
    for (const last of [false, true])
      await expect(
        inTransaction((trx) =>
          executeBatch(
            trx,
            [
              put.bind(trx, [[`new${i}`, 1]]),
              put.bind(trx, [['taken', 2]]),
              read.bind(trx, [['taken']]),
            ],
            { last },
          ),
        ),
      ).rejects.toThrow()
    await inTransaction((trx) =>
      executeBatch(trx, [put.bind(trx, [[`good${i}`, 1]]), read.bind(trx, [['taken']])], {
        last: true,
      }),
    )
  }
  expect(await all()).toEqual(
    [...Array.from({ length: OFTEN }, (_, i) => `good${i}`), 'taken'].toSorted(),
  )
})

test('a transaction that failed after its statements is undone, one that asked nothing is nothing', async () => {
  await expect(
    inTransaction(async (trx) => {
      await executeBatch(trx, [put.bind(trx, [['gone', 1]])])
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await inTransaction(async () => undefined)
  await expect(inTransaction(() => Promise.reject(new Error('nothing')))).rejects.toThrow('nothing')
  await inTransaction(async (trx) => {
    await sql`insert into pieces values ('plain', 1)`.execute(trx)
  })
  expect(await all()).toEqual(['plain'])
  if (isPostgres(t.ctx.db))
    expect(
      (
        await sql`select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`.execute(
          t.ctx.db,
        )
      ).rows,
    ).toEqual([])
})

test('what is asked behind a lock sees what its holder committed before it was given', async ({
  skip,
}) => {
  if (!isPostgres(t.ctx.db)) skip('SQLite has one writer')
  await put(t.ctx.db, [
    ['lock', 0],
    ['under', 0],
  ])
  for (let i = 1; i <= OFTEN; i += 1) {
    const { later } = await t.ctx.db.transaction().execute(async (trx) => {
      await hold(trx)(trx, [['lock']])
      const asked = inTransaction((other) =>
        executeBatch(other, [hold(other).bind(other, [['lock']]), read.bind(other, [['under']])], {
          last: true,
        }),
      )
      await expect
        .poll(
          async () =>
            (
              await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
                t.ctx.db,
              )
            ).rows.length,
        )
        .toBe(1)
      await sql`update pieces set n = ${i} where id = 'under'`.execute(trx)
      return { later: asked }
    })
    expect((await later)[1]).toEqual([{ id: 'under', n: i }])
  }
})
