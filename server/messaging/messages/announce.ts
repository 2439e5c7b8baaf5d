import type { Message } from '#contract/messaging/messages'
import type { Ctx, Viewer } from '../../context'
import { chunksOf } from '../../db/dialect'
import { groupBy } from '../../group-by'
import { iso } from '../../iso'
import { allMemberships, OPEN_MASK, publishMasked, type MembershipRow } from '../conversations/mask'
import { fail } from '../../fail'
import { presentMessages } from './present'
import { messagesByIds } from '../queries'
import { countUnreadConversations } from '../conversations/queries-list'
import { announceReads } from '../reading/reads'
import type { WrittenMessage } from './send-types'

/** A stored message and its presentation for the sender. */
export interface StoredMessage {
  readonly viewer: Viewer
  /** null: presented again. */
  readonly message: Promise<Message> | null
  readonly written: WrittenMessage
}

/** Larger groups: members count their unread conversations at the next list request. */
const INBOXES_MAX = 50

/** Recently broadcast message ids; an idempotent retry is not broadcast twice. */
const recentlyBroadcast = new Set<string>()
const RECENT_MAX = 5_000
const noteBroadcast = (id: string): void => {
  recentlyBroadcast.add(id)
  if (recentlyBroadcast.size > RECENT_MAX)
    recentlyBroadcast.delete(recentlyBroadcast.values().next().value ?? '')
}
const pendingBroadcasts = new WeakMap<Ctx, StoredMessage[]>()
/** Conversation id → promise of its last broadcast, so broadcasts keep commit order. */
const lastBroadcasts = new WeakMap<Ctx['realtime'], Map<string, Promise<void>>>()
/** Longest wait for a hanging broadcast, ms: readers sort messages anyway. */
const TURN_WAIT_MAX_MS = 1_000

/**
 * Queues behind the broadcasts of these conversations. `before` resolves when it is this one's
 * turn.
 */
const queueBroadcast = (
  ctx: Ctx,
  ids: ReadonlySet<string>,
): { before: Promise<unknown>; done: () => void } => {
  const last = lastBroadcasts.get(ctx.realtime) ?? new Map<string, Promise<void>>()
  lastBroadcasts.set(ctx.realtime, last)
  const earlier = [...ids].flatMap((id) => last.get(id) ?? [])
  let end = (): void => undefined
  const own = new Promise<void>((resolve) => {
    end = resolve
  })
  for (const id of ids) last.set(id, own)
  let timer: NodeJS.Timeout | undefined
  const before =
    earlier.length === 0
      ? Promise.resolve()
      : Promise.race([
          Promise.all(earlier),
          new Promise((resolve) => {
            timer = setTimeout(resolve, TURN_WAIT_MAX_MS)
          }),
        ]).finally(() => clearTimeout(timer))
  return {
    before,
    done: () => {
      end()
      for (const id of ids) if (last.get(id) === own) last.delete(id)
    },
  }
}

/**
 * Schedules the broadcast of a message; messages stored meanwhile share it. Publishing never delays
 * a reply, and clients that miss it catch up with sync. When a process died before broadcasting,
 * the one that handles the retry does it.
 */
export const broadcastMessage = (ctx: Ctx, stored: StoredMessage): void => {
  const { id } = stored.written.row
  if (!stored.written.fresh && recentlyBroadcast.has(id)) return
  noteBroadcast(id)
  const others = pendingBroadcasts.get(ctx)
  if (others) return void others.push(stored)
  const all = [stored]
  pendingBroadcasts.set(ctx, all)
  let isAgain = false
  ctx.bus.later('announce', async () => {
    const wasTried = isAgain
    isAgain = true
    // the batch closes at its first attempt: later messages join the next one
    if (pendingBroadcasts.get(ctx) === all) {
      await new Promise((resolve) => setImmediate(resolve))
      pendingBroadcasts.delete(ctx)
    }
    const ids = new Set(all.map((s) => s.written.row.conversation_id))
    const { before, done } = queueBroadcast(ctx, ids)
    try {
      await before
      const inboxes = await announceAll(ctx, wasTried ? await readAgain(ctx, all) : all, ids)
      done()
      await publishInboxes(ctx, inboxes)
    } finally {
      done()
    }
  })
}

/** What its author edited or deleted since the failed attempt is published as it is now. */
const readAgain = async (ctx: Ctx, all: readonly StoredMessage[]): Promise<StoredMessage[]> => {
  const rows = await messagesByIds(
    ctx.db,
    all.map((s) => s.written.row.id),
  )
  return all.flatMap(({ viewer, written }) => {
    const row = rows.find((r) => r.id === written.row.id)
    return row ? [{ viewer, written: { ...written, row }, message: null }] : []
  })
}

/** Returns accounts whose inbox changed, each with the time of its last activity, ms. */
const announceAll = async (
  ctx: Ctx,
  all: readonly StoredMessage[],
  ids: ReadonlySet<string>,
): Promise<Map<string, number>> => {
  const memberships = await allMemberships(
    ctx.db,
    [...ids].map((id) => [id]),
  )
  const members = groupBy(memberships, (m) => m.conversation_id)
  const inboxes = new Map<string, number>()
  for (const stored of all) {
    const others = await announceOne(
      ctx,
      stored,
      members.get(stored.written.row.conversation_id) ?? [],
    )
    if (others.length <= INBOXES_MAX)
      for (const id of others)
        inboxes.set(id, Math.max(stored.written.row.created_at, inboxes.get(id) ?? 0))
  }
  return inboxes
}

/** Returns the other members. */
const announceOne = async (
  ctx: Ctx,
  { viewer, message: own, written }: StoredMessage,
  members: readonly MembershipRow[],
): Promise<string[]> => {
  const { row, conversation } = written
  const conversationId = row.conversation_id
  const present = (): Promise<Message | undefined> =>
    presentMessages(ctx, conversation, [row], viewer.accountId).then(([again]) => again)
  // presenting for the reply may have failed without database: broadcast the stored message anyway
  const message = (await (own ? own.catch(present) : present())) ?? fail('not_found')
  const quoted = row.quote_id ? (await messagesByIds(ctx.db, [row.quote_id]))[0] : undefined
  const accounts = await publishMasked(
    ctx,
    conversation,
    'conversation.message.created',
    async (to) => {
      // every recipient gets the sender's view, except with hidden members or a quote
      const isSame =
        !to.isLate &&
        to.mask === OPEN_MASK &&
        (conversation.type !== 'event' || row.quote_id === null)
      const seen = isSame
        ? { ...message, readByOther: false, readByIdentityIds: [] }
        : ((await presentMessages(ctx, conversation, [row], viewer.accountId, to))[0] ?? message)
      return { conversationId, message: seen, clientMsgId: seen.clientMsgId }
    },
    quoted?.seq ?? null,
    members,
    // a retry may come after others were added
    row.seq,
  )
  const others = accounts.filter((id) => id !== viewer.accountId)
  if (written.fresh)
    ctx.bus.emit('message.sent', {
      conversationId,
      messageId: message.id,
      senderAccountId: viewer.accountId,
      recipientAccountIds: others,
    })
  if (written.newRelation)
    ctx.bus.emit('relation.created', {
      accountId: viewer.accountId,
      withAccountId: written.newRelation,
    })
  if (written.readBy.length > 0)
    await announceReads(ctx, viewer, conversation, written.readBy, row, ctx.now())
  return others
}

/** Publishes to each account its number of unread conversations. `lastActivityAt`: ms. */
export const announceInboxes = async (
  ctx: Ctx,
  accounts: readonly string[],
  lastActivityAt: number | null,
): Promise<void> => {
  if (accounts.length <= INBOXES_MAX)
    await publishInboxes(ctx, new Map(accounts.map((id) => [id, lastActivityAt])))
}
const publishInboxes = async (
  ctx: Ctx,
  inboxes: ReadonlyMap<string, number | null>,
): Promise<void> => {
  // skip recipients without an open socket
  const accounts = [...inboxes.keys()].filter((id) => ctx.realtime.isHeard({ accounts: [id] }))
  // in chunks: other queries may run in between
  for (const some of chunksOf(accounts, INBOXES_MAX)) {
    const unread = await countUnreadConversations(ctx.db, some)
    for (const accountId of some) {
      const at = inboxes.get(accountId) ?? null
      ctx.realtime.publish(
        'account.inbox.updated',
        {
          accountId,
          unreadConversations: unread.get(accountId) ?? 0,
          lastActivityAt: iso(at),
        },
        { accounts: [accountId] },
      )
    }
  }
}
