import type { Message } from '#contract/messaging/messages'
import type { Ctx, Viewer } from '../../context'
import { allSeats, OPEN, tell, type Seat } from '../conversations/mask'
import { fail } from '../../fail'
import { presentMessages } from './present'
import { messagesByIds, unreadConversations } from '../queries'
import { announceReads } from '../reading/reads'
import type { Written } from './write'

/** A message that is stored, as its sender will be answered it. */
export interface Said {
  readonly viewer: Viewer
  readonly message: Promise<Message>
  readonly written: Written
}

/** Above this the members of a group count their unread conversations themselves, at the next list. */
const INBOXES_MAX = 50

/** The last messages that this process has announced, or is about to: a second try of one of them is answered, not told again. */
const announced = new Set<string>()
const ANNOUNCED_MAX = 5_000
const noteAnnounced = (id: string): void => {
  announced.add(id)
  if (announced.size > ANNOUNCED_MAX) announced.delete(announced.values().next().value ?? '')
}
const waiting = new WeakMap<Ctx, Said[]>()
/** Conversation → when what was said last in it is told: what is said next is told after it. */
const telling = new WeakMap<Ctx['realtime'], Map<string, Promise<void>>>()
/** Nobody waits longer for one that hangs, ms: readers order messages by themselves. */
const PATIENCE_MS = 1_000

/** Takes a place behind those who tell something of these conversations. `before` resolves when it is one's turn. */
const takeTurn = (
  ctx: Ctx,
  ids: ReadonlySet<string>,
): { before: Promise<unknown>; done: () => void } => {
  const last = telling.get(ctx.realtime) ?? new Map<string, Promise<void>>()
  telling.set(ctx.realtime, last)
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
            timer = setTimeout(resolve, PATIENCE_MS)
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
 * Has a message told to everybody concerned, soon: those that are stored meanwhile are told with it. Publishing never delays an
 * answer, and whoever misses it catches up by sync. One that was written by a process which died before it could say so is said by
 * the one that is asked again.
 */
export const announce = (ctx: Ctx, said: Said): void => {
  const { id } = said.written.row
  if (!said.written.fresh && announced.has(id)) return
  noteAnnounced(id)
  const others = waiting.get(ctx)
  if (others) return void others.push(said)
  const all = [said]
  waiting.set(ctx, all)
  ctx.bus.later('announce', async () => {
    // what is told is fixed at the first try: those that come after it are told by the next
    if (waiting.get(ctx) === all) {
      await new Promise((resolve) => setImmediate(resolve))
      waiting.delete(ctx)
    }
    const ids = new Set(all.map((s) => s.written.row.conversation_id))
    const { before, done } = takeTurn(ctx, ids)
    try {
      await before
      const inboxes = await announceAll(ctx, all, ids)
      done()
      await tellInboxes(ctx, inboxes)
    } finally {
      done()
    }
  })
}

/** Answers whose inbox changed: account → when something last happened for it, ms. */
const announceAll = async (
  ctx: Ctx,
  all: readonly Said[],
  ids: ReadonlySet<string>,
): Promise<Map<string, number>> => {
  const seats = new Map<string, Seat[]>()
  for (const seat of await allSeats(
    ctx.db,
    [...ids].map((id) => [id]),
  )) {
    const own = seats.get(seat.conversation_id)
    if (own) own.push(seat)
    else seats.set(seat.conversation_id, [seat])
  }
  const inboxes = new Map<string, number>()
  for (const said of all) {
    const others = await announceOne(ctx, said, seats.get(said.written.row.conversation_id) ?? [])
    if (others.length <= INBOXES_MAX)
      for (const id of others)
        inboxes.set(id, Math.max(said.written.row.created_at, inboxes.get(id) ?? 0))
  }
  return inboxes
}

/** Answers the other members. */
const announceOne = async (
  ctx: Ctx,
  { viewer, message: own, written }: Said,
  seats: readonly Seat[],
): Promise<string[]> => {
  const { row, conversation } = written
  const conversationId = row.conversation_id
  // the answer may have failed for want of the database: what is stored is told all the same
  const message =
    (await own.catch(() =>
      presentMessages(ctx, conversation, [row], viewer.accountId).then(([again]) => again),
    )) ?? fail('not_found')
  const quoted = row.quote_id ? (await messagesByIds(ctx.db, [row.quote_id]))[0] : undefined
  const accounts = await tell(
    ctx,
    conversation,
    'conversation.message.created',
    async (to) => {
      // its sender's own view is everybody's, but for who is hidden and for what is quoted
      const isSame =
        !to.isLate && to.mask === OPEN && (conversation.type !== 'event' || row.quote_id === null)
      const seen = isSame
        ? message
        : ((await presentMessages(ctx, conversation, [row], viewer.accountId, to))[0] ?? message)
      return { conversationId, message: seen, clientMsgId: seen.clientMsgId }
    },
    quoted ? Number(quoted.seq) : null,
    seats,
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

/** Tells each of these accounts in how many conversations it has something unread. `lastActivityAt`: ms. */
export const announceInboxes = async (
  ctx: Ctx,
  accounts: readonly string[],
  lastActivityAt: number | null,
): Promise<void> => {
  if (accounts.length <= INBOXES_MAX)
    await tellInboxes(ctx, new Map(accounts.map((id) => [id, lastActivityAt])))
}
const tellInboxes = async (
  ctx: Ctx,
  inboxes: ReadonlyMap<string, number | null>,
): Promise<void> => {
  // most of those who are written to are not here
  const accounts = [...inboxes.keys()].filter((id) => ctx.realtime.isHeard({ accounts: [id] }))
  // in parts: what is asked between them need not wait for all
  for (let from = 0; from < accounts.length; from += INBOXES_MAX) {
    const unread = await unreadConversations(ctx.db, accounts.slice(from, from + INBOXES_MAX))
    for (const accountId of accounts.slice(from, from + INBOXES_MAX)) {
      const at = inboxes.get(accountId) ?? null
      ctx.realtime.publish(
        'account.inbox.updated',
        {
          accountId,
          unreadConversations: unread.get(accountId) ?? 0,
          lastActivityAt: at === null ? null : new Date(at).toISOString(),
        },
        { accounts: [accountId] },
      )
    }
  }
}
