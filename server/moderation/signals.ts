import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits'
import { readCommunitySettings } from '../community'
import type { Ctx } from '../context'
import { chunksOf, idsOrNone } from '../db/dialect'
import type { ConversationMetadata } from '../db/tables-messaging'
import { readWhole } from '../media/service'
import { freezeContent, openCase } from '../safety/service'
import { isBanMarkedAddress, isBanMarkedPhoto } from './marks'

/** A decided signal about an account is not repeated within this time. */
const QUIET_MS = 7 * DAY_MS

type Counts = Readonly<Record<string, number>>

/** The smallest id of this time: UUIDv7 begin with the time, so the primary key serves as an index. */
const idAt = (ms: number): string => {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/**
 * What was sent or begun since then (ms) may not have been counted: an hour ago, or longer after an
 * outage or a failed run.
 */
const uncountedSince = async (ctx: Pick<Ctx, 'db' | 'now'>): Promise<number> => {
  const last = await ctx.db
    .selectFrom('work_claims')
    .where('name', '=', 'findSignals')
    .select(['ran_at', 'failed_at'])
    .executeTakeFirst()
  // `ran_at` is the end of a run
  const counted = last && last.failed_at === null ? last.ran_at - MINUTE_MS : 0
  return Math.max(ctx.now() - DAY_MS, Math.min(ctx.now() - HOUR_MS, counted))
}

/** The most direct conversations that each account began in one hour, of those not counted yet. */
const countNewConversations = async (
  ctx: Pick<Ctx, 'db' | 'now'>,
): Promise<Map<string, number>> => {
  const rows = await ctx.db
    .selectFrom('conversations')
    .where('created_at', '>', (await uncountedSince(ctx)) - HOUR_MS)
    .where('type', '=', 'direct')
    .select(['created_at', 'metadata'])
    .orderBy('created_at')
    .execute()
  const lately = new Map<string, number[]>()
  const counts = new Map<string, number>()
  for (const { created_at: at, metadata } of rows) {
    const { startedBy } = JSON.parse(metadata) as ConversationMetadata
    if (!startedBy) continue
    const hour = [...(lately.get(startedBy) ?? []).filter((t) => t > at - HOUR_MS), at]
    lately.set(startedBy, hour)
    counts.set(startedBy, Math.max(counts.get(startedBy) ?? 0, hour.length))
  }
  return counts
}

/**
 * Texts of the last day that were sent this often, of those that were sent lately, too: the others
 * were counted then.
 */
const frequentTexts = async (
  ctx: Pick<Ctx, 'db' | 'now'>,
  least: number,
): Promise<readonly string[]> => {
  const recent = await ctx.db
    .selectFrom('messages')
    .where('id', '>', idAt(await uncountedSince(ctx)))
    .where('text_hash', 'is not', null)
    .select('text_hash')
    .execute()
  const hashes = [...new Set(recent.flatMap((r) => r.text_hash ?? []))]
  const found: string[] = []
  for (const some of chunksOf(hashes)) {
    const rows = await ctx.db
      .selectFrom('messages')
      .where('text_hash', 'in', some)
      // else the index of texts, a partial one, is not used
      .where('text_hash', 'is not', null)
      .where('id', '>', idAt(ctx.now() - DAY_MS))
      .groupBy('text_hash')
      .having((eb) => eb.fn.countAll(), '>=', least)
      .select('text_hash')
      .execute()
    found.push(...rows.flatMap((r) => r.text_hash ?? []))
  }
  return found
}

/** Direct conversations to which each account sent one and the same text in the last day. */
const countSameMessages = async (
  ctx: Pick<Ctx, 'db' | 'now'>,
  least: number,
): Promise<Map<string, number>> => {
  const rows = await ctx.db
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .where('m.text_hash', 'in', idsOrNone(await frequentTexts(ctx, least)))
    .where('m.text_hash', 'is not', null)
    .where('m.id', '>', idAt(ctx.now() - DAY_MS))
    .where('c.type', '=', 'direct')
    .where('m.sender_account_id', 'is not', null)
    .where('m.deleted_at', 'is', null)
    .groupBy(['m.sender_account_id', 'm.text_hash'])
    .having((eb) => eb.fn.count('m.conversation_id').distinct(), '>=', least)
    .select(['m.sender_account_id as id'])
    .select((eb) => eb.fn.count<number>('m.conversation_id').distinct().as('n'))
    .execute()
  return new Map(rows.map((r) => [r.id ?? '', r.n]))
}

/** Members that blocked each account in the last week. */
const countBlocks = async (ctx: Pick<Ctx, 'db' | 'now'>): Promise<Map<string, number>> => {
  // counted here: grouped in SQL it would be read by the other index, whole
  const rows = await ctx.db
    .selectFrom('blocks')
    .where('created_at', '>', ctx.now() - 7 * DAY_MS)
    .select('blocked_account_id as id')
    .execute()
  const counts = new Map<string, number>()
  for (const { id } of rows) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** Members that refused each account a look at an album in the last week. */
const countRefusals = async (ctx: Pick<Ctx, 'db' | 'now'>): Promise<Map<string, number>> => {
  const rows = await ctx.db
    .selectFrom('album_requests')
    .where('refused_at', '>', ctx.now() - 7 * DAY_MS)
    .select(['with_account_id as id', 'account_id as owner'])
    .execute()
  // counted here: grouped in SQL it would be read by the index of the askers, whole
  const owners = new Map<string, Set<string>>()
  for (const { id, owner } of rows) owners.set(id, (owners.get(id) ?? new Set()).add(owner))
  return new Map([...owners].map(([id, one]) => [id, one.size]))
}

/** Opens a case about an account with what was counted; nothing else is automatic. */
const openSignalCase = async (
  ctx: Pick<Ctx, 'db' | 'now' | 'bus'>,
  accountId: string,
  counts: Counts,
): Promise<void> => {
  const now = ctx.now()
  const recent = await ctx.db
    .selectFrom('cases')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'signal')
    .where('closed_at', '>', now - QUIET_MS)
    .select('id')
    .executeTakeFirst()
  if (recent) return
  const opened = await ctx.db.transaction().execute(async (trx) => {
    const one = await openCase(
      trx,
      {
        kind: 'signal',
        subject_kind: 'profile',
        subject_id: accountId,
        account_id: accountId,
        priority: 2,
      },
      now,
    )
    await freezeContent(
      trx,
      one.id,
      { kind: 'counts', subjectId: accountId, payload: counts, mediaIds: [] },
      [],
      now,
    )
    return one
  })
  if (opened.isNew) ctx.bus.emit('case.changed', { caseId: opened.id })
}

/** Every minute: counts what suggests that members are bothered. Reads no message. */
export const findSignals = async (ctx: Pick<Ctx, 'db' | 'now' | 'bus' | 'env'>): Promise<void> => {
  const { signalNewConversations, signalSameMessage, signalBlocks, signalRefusals } =
    await readCommunitySettings(ctx.env, ctx.db)
  const found = new Map<string, Record<string, number>>()
  const note = (name: string, counts: ReadonlyMap<string, number>, least: number): void => {
    for (const [id, n] of counts) if (n >= least) found.set(id, { ...found.get(id), [name]: n })
  }
  if (signalNewConversations > 0)
    note('newConversations', await countNewConversations(ctx), signalNewConversations)
  if (signalSameMessage > 0)
    note('sameMessage', await countSameMessages(ctx, signalSameMessage), signalSameMessage)
  if (signalBlocks > 0) note('blocks', await countBlocks(ctx), signalBlocks)
  if (signalRefusals > 0) note('refusals', await countRefusals(ctx), signalRefusals)
  for (const [id, counts] of found) await openSignalCase(ctx, id, counts)
}

/** New logins of accounts and new photos are compared with the marks of earlier decisions. */
export const watchBanMarks = (ctx: Ctx): void => {
  const compareAddress = ({ accountId, userId }: { accountId: string; userId: string }): void =>
    ctx.bus.later('marks of an address', async () => {
      const user = await ctx.db
        .selectFrom('users')
        .where('id', '=', userId)
        .select('email')
        .executeTakeFirst()
      if (user && (await isBanMarkedAddress(ctx, user.email)))
        await openSignalCase(ctx, accountId, { excludedAddress: 1 })
    })
  ctx.bus.on('account.created', compareAddress)
  ctx.bus.on('account.joined', compareAddress)
  ctx.bus.on('photo.saved', ({ accountId, storageKey }) =>
    ctx.bus.later('marks of a photo', async () => {
      if (await isBanMarkedPhoto(ctx, () => readWhole(ctx.storage, storageKey)))
        await openSignalCase(ctx, accountId, { removedPhoto: 1 })
    }),
  )
}
