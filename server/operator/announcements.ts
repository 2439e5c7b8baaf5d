import { DAY_MS, MINUTE_MS } from '#contract/limits'
import type { Announcement, sendAnnouncement } from '#contract/staff/community'
import type { ParsedInput } from '#contract/route'
import type { Ctx, StaffViewer } from '../context'
import { flag, lockPair, type Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { moderationLetter } from '../mail/letters-staff'
import { addNews, announceNews, removeEndedNews } from '../news/service'
import { writeAudit } from '../staff/service'
import { newId } from '../tokens'
import { nextAccounts, parseAudience, serializeAudience, accountsInAudience } from './audience'
import { iso } from '../iso'

const SHOWN_MAX = 50
/** Accounts per transaction. */
const BATCH = 200
const YEAR_MS = 365 * DAY_MS
/** The same message within this time is the repetition of a call whose reply was lost. */
const AGAIN_MS = 10 * MINUTE_MS

export const readAnnouncements = async (ctx: Ctx): Promise<Announcement[]> => {
  const rows = await ctx.db
    .selectFrom('announcements as a')
    .leftJoin('staff as s', 's.user_id', 'a.made_by')
    .selectAll('a')
    .select('s.pseudonym')
    .orderBy('a.made_at', 'desc')
    .limit(SHOWN_MAX)
    .execute()
  return rows.map((r) => ({
    id: r.id,
    text: r.text,
    byMail: r.by_mail === 1,
    by: r.pseudonym ?? 'Ancien membre de l’équipe',
    sendAt: iso(r.send_at),
    sentAt: iso(r.sent_at),
    cancelledAt: iso(r.cancelled_at),
    audience: parseAudience(r.audience),
    endsAt: iso(r.ends_at),
  }))
}

/** The same message of the same operator, if it was written just now and not cancelled. */
const writtenBefore = (
  trx: Conn,
  row: Pick<
    Row<'announcements'>,
    'text' | 'by_mail' | 'made_by' | 'made_at' | 'send_at' | 'audience' | 'ends_at'
  >,
) =>
  trx
    .selectFrom('announcements')
    .where('made_by', '=', row.made_by)
    .where('made_at', '>', row.made_at - AGAIN_MS)
    .where('cancelled_at', 'is', null)
    .where('text', '=', row.text)
    .where('by_mail', '=', row.by_mail)
    .where('audience', row.audience === null ? 'is' : '=', row.audience)
    .where('ends_at', row.ends_at === null ? 'is' : '=', row.ends_at)
    // at once, or at that hour
    .where((eb) =>
      row.send_at === row.made_at
        ? eb('send_at', '=', eb.ref('made_at'))
        : eb('send_at', '=', row.send_at),
    )
    .select('id')
    .executeTakeFirst()

/**
 * Returns the message's id, also of one that is repeated: two of them would reach all members.
 * Fails with `invalid_payload` for a time in more than a year, and for an end before it is sent.
 */
export const storeAnnouncement = async (
  ctx: Ctx,
  viewer: StaffViewer,
  { text, byMail, sendAt, audience, endsAt }: ParsedInput<typeof sendAnnouncement>['body'],
): Promise<string> => {
  const now = ctx.now()
  const at = sendAt === undefined ? now : Math.max(now, Date.parse(sendAt))
  const ends = endsAt === undefined ? null : Date.parse(endsAt)
  if (at > now + YEAR_MS || (ends !== null && (ends <= at || ends > at + YEAR_MS)))
    fail('invalid_payload')
  const row = {
    id: newId(),
    text,
    by_mail: flag(byMail),
    made_by: viewer.userId,
    made_at: now,
    send_at: at,
    sent_at: null,
    cancelled_at: null,
    reached: '',
    audience: serializeAudience(audience),
    ends_at: ends,
  }
  const id = await ctx.db.transaction().execute(async (trx) => {
    await lockPair(trx, 'announcements', viewer.userId, 'alone')
    const known = await writtenBefore(trx, row)
    if (known) return known.id
    await trx.insertInto('announcements').values(row).execute()
    await writeAudit(
      trx,
      viewer,
      {
        act: 'announcement.written',
        targetKind: 'announcement',
        targetId: row.id,
        detail: { sendAt: iso(at), byMail, audience, endsAt: iso(ends) },
      },
      now,
    )
    return row.id
  })
  if (at === now) ctx.bus.later('a message to all members', () => sendAnnouncements(ctx))
  return id
}

/** Fails with `not_found`, and `conflict` once the first member has received it. */
export const withdrawAnnouncement = async (
  ctx: Ctx,
  viewer: StaffViewer,
  id: string,
): Promise<void> => {
  const now = ctx.now()
  await ctx.db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('announcements')
      .set({ cancelled_at: now })
      .where('id', '=', id)
      .where('reached', '=', '')
      .where('sent_at', 'is', null)
      .where('cancelled_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!row) {
      const known = await trx
        .selectFrom('announcements')
        .where('id', '=', id)
        .select('id')
        .executeTakeFirst()
      fail(known ? 'conflict' : 'not_found')
    }
    await writeAudit(
      trx,
      viewer,
      { act: 'announcement.cancelled', targetKind: 'announcement', targetId: id },
      now,
    )
  })
}

interface Step {
  readonly accountIds: readonly string[]
  readonly newsIds: readonly string[]
  readonly byMail: boolean
}

/** The next members of an announcement, stored with its progress; null when all have it. */
const step = (ctx: Ctx, id: string): Promise<Step | null> =>
  ctx.db.transaction().execute(async (trx) => {
    // also the lock: a second process waits here, then goes on after this batch
    const row = await trx
      .updateTable('announcements')
      .set((eb) => ({ reached: eb.ref('reached') }))
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .where('cancelled_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!row) return null
    const isOver = row.ends_at !== null && row.ends_at <= ctx.now()
    const ids = isOver ? [] : await nextAccounts(trx, row.reached, row.send_at, BATCH)
    const last = ids.at(-1)
    await trx
      .updateTable('announcements')
      .set(last ? { reached: last } : { sent_at: ctx.now() })
      .where('id', '=', id)
      .execute()
    if (!last) return null
    const accountIds = await accountsInAudience(trx, parseAudience(row.audience), ids, ctx.now())
    const newsIds = await addNews(
      trx,
      accountIds.map((accountId) => ({
        accountId,
        actorAccountId: null,
        eventId: null,
        type: 'announcement' as const,
        payload: { text: row.text },
        endsAt: row.ends_at,
      })),
      ctx.now(),
    )
    return { accountIds, newsIds, byMail: row.by_mail === 1 }
  })

/**
 * Every minute: messages whose hour has come, unless their end has, too. Each member receives one
 * once, also when the process is killed in between; a mail may then be missing.
 */
export const sendAnnouncements = async (ctx: Ctx): Promise<void> => {
  const due = await ctx.db
    .selectFrom('announcements')
    .where('sent_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('send_at', '<=', ctx.now())
    .select('id')
    .orderBy('send_at')
    .execute()
  await removeEndedNews(ctx)
  for (const { id } of due)
    for (let done = await step(ctx, id); done; done = await step(ctx, id)) {
      await announceNews(ctx, done.newsIds)
      if (done.byMail) await mailTo(ctx, done.accountIds)
    }
}

/** One after the other: a mail server refuses thousands at once. */
const mailTo = async (ctx: Ctx, accountIds: readonly string[]): Promise<void> => {
  if (accountIds.length === 0) return
  const users = await ctx.db
    .selectFrom('users')
    .where('account_id', 'in', [...accountIds])
    .where('email_verified_at', 'is not', null)
    .select('email')
    .execute()
  for (const { email } of users)
    await ctx.mailer
      .send({ ...moderationLetter(ctx.env, 'announcement'), to: email })
      .catch(({ code }: { code?: unknown }) => ctx.log.error({ code }, 'mail not sent'))
}
