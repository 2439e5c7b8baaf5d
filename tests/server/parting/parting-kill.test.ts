import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import * as p from '#contract/profile/parting'
import type { Ctx } from '../../../server/context'
import { divideAccount } from '../../../server/parting/split'
import { finishParting } from '../../../server/parting/finish'
import { sharedApp } from '../../support/server/shared-app'
import { addPhoto } from '../../support/world/couples'
import { say } from '../../support/world/exchanges'
import { mailsTo } from '../mailbox'
import { ask, couple, talkWith } from './setup'
import { eventually } from '../../support/eventually'

const t = sharedApp()

/** Every statement from the nth on fails, as for a server that was killed there. */
const failingFrom = (n: number): { ctx: Ctx; asked: () => number } => {
  let asked = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asked += 1
      if (asked >= n) throw new Error('killed')
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  return { ctx: { ...t.ctx, db: t.ctx.db.withPlugin(plugin) }, asked: () => asked }
}

const TABLES = [
  'partings',
  'accounts',
  'identities',
  'users',
  'sessions',
  'media',
  'media_subjects',
  'kept_photos',
  'messages',
  'conversations',
  'conversation_participants',
  'past_talks',
  'relations',
  'blocks',
  'notes',
  'albums',
] as const
const dump = async (): Promise<string> => {
  const all = []
  for (const table of TABLES) {
    const rows = await t.ctx.db.selectFrom(table).selectAll().execute()
    all.push(rows.map((r) => JSON.stringify(r)).sort())
  }
  return JSON.stringify(all)
}

test('killed at any statement there is one account or there are two, never anything between', async () => {
  const c = await couple(t)
  const [shared, hers] = [await t.member(), await t.member()]
  const both = await talkWith(c.anne, shared)
  await say(c.anne, both, 'mot d’Anne')
  await say(c.paul, both, 'mot de Paul', { sender_identity_id: c.paulId })
  await say(c.anne, await talkWith(c.anne, hers), 'Anne seule')
  await addPhoto(c.anne, [c.anneId])
  const kept = await addPhoto(c.anne, [c.anneId, c.paulId])
  await addPhoto(c.anne, [c.anneId, c.paulId])
  await ask(c.anne, { handle: c.handle })
  for (const who of [c.anne, c.paul])
    await who.call(p.chooseInParting, { body: { kind: 'photo', ids: [kept], on: true } })
  const { id } = await t.ctx.db
    .selectFrom('partings')
    .where('account_id', '=', c.account)
    .select('id')
    .executeTakeFirstOrThrow()

  const before = await dump()
  let n = 1
  for (; n < 2000; n += 1) {
    const { ctx } = failingFrom(n)
    const outcome = await divideAccount(ctx, id).catch((error: unknown) => error)
    if (!(outcome instanceof Error)) break
    expect(outcome.message).toBe('killed')
    const now = await dump()
    if (now === before) continue
    // committed: what failed only follows the division
    break
  }
  expect(n).toBeGreaterThan(50)
  const accounts = await t.ctx.db
    .selectFrom('users')
    .where('id', 'in', [c.anne.userId, c.paul.userId])
    .select('account_id')
    .execute()
  expect(new Set(accounts.map((a) => a.account_id)).size).toBe(2)

  // what follows is repeated until it is done, and no letter is lost with the mail server
  const { send } = t.ctx.mailer
  t.ctx.mailer.send = () => Promise.reject(new Error('mail server away'))
  for (let k = 1; k < 200; k += 1) {
    const { ctx } = failingFrom(k)
    if (!((await finishParting(ctx, id).catch((error: unknown) => error)) instanceof Error)) break
  }
  const row = await t.ctx.db
    .selectFrom('partings')
    .where('id', '=', id)
    .select('state')
    .executeTakeFirst()
  expect(row?.state).toBe('done')
  await eventually(async () => {
    const letters = await t.ctx.db
      .selectFrom('letters')
      .where('what', '=', 'parted')
      .selectAll()
      .execute()
    expect(letters.map((l) => l.next_at > t.clock.now)).toEqual([true, true])
  })
  t.ctx.mailer.send = send
  t.clock.now += 86_400_000
  await t.app.jobs.run()
  await t.app.jobs.run()
  for (const who of [c.anne, c.paul])
    expect((await mailsTo(t, who.email)).filter((m) => m.subject === 'C’est fait')).toHaveLength(1)
})
