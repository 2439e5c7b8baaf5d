import { channelName } from '#contract/realtime'
import type { Ctx } from '../../context'
import { isPostgres, type Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { withdrawPresence } from '../../relations/service'
import { tell } from './mask'
import { presentConversations, type Acting } from '../messages/present'
import { conversationsOf, participantsOf } from '../queries'
import { postSystem, tellSystem } from '../messages/system'

export type Seat = Row<'conversation_participants'>
type Conversation = Pick<Row<'conversations'>, 'id' | 'type'>
/** What is left to say once the transaction has committed. Never rejects: whoever misses it catches up by asking. */
export type After = () => Promise<void>

/** Work that was committed in part has nothing to say: a failure here is logged and never fails the caller. */
export const afterwards =
  (ctx: Ctx, work: () => Promise<void>): After =>
  () =>
    work().catch((error: unknown) =>
      ctx.log.error({ err: error }, 'telling the members of a conversation failed'),
    )
/** In the caller's transaction, or in one of its own. */
export const inTransaction = <T>(db: Conn, work: (trx: Conn) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)

/** The conversation, held against every other change of it until the transaction ends. */
export const hold = (
  trx: Conn,
  conversationId: string,
): Promise<Row<'conversations'> | undefined> => {
  const query = trx.selectFrom('conversations').where('id', '=', conversationId).selectAll()
  // SQLite has one writer anyway
  return (isPostgres(trx) ? query.forUpdate() : query).executeTakeFirst()
}

/** Everybody who is in it, the longest-standing first. */
export const seatsIn = (db: Conn, conversationId: string): Promise<Seat[]> =>
  db
    .selectFrom('conversation_participants')
    .where('conversation_id', '=', conversationId)
    .where('left_at', 'is', null)
    .selectAll()
    .orderBy('joined_at')
    .orderBy('account_id')
    .execute()

/** Those of these accounts that still stand. */
const living = async (db: Conn, accountIds: readonly string[]): Promise<Set<string>> =>
  new Set(
    accountIds.length === 0
      ? []
      : (
          await db
            .selectFrom('accounts')
            .where('id', 'in', [...accountIds])
            .where('deleted_at', 'is', null)
            .select('id')
            .execute()
        ).map((r) => r.id),
  )
export const livingSeats = async (db: Conn, conversationId: string): Promise<Seat[]> => {
  const seats = await seatsIn(db, conversationId)
  const alive = await living(
    db,
    seats.map((s) => s.account_id),
  )
  return seats.filter((s) => alive.has(s.account_id))
}

/** Gives a seat, or gives it back; one's own settings start afresh. `visibleAfter`: the seq above which messages are shown. */
export const seat = async (
  trx: Conn,
  conversationId: string,
  accountId: string,
  as: { isAdmin: boolean; hidden?: boolean; visibleAfter: number },
  nowMs: number,
): Promise<void> => {
  const values = {
    is_admin: as.isAdmin ? 1 : 0,
    hidden: as.hidden ? 1 : 0,
    joined_at: nowMs,
    visible_after: as.visibleAfter,
    left_at: null,
    muted: 0,
    pinned_at: null,
    archived_at: null,
  } as const
  await trx
    .insertInto('conversation_participants')
    .values({ conversation_id: conversationId, account_id: accountId, has_written: 0, ...values })
    .onConflict((c) => c.columns(['conversation_id', 'account_id']).doUpdateSet(values))
    .execute()
}
const change = (
  trx: Conn,
  conversationId: string,
  accountId: string,
  values: Partial<Pick<Seat, 'is_admin' | 'hidden' | 'left_at'>>,
): Promise<unknown> =>
  trx
    .updateTable('conversation_participants')
    .set(values)
    .where('conversation_id', '=', conversationId)
    .where('account_id', '=', accountId)
    .execute()
export const unseat = (
  trx: Conn,
  conversationId: string,
  accountId: string,
  nowMs: number,
): Promise<unknown> => change(trx, conversationId, accountId, { left_at: nowMs, is_admin: 0 })
export const makeAdmin = (
  trx: Conn,
  conversationId: string,
  accountId: string,
  isAdmin: boolean,
): Promise<unknown> => change(trx, conversationId, accountId, { is_admin: isAdmin ? 1 : 0 })
export const hide = (
  trx: Conn,
  conversationId: string,
  accountId: string,
  hidden: boolean,
): Promise<unknown> => change(trx, conversationId, accountId, { hidden: hidden ? 1 : 0 })

/** A group without administrator passes to its longest-standing member. Answers what was written of it. */
export const inherit = async (
  trx: Conn,
  conversationId: string,
  nowMs: number,
): Promise<Row<'messages'>[]> => {
  const seats = await livingSeats(trx, conversationId)
  const heir = seats[0]
  if (!heir || seats.some((s) => s.is_admin === 1)) return []
  await makeAdmin(trx, conversationId, heir.account_id, true)
  return [
    await postSystem(
      trx,
      conversationId,
      { type: 'info', subject: heir.account_id, text: 'administre désormais le groupe' },
      nowMs,
    ),
  ]
}

/** For an account that is about to be deleted, in that transaction: the groups it administers alone pass on. */
export const succeedAdmins = async (
  ctx: Ctx,
  trx: Conn,
  accountId: string,
): Promise<{ after: After }> => {
  const groups = await trx
    .selectFrom('conversation_participants as p')
    .innerJoin('conversations as c', 'c.id', 'p.conversation_id')
    .where('c.type', '=', 'group')
    .where('p.account_id', '=', accountId)
    .where('p.left_at', 'is', null)
    .where('p.is_admin', '=', 1)
    .select('c.id')
    .orderBy('c.id')
    .execute()
  const said: [string, Row<'messages'>[]][] = []
  for (const { id } of groups) {
    await hold(trx, id)
    const others = (await livingSeats(trx, id)).filter((s) => s.account_id !== accountId)
    await makeAdmin(trx, id, accountId, false)
    const heir = others.some((s) => s.is_admin === 1) ? undefined : others[0]
    if (!heir) continue
    await makeAdmin(trx, id, heir.account_id, true)
    said.push([
      id,
      [
        await postSystem(
          trx,
          id,
          { type: 'info', subject: heir.account_id, text: 'administre désormais le groupe' },
          ctx.now(),
        ),
      ],
    ])
  }
  return {
    after: afterwards(ctx, async () => {
      for (const [id, rows] of said) await tellSystem(ctx, { id, type: 'group' }, rows)
    }),
  }
}

/** Above this many, members learn of a change by the next list. */
const TOLD_MAX = 100
const actingAs = async (ctx: Ctx, accountId: string): Promise<Acting> => ({
  accountId,
  identityId: null,
  identityIds: (
    await ctx.db
      .selectFrom('identities')
      .where('account_id', '=', accountId)
      .select('id')
      .orderBy('is_primary', 'desc')
      .orderBy('id')
      .execute()
  ).map((r) => r.id),
})
/** The conversation, to these of its members, as each of them sees it: it is new to them, or something of it changed. */
export const tellConversation = async (
  ctx: Ctx,
  conversationId: string,
  accountIds?: readonly string[],
): Promise<void> => {
  for (const accountId of (accountIds ?? (await participantsOf(ctx.db, conversationId))).slice(
    0,
    TOLD_MAX,
  )) {
    const [conversation] = await presentConversations(
      ctx,
      await actingAs(ctx, accountId),
      await conversationsOf(ctx.db, accountId, [conversationId]),
    )
    if (conversation)
      ctx.realtime.publish('conversation.created', { conversation }, { accounts: [accountId] })
  }
}

/** Whoever left hears nothing more, from this call on; then everybody is told, the one who left as well. */
export const tellLeft = async (
  ctx: Ctx,
  conversation: Conversation,
  accountIds: readonly string[],
): Promise<void> => {
  for (const accountId of accountIds)
    await ctx.realtime.publisher.withdraw({
      channel: channelName('conversation', conversation.id),
      accountId,
    })
  for (const accountId of accountIds) {
    ctx.realtime.publish(
      'conversation.left',
      { conversationId: conversation.id, accountId },
      { accounts: [accountId] },
    )
    await tell(ctx, conversation, 'conversation.left', ({ mask }) => ({
      conversationId: conversation.id,
      accountId: mask.id(accountId),
    }))
  }
  for (const accountId of accountIds)
    for (const other of await participantsOf(ctx.db, conversation.id))
      await withdrawPresence(ctx, accountId, other)
}
