import { DAY_MS, DELETION_DAYS, HOUR_MS, UNUSED_LETTER_DAYS } from '#contract/limits'
import type { Ctx } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { longDay } from '../paris'
import { newId } from '../tokens'
import { codeForgottenLetter, deletionLetter, unusedLetter, type Letter } from './letters'
import { partedLetter, partingAskedLetter, partingCancelledLetter } from './letters-parting'
import {
  holdLetter,
  MODERATION_LETTERS,
  moderationLetter,
  urgentLetter,
  type ModerationLetter,
} from './letters-staff'

const PLAIN = {
  urgent: urgentLetter,
  hold: holdLetter,
  parting_asked: partingAskedLetter,
  parting_cancelled: partingCancelledLetter,
  parted: (env: Sender['env']) => partedLetter(env, true),
  left: (env: Sender['env']) => partedLetter(env, false),
  code_forgotten: codeForgottenLetter,
} as const
/** Letters that name a day. */
const DATED = {
  deletion: { letter: deletionLetter, days: DELETION_DAYS },
  unused_first: { letter: unusedLetter, days: UNUSED_LETTER_DAYS[0] },
  unused_second: { letter: unusedLetter, days: UNUSED_LETTER_DAYS[1] },
} as const
/** Their days count from the sending: one that had to wait must not name a day that has passed. */
export const UNUSED_LETTERS = ['unused_first', 'unused_second'] as const
type LetterName = ModerationLetter | keyof typeof PLAIN | keyof typeof DATED
const KNOWN = [...Object.keys(PLAIN), ...Object.keys(DATED), ...MODERATION_LETTERS]
const isKnown = (what: string): what is LetterName => KNOWN.includes(what)
const isPlain = (what: LetterName): what is keyof typeof PLAIN => what in PLAIN
const isDated = (what: LetterName): what is keyof typeof DATED => what in DATED
const isUnused = (what: LetterName): boolean => UNUSED_LETTERS.some((one) => one === what)
const letterOf = (env: Sender['env'], what: LetterName, from: number): Letter => {
  if (isPlain(what)) return PLAIN[what](env)
  if (!isDated(what)) return moderationLetter(env, what)
  const { letter, days } = DATED[what]
  return letter(env, longDay(from + days * DAY_MS))
}

/** A letter that must arrive: it is stored with what it is about. */
interface DueLetter {
  readonly to: { readonly userId: string } | { readonly address: string }
  readonly what: LetterName
}
type Sender = Pick<Ctx, 'db' | 'env' | 'log' | 'mailer' | 'now'>

/** Lease of a letter that is being sent: after a kill another process takes it. */
const LEASE_MS = 2 * 60_000
const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 6 * HOUR_MS
/** A letter that could not be sent is dropped after them; one of an unused account only if it was refused. */
export const LETTER_DAYS = 14
const BATCH = 100

/** Stores letters in the caller's transaction; call `sendLettersLater` after the commit. */
export const queueLetters = async (
  trx: Conn,
  letters: readonly DueLetter[],
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

/**
 * Refused for good: the address does not exist, or takes no mail; or refused in whatever way for
 * LETTER_DAYS, as by a full mailbox. `waited`: ms since the letter was stored.
 */
const isFinal = (error: unknown, waited: number): boolean => {
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown }
  // a refused connection, login or sender is the operator's setting, which can be fixed
  if (typeof responseCode !== 'number' || (command !== 'RCPT TO' && command !== 'DATA'))
    return false
  return (command === 'RCPT TO' && responseCode >= 500) || waited >= LETTER_DAYS * DAY_MS
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

/** Before a letter that names a day is sent: the deletion must not come earlier than that day. */
const countFrom = (ctx: Sender, userId: string, now: number) =>
  ctx.db
    .updateTable('accounts')
    .set({ unused_letter_at: now })
    .where('unused_letters', '>', 0)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('users')
        .where('id', '=', userId)
        .where('account_id', 'is not', null)
        .select((s) => s.ref('account_id').$notNull().as('id')),
    )
    .execute()

const send = async (ctx: Sender, row: Row<'letters'>, what: LetterName): Promise<void> => {
  const to = await addressOf(ctx, row)
  if (to === null) return
  const now = ctx.now()
  if (isUnused(what) && row.user_id !== null) await countFrom(ctx, row.user_id, now)
  await ctx.mailer.send({ ...letterOf(ctx.env, what, isUnused(what) ? now : row.made_at), to })
}

/**
 * Sends the letters that are due, after a commit and every minute. A kill while sending repeats the
 * letter; an unavailable mail server is retried at growing intervals.
 */
export const sendQueuedLetters = async (ctx: Sender): Promise<void> => {
  const now = ctx.now()
  await ctx.db
    .deleteFrom('letters')
    .where('made_at', '<=', now - LETTER_DAYS * DAY_MS)
    // an account is not deleted without its letter
    .where('what', 'not in', UNUSED_LETTERS)
    .execute()
  const due = await ctx.db
    .selectFrom('letters')
    .where('next_at', '<=', now)
    // what a newer server stored is left to it
    .where('what', 'in', KNOWN)
    .select('id')
    // a run writes to hundreds of unused accounts at once: a decision does not wait behind them
    .orderBy((eb) =>
      eb.case().when('what', 'in', UNUSED_LETTERS).then(eb.lit(1)).else(eb.lit(0)).end(),
    )
    .orderBy('next_at')
    .limit(BATCH)
    .execute()
  for (const { id } of due) {
    const row = await lease(ctx, id, ctx.now())
    if (!row || !isKnown(row.what)) continue
    try {
      await send(ctx, row, row.what)
    } catch (error) {
      const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
      ctx.log.error({ code, responseCode }, 'mail not sent')
      if (!isFinal(error, now - row.made_at)) {
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

/** The same as work after the reply. */
export const sendLettersLater = (ctx: Sender & Pick<Ctx, 'bus'>): void =>
  ctx.bus.later('letters', () => sendQueuedLetters(ctx))
