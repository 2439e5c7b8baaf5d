import { MINUTE_MS } from '#contract/limits'
import { newsType, type NewsType } from '#contract/news'
import type { PushCategory } from '#contract/push'
import { identityIdsOf } from '../access/accounts'
import { areSeparated } from '../access/blocks'
import { countOpenAlbumsOf } from '../access/albums'
import { identitiesThatAgreed, wantedOf } from '../agreements/service'
import type { Ctx } from '../context'
import { maskFor, loadSenderNames } from '../messaging/service'
import { DELETED_HANDLE } from '../profile/service'
import { CATEGORIES, userPreferencesOf, quietUntil } from './preferences'
import type { Device, QueuedPush } from './queries'
import { DISCREET, heldWords, messageWords, newsWords, type Words } from './words'

export interface ReadyPush {
  readonly words: Words
  readonly path: string
  readonly urgent: boolean
  readonly discreet: boolean
}
/** Send it, drop it, or look again at this instant (ms), as at the end of the quiet hours. */
export type PushDecision = ReadyPush | 'drop' | { readonly later: number }
type Context = Pick<Ctx, 'db' | 'secret' | 'now'>

/** Whether a private album of the item's actor is open to its reader now. */
const isStillShared = async (
  { db, now }: Context,
  row: { readonly account_id: string; readonly actor_account_id: string | null },
): Promise<boolean> =>
  row.actor_account_id !== null &&
  (await countOpenAlbumsOf(db, row.actor_account_id, row.account_id, now())) > 0

/**
 * A message as the device's user may know it now: not deleted, still readable, unread by the
 * device's identity, not muted, not across a block; the sender masked where it is hidden. Blocks do
 * not silence hidden senders: a silent «Pseudo caché» would reveal itself as the blocked one.
 */
const composeMessage = async (
  ctx: Context,
  device: Device,
  messageId: string,
): Promise<{ words: () => Promise<Words>; path: string } | null> => {
  const { db } = ctx
  const account = device.account_id ?? ''
  const row = await db
    .selectFrom('messages as m')
    .innerJoin('conversation_participants as p', (j) =>
      j.onRef('p.conversation_id', '=', 'm.conversation_id').on('p.account_id', '=', account),
    )
    .where('m.id', '=', messageId)
    .where('m.deleted_at', 'is', null)
    .where('p.left_at', 'is', null)
    .where('p.muted', '=', 0)
    .whereRef('m.seq', '>', 'p.visible_after')
    .selectAll('m')
    .executeTakeFirst()
  if (!row || row.sender_account_id === null || row.sender_account_id === account) return null
  const conversation = await db
    .selectFrom('conversations')
    .where('id', '=', row.conversation_id)
    .selectAll()
    .executeTakeFirstOrThrow()
  const mask = await maskFor(ctx, conversation, account)
  if (
    !mask.hides(row.sender_account_id) &&
    (await areSeparated(db, account, row.sender_account_id))
  )
    return null
  const identities = device.identity_id ? [device.identity_id] : await identityIdsOf(db, account)
  const reads = await db
    .selectFrom('conversation_reads')
    .where('conversation_id', '=', row.conversation_id)
    .where('account_id', '=', account)
    .where('identity_id', 'in', identities)
    .where('last_read_seq', '>=', row.seq)
    .select('identity_id')
    .execute()
  if (reads.length === identities.length) return null
  return {
    path: `/conversations/${row.conversation_id}`,
    words: async () => {
      const name = (await loadSenderNames(ctx, [row]))(row, mask)
      return messageWords(
        name,
        conversation.type === 'direct' ? null : (conversation.event_title ?? conversation.title),
        row.content,
        row.media_count,
      )
    },
  }
}

/** Kinds of news that never come at night, whatever the member chose. */
const CALM: readonly NewsType[] = [
  'announcement',
  'album_shared',
  'album_share_ends',
  'reconfirm_asked',
  'reconfirm_lapsed',
  'relation_joined',
]
interface News {
  readonly category: PushCategory
  readonly calm: boolean
  readonly words: () => Promise<Words>
  readonly path: string
}
/** `unknown`: of a kind that only a newer server knows, which runs beside this one. */
const composeNews = async (
  ctx: Context,
  device: Device,
  newsId: string,
): Promise<News | 'unknown' | null> => {
  const account = device.account_id ?? ''
  const row = await ctx.db
    .selectFrom('news as n')
    .leftJoin('accounts as actor', 'actor.id', 'n.actor_account_id')
    .where('n.id', '=', newsId)
    .where('n.account_id', '=', account)
    .where('n.deleted_at', 'is', null)
    .where('n.read_at', 'is', null)
    .where((eb) => eb.or([eb('n.ends_at', 'is', null), eb('n.ends_at', '>', ctx.now())]))
    .selectAll('n')
    .select('actor.deleted_at as actor_deleted_at')
    .executeTakeFirst()
  const type = newsType.options.find((t) => t === row?.news_type)
  if (!row) return null
  if (!type) return 'unknown'
  if (
    (row.actor_account_id && (await areSeparated(ctx.db, account, row.actor_account_id))) ||
    (type === 'album_shared' && !(await isStillShared(ctx, row)))
  )
    return null
  return {
    category: CATEGORIES[type],
    calm: CALM.includes(type),
    path: !row.event_id
      ? '/news'
      : type === 'event_after'
        ? `/events/${row.event_id}/after`
        : `/events/${row.event_id}`,
    words: () => {
      const payload = JSON.parse(row.payload) as Record<string, unknown>
      // as in the app: a member who leaves is no longer named
      const isGone = row.actor_deleted_at !== null
      return Promise.resolve(
        newsWords(type, isGone ? { ...payload, handle: DELETED_HANDLE } : payload),
      )
    },
  }
}

/**
 * A held message or answer that lacks a yes of the device's identity. The login that wrote it gets
 * none, except where the account has a single login.
 */
const composeHeld = async (
  { db }: Context,
  device: Device,
  subjectId: string,
): Promise<{ words: () => Promise<Words>; path: string } | null> => {
  const account = device.account_id ?? ''
  const message = await db
    .selectFrom('held_messages')
    .where('id', '=', subjectId)
    .where('account_id', '=', account)
    .where('state', '=', 'waiting')
    .selectAll()
    .executeTakeFirst()
  const answer = message
    ? undefined
    : await db
        .selectFrom('held_answers')
        .where('id', '=', subjectId)
        .where('account_id', '=', account)
        .selectAll()
        .executeTakeFirst()
  const subject = message ?? answer
  if (!subject) return null
  const logins = await db
    .selectFrom('users')
    .where('account_id', '=', account)
    .select('id')
    .execute()
  if (logins.length > 1 && subject.user_id === device.user_id) return null
  const agreed = (await identitiesThatAgreed(db, [{ id: subjectId, revision: subject.revision }]))(
    subjectId,
  )
  const missing = wantedOf(subject).filter((id) => !agreed.includes(id))
  if (missing.length === 0 || (device.identity_id && !missing.includes(device.identity_id)))
    return null
  return {
    path: message ? `/conversations/${message.conversation_id}` : `/events/${answer?.event_id}`,
    words: () => Promise.resolve(heldWords(message ? 'message' : 'answer')),
  }
}

/** A message to all members waits for the morning, in Paris; minutes of the day. */
const NIGHT = { from: 22 * 60, to: 8 * 60 }

/** Decided at sending time: what was read, deleted, muted or forbidden meanwhile is not sent. */
export const composePush = async (
  ctx: Context,
  device: Device,
  waiting: Pick<QueuedPush, 'source' | 'source_id'>,
): Promise<PushDecision> => {
  if (!device.user_id || !device.account_id) return 'drop'
  const { push } = await userPreferencesOf(ctx.db, device.user_id)
  const isMessage = waiting.source !== 'news'
  if (isMessage && !push.messages) return 'drop'
  const news = isMessage ? null : await composeNews(ctx, device, waiting.source_id)
  if (news === 'unknown') return { later: ctx.now() + 10 * MINUTE_MS }
  const found =
    waiting.source === 'held'
      ? await composeHeld(ctx, device, waiting.source_id)
      : isMessage
        ? await composeMessage(ctx, device, waiting.source_id)
        : news
  if (!found || (news && !push[news.category])) return 'drop'
  const later =
    quietUntil(push.quiet, ctx.now()) ?? (news?.calm ? quietUntil(NIGHT, ctx.now()) : null)
  if (later !== null) return { later }
  return {
    words: push.details ? await found.words() : DISCREET,
    path: found.path,
    urgent: isMessage,
    discreet: !push.details,
  }
}
