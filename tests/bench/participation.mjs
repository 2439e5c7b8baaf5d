// What a change of a participation costs on the server, with 10 and with 1,000 guests: joining and
// leaving an event, each with its system message, while 100 members have a socket (goal: the ratio
// stays below 1.5; 21 before changes were synced one by one). `--redis=URL`: as one of several
// processes, which do not know who is connected to the others.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../../server/app'
import { readEnv } from '../../server/env'
import { makeEvent } from '../../server/events/editing/edit'
import { setPublicationStatus } from '../../server/events/editing/publishing'
import { syncConversations } from '../../server/events/conversations/conversations'
import { presentCurrent } from '../../server/events/present'
import { participate, stopParticipating } from '../../server/events/participation/participation'
import { newId } from '../../server/tokens'

const ROUNDS = 40
const WARM = 10
const GOAL = 1.5
const redis = process.argv.find((a) => a.startsWith('--redis='))?.slice('--redis='.length)
const dir = mkdtempSync(join(tmpdir(), 'connivence-bench-'))
const env = readEnv({
  NODE_ENV: 'test',
  DEMO: '0',
  DATA_DIR: dir,
  LOG_LEVEL: 'silent',
  RATE_FACTOR: '0',
  ...(redis ? { REDIS_URL: redis, SECRET: 'a secret of the measurement only' } : {}),
})
const app = await buildApp(env, { logger: false })
const { ctx } = app
const now = Date.now()
const accounts = []
const member = async () => {
  const id = newId()
  const made = accounts.push(id)
  const handle = `membre_${made}`
  await ctx.db
    .insertInto('accounts')
    .values({ id, handle, handle_key: handle, created_at: now })
    .execute()
  await ctx.db
    .insertInto('identities')
    .values({
      id: newId(),
      account_id: id,
      handle,
      handle_key: handle,
      gender: made % 2 ? 'woman' : 'man',
      is_primary: 1,
      created_at: now,
    })
    .execute()
  return { userId: '', sessionId: '', accountId: id, identityId: null, identityIds: [] }
}
const eventOf = async (guests) => {
  const lead = await member()
  const { id } = await makeEvent(
    ctx,
    lead,
    { title: 'Bal', start_date: new Date(now + 9e7).toISOString() },
    async () => undefined,
  )
  await setPublicationStatus(ctx, lead, id, 'published')
  for (let i = 0; i <= guests; i += 1) {
    const who = await member()
    await ctx.db
      .insertInto('event_participants')
      .values({
        id: newId(),
        event_id: id,
        account_id: who.accountId,
        status: i < guests ? 'accepted' : 'invited',
        is_co_organizer: 0,
        seats: 1,
        has_paid: 0,
        is_present: 0,
        is_vip: 0,
        is_hidden: 0,
        invited_by_account_id: lead.accountId,
        created_at: now,
        status_at: now,
      })
      .execute()
    if (i === guests) {
      await ctx.db.transaction().execute((trx) => syncConversations(ctx, trx, id))
      return { id, who }
    }
  }
  throw new Error('no guest')
}
const once = async ({ id, who }) => {
  const from = performance.now()
  await presentCurrent(ctx, who, await participate(ctx, who, id))
  await stopParticipating(ctx, who, id)
  return performance.now() - from
}
const middle = (times) => times.sort((a, b) => a - b)[ROUNDS >> 1]
const [small, large] = [await eventOf(10), await eventOf(1_000)]
// all guests of the small event and some ninety of the large one have a socket
const listening = new Set(accounts.slice(0, 100))
if (!redis) ctx.realtime.publisher.listeners = () => listening
// in turn: what else the machine does falls on both
const times = { few: [], many: [] }
for (let i = 0; i < ROUNDS + WARM; i += 1) {
  const [few, many] = [await once(small), await once(large)]
  if (i < WARM) continue
  times.few.push(few)
  times.many.push(many)
}
const [few, many] = [middle(times.few), middle(times.many)]
console.log(
  `joining and leaving: ${few.toFixed(1)} ms with 10 guests, ${many.toFixed(1)} ms with ` +
    `1,000; ratio ${(many / few).toFixed(2)} (goal ${GOAL})`,
)
await app.close()
rmSync(dir, { recursive: true })
if (many / few > GOAL) process.exitCode = 1
