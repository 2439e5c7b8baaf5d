import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import * as m from '#contract/messaging/messages'
import type { Ctx, Viewer } from '../../../server/context'
import { StatementBatch } from '../../../server/db/postgres'
import { postMessage } from '../../../server/messaging/messages/send'
import { newId } from '../../../server/tokens'
import { pageOf, pairOf, say, syncOf } from '../../support/world/exchanges'
import { sharedApp } from '../../support/server/shared-app'

const t = sharedApp()
const idsOf = (page: { messages: readonly m.Message[] }): string[] => page.messages.map((x) => x.id)

/** The transaction, in which a commit that would go with the last statements stays behind. */
const withoutCommit = <T extends object>(trx: T): T =>
  new Proxy(trx, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]): unknown => {
        const [query] = args as [CompiledQuery | undefined]
        const batch = name === 'executeQuery' ? query?.parameters[0] : undefined
        return (value as (...all: unknown[]) => unknown).apply(
          target,
          batch instanceof StatementBatch
            ? [CompiledQuery.raw(batch.text, [new StatementBatch(batch.statements, false)])]
            : args,
        )
      }
    },
  })
/** The context with transactions that stay open, their work done, until `release`. */
const holding = (ctx: Ctx): { ctx: Ctx; written: Promise<void>; release: () => void } => {
  let [release, done] = [() => {}, () => {}]
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const written = new Promise<void>((resolve) => {
    done = resolve
  })
  const db = new Proxy(ctx.db, {
    get: (target, name) => {
      if (name !== 'transaction') {
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function'
          ? (value as (...args: unknown[]) => unknown).bind(target)
          : value
      }
      const execute = <T>(work: (trx: never) => Promise<T>) =>
        target.transaction().execute(async (trx) => {
          const result = await work(withoutCommit(trx) as never)
          done()
          await gate
          return result
        })
      return () => ({ execute, setIsolationLevel: () => ({ execute }) })
    },
  })
  return { ctx: { ...ctx, db }, written, release }
}

test('sync returns new and changed messages in one order, each once, over several pages', async () => {
  const [a, b, id] = await pairOf(t)
  const first = await say(a, id, 'début')
  const since = new Date(first.changed - 1).toISOString()
  const row = await t.ctx.db
    .selectFrom('messages')
    .where('id', '=', first.id)
    .selectAll()
    .executeTakeFirstOrThrow()
  const seqs = Array.from({ length: 500 }, (_, i) => Number(row.seq) + 2 * (i + 1))
  await t.ctx.db
    .insertInto('messages')
    .values(seqs.map((seq) => ({ ...row, id: newId(), client_msg_id: newId(), seq, changed: seq })))
    .execute()
  // every third is changed later, between two others or after all, the oldest last
  const last = seqs.at(-1) ?? 0
  for (const [i, seq] of seqs.entries())
    if (i % 3 === 0)
      await t.ctx.db
        .updateTable('messages')
        .set({ changed: i % 2 ? seq + 301 : last + 1000 - 2 * i })
        .where('conversation_id', '=', id)
        .where('seq', '=', seq)
        .execute()
  await t.ctx.db
    .updateTable('conversations')
    .set({ clock: last + 1000 })
    .where('id', '=', id)
    .execute()
  const wanted = (
    await t.ctx.db
      .selectFrom('messages')
      .where('conversation_id', '=', id)
      .select(['id', 'changed'])
      .orderBy('changed')
      .execute()
  ).map((x) => x.id)
  const got: string[] = []
  let [from, more] = [since, true]
  while (more) {
    const page = await syncOf(b, id, from)
    got.push(...idsOf(page))
    ;[from, more] = [page.lastSyncDate, page.more]
  }
  expect(wanted).toHaveLength(501)
  expect(got).toEqual(wanted)
})

test('a late commit is received by the next sync, 100 of 100 times', async () => {
  const [a, b, id] = await pairOf(t)
  await say(a, id, 'début')
  const viewer: Viewer = {
    userId: a.userId,
    sessionId: '',
    accountId: a.accountId,
    identityId: null,
    identityIds: a.identityIds,
  }
  let since = (await pageOf(b, id)).lastSyncDate
  const [sent, got]: [string[], string[]] = [[], []]
  for (let i = 0; i < 100; i += 1) {
    const held = holding(t.ctx)
    const sending = postMessage(held.ctx, viewer, id, {
      content: `tard ${i}`,
      sender_identity_id: a.identityIds[0] ?? null,
      client_msg_id: newId(),
    })
    await held.written
    // a second one, that begins later: it may not overtake the first
    const next = i % 2 ? say(b, id, `ensuite ${i}`) : null
    // SQLite answers it after the commit, PostgreSQL before
    const between = syncOf(b, id, since)
    await Promise.race([between, new Promise((resolve) => setTimeout(resolve, 10))])
    held.release()
    sent.push((await sending).id, ...(next ? [(await next).id] : []))
    for (const answer of [between]) {
      const { messages, lastSyncDate } = await answer
      got.push(...idsOf({ messages }))
      since = lastSyncDate
    }
    const after = await syncOf(b, id, since)
    got.push(...idsOf(after))
    since = after.lastSyncDate
  }
  expect(new Set(got)).toEqual(new Set(sent))
  expect([...new Set(got)]).toEqual(sent)
}, 60_000)
