import { sql } from 'kysely'
import type { instanceState } from '#contract/staff/community'
import type { Reply } from '#contract/route'
import { readCommunitySettings, storeSettings } from '../community'
import type { Ctx, StaffViewer } from '../context'
import { countRows } from '../db/count'
import { iso } from '../iso'
import { testLetter } from '../mail/letters-staff'
import { queueLetters, sendQueuedLetters } from '../mail/queue'
import { addNews, announceNews } from '../news/service'
import { verifyAudit } from '../staff/service'
import { VERSION } from '../version'

const isoOrNull = (ms: number): string | null => iso(ms > 0 ? ms : null)
const STARTED_AT = Date.now()

const databaseBytes = async (ctx: Ctx): Promise<number> => {
  const query =
    ctx.database.engine === 'sqlite'
      ? sql<{
          n: number
        }>`select page_count * page_size as n from pragma_page_count(), pragma_page_size()`
      : sql<{ n: number }>`select pg_database_size(current_database()) as n`
  return (await query.execute(ctx.db)).rows[0]?.n ?? 0
}

/** A value that a tool or a job stored beside the settings. */
const noted = async (ctx: Ctx, name: string): Promise<number> => {
  const row = await ctx.db
    .selectFrom('community_settings')
    .where('name', '=', name)
    .select('value')
    .executeTakeFirst()
  return row ? Number(JSON.parse(row.value)) : 0
}

export const readInstanceState = async (ctx: Ctx): Promise<Reply<typeof instanceState>> => {
  const members = ctx.db.selectFrom('accounts').where('deleted_at', 'is', null)
  const jobs = await ctx.db
    .selectFrom('work_claims')
    .select(['name', 'ran_at', 'failed_at'])
    .orderBy('name')
    .execute()
  const bytes = await ctx.db
    .selectFrom('media')
    .select((eb) => eb.fn.sum<number>('file_size').as('n'))
    .executeTakeFirst()
  return {
    version: VERSION,
    startedAt: iso(STARTED_AT),
    engine: ctx.database.engine,
    members: await countRows(members),
    photos: await countRows(ctx.db.selectFrom('media')),
    databaseBytes: await databaseBytes(ctx),
    photoBytes: Number(bytes?.n ?? 0),
    pushQueue: await countRows(ctx.db.selectFrom('push_queue')),
    letters: await countRows(ctx.db.selectFrom('letters')),
    audit: await verifyAudit(ctx.db),
    mail: ctx.env.SMTP_URL !== '',
    push: ctx.env.PUSH,
    lastBackupAt: isoOrNull(await noted(ctx, 'lastBackupAt')),
    jobs: jobs.map((j) => ({
      name: j.name,
      ranAt: isoOrNull(j.ran_at),
      failed: j.failed_at !== null,
    })),
  }
}

/** Returns what the mail server said, or null. */
export const testMail = async (ctx: Ctx, viewer: StaffViewer): Promise<string | null> => {
  const { email } = await ctx.db
    .selectFrom('users')
    .where('id', '=', viewer.userId)
    .select('email')
    .executeTakeFirstOrThrow()
  return ctx.mailer.send({ ...testLetter(ctx.env), to: email }).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 300),
  )
}

/** A news item to the own account, which reaches its devices as every other one does. */
export const testPush = async (ctx: Ctx, viewer: StaffViewer): Promise<number> => {
  if (viewer.accountId === null) return 0
  const ids = await addNews(
    ctx.db,
    [
      {
        accountId: viewer.accountId,
        actorAccountId: null,
        eventId: null,
        type: 'announcement',
        payload: { text: 'Notification d’essai.' },
      },
    ],
    ctx.now(),
  )
  await announceNews(ctx, ids)
  const devices = await ctx.db
    .selectFrom('push_devices')
    .where('account_id', '=', viewer.accountId)
    .select('id')
    .execute()
  return devices.length
}

/** Every minute: a mail to the alert addresses when cases became urgent since the last one. */
export const alertUrgent = async (ctx: Ctx): Promise<void> => {
  const { alertAddresses } = await readCommunitySettings(ctx.env, ctx.db)
  if (alertAddresses.length === 0) return
  const since = await noted(ctx, 'alertedAt')
  const newest = await ctx.db
    .selectFrom('cases')
    .where('state', '!=', 'decided')
    .where('urgent_at', '>', since)
    .select('urgent_at')
    .orderBy('urgent_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest) return
  await ctx.db.transaction().execute(async (trx) => {
    await storeSettings(trx, { alertedAt: newest.urgent_at }, 'server', ctx.now())
    await queueLetters(
      trx,
      alertAddresses.map((address) => ({ to: { address }, what: 'urgent' })),
      ctx.now(),
    )
  })
  await sendQueuedLetters(ctx)
}
