import { DAY_MS, HOUR_MS } from '#contract/limits'
import type { Ctx } from '../context'
import type { Conn } from '../db/dialect'
import { newId } from '../tokens'
import { codeForgottenLetter, type Letter } from './letters'
import { partedLetter, partingAskedLetter, partingCancelledLetter } from './letters-parting'
import { holdLetter, moderationLetter, urgentLetter, type ModerationLetter } from './letters-staff'

const PLAIN = {
  urgent: urgentLetter,
  hold: holdLetter,
  parting_asked: partingAskedLetter,
  parting_cancelled: partingCancelledLetter,
  parted: (env: Sender['env']) => partedLetter(env, true),
  left: (env: Sender['env']) => partedLetter(env, false),
  code_forgotten: codeForgottenLetter,
} as const
const isPlain = (what: Due['what']): what is keyof typeof PLAIN => what in PLAIN
const letterOf = (env: Sender['env'], what: Due['what']): Letter =>
  isPlain(what) ? PLAIN[what](env) : moderationLetter(env, what)

/** A letter that must arrive: it is stored with what it is about. */
export interface Due {
  readonly to: { readonly userId: string } | { readonly address: string }
  readonly what: ModerationLetter | keyof typeof PLAIN
}
type Sender = Pick<Ctx, 'db' | 'env' | 'log' | 'mailer' | 'now'>

/** Lease of a letter that is being sent: after a kill another process takes it. */
const LEASE_MS = 2 * 60_000
const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 6 * HOUR_MS
/** Letters are dropped when the mail server is unavailable for longer. */
export const LETTER_DAYS = 14
const BATCH = 100

/** Stores letters in the caller's transaction; call `sendQueued` after the commit. */
export const queueLetters = async (
  trx: Conn,
  letters: readonly Due[],
  now: number,
): Promise<void> => {
  for (const { to, what } of letters)
    await trx
      .insertInto('letters')
      .values({
        id: newId(),
        user_id: 'userId' in to ? to.userId : null,
        address: 'address' in to ? to.address : null,
        what,
        made_at: now,
        next_at: now,
      })
      .execute()
}

/** Refused for good: the address does not exist, or takes no mail. */
const isFinal = (error: unknown): boolean => {
  // a refused login or sender is the operator's setting, which can be fixed
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown }
  return command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500
}

/** Takes the letter for this process; undefined when another one has it. */
const lease = (ctx: Sender, id: string, now: number) =>
  ctx.db
    .updateTable('letters')
    .set({ next_at: now + LEASE_MS })
    .where('id', '=', id)
    .where('next_at', '<=', now)
    .returningAll()
    .executeTakeFirst()

const addressOf = async (
  ctx: Sender,
  row: { user_id: string | null; address: string | null },
): Promise<string | null> => {
  if (row.user_id === null) return row.address
  const user = await ctx.db
    .selectFrom('users')
    .where('id', '=', row.user_id)
    .where('email_verified_at', 'is not', null)
    .select('email')
    .executeTakeFirst()
  return user?.email ?? null
}

/**
 * Sends the letters that are due, after a commit and every minute. A kill while sending repeats the
 * letter; an unavailable mail server is retried at growing intervals.
 */
export const sendQueued = async (ctx: Sender): Promise<void> => {
  const now = ctx.now()
  await ctx.db
    .deleteFrom('letters')
    .where('made_at', '<=', now - LETTER_DAYS * DAY_MS)
    .execute()
  const due = await ctx.db
    .selectFrom('letters')
    .where('next_at', '<=', now)
    .select('id')
    .orderBy('next_at')
    .limit(BATCH)
    .execute()
  for (const { id } of due) {
    const row = await lease(ctx, id, ctx.now())
    if (!row) continue
    const to = await addressOf(ctx, row)
    const what = row.what as Due['what']
    try {
      if (to !== null) await ctx.mailer.send({ ...letterOf(ctx.env, what), to })
    } catch (error) {
      const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
      ctx.log.error({ code, responseCode }, 'mail not sent')
      if (!isFinal(error)) {
        const pause = Math.max(FIRST_PAUSE_MS, Math.min(LONGEST_PAUSE_MS, now - row.made_at))
        await ctx.db
          .updateTable('letters')
          .set({ next_at: now + pause })
          .where('id', '=', id)
          .execute()
        continue
      }
    }
    await ctx.db.deleteFrom('letters').where('id', '=', id).execute()
  }
}
