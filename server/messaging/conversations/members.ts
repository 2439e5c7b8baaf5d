import { channelName } from '#contract/realtime'
import { existingAccounts, identityIdsOf } from '../../access/accounts'
import type { AfterCommit, Ctx } from '../../context'
import { flag, type Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'
import { withdrawPresence } from '../../relations/service'
import { listeningMemberships, publishMasked, type MembershipRow } from './mask'
import { presentConversations, type ActingViewer } from './present'
import { memberIdsOf } from '../queries'
import { conversationsOf } from './queries-list'

export type MemberRow = Row<'conversation_participants'>
type Conversation = Pick<Row<'conversations'>, 'id' | 'type'>
/**
 * Work for after the commit that never rejects: the change is committed already, and clients that
 * miss it catch up with sync. Failures are logged.
 */
export const logFailures =
  (ctx: Ctx, work: () => Promise<void>): AfterCommit =>
  () =>
    work().catch((error: unknown) =>
      ctx.log.error({ err: error }, 'publishing a conversation change failed'),
    )
/** In the caller's transaction, or in a new one. */
export const inTransaction = <T>(db: Conn, work: (trx: Conn) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)

/** Locks the conversation until the transaction ends. */
export const lockConversation = (
  trx: Conn,
  conversationId: string,
): Promise<Row<'conversations'> | undefined> =>
  trx
    .selectFrom('conversations')
    .where('id', '=', conversationId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()

/** Current members, oldest membership first. `only`: those among these accounts. */
export const currentMembers = (
  db: Conn,
  conversationId: string,
  only?: readonly string[],
): Promise<MemberRow[]> =>
  db
    .selectFrom('conversation_participants')
    .where('conversation_id', '=', conversationId)
    .where('left_at', 'is', null)
    .$if(only !== undefined, (q) => q.where('account_id', 'in', [...(only ?? [])]))
    .selectAll()
    .orderBy('joined_at')
    .orderBy('account_id')
    .execute()

export const activeMembers = async (db: Conn, conversationId: string): Promise<MemberRow[]> => {
  const members = await currentMembers(db, conversationId)
  const alive = await existingAccounts(
    db,
    members.map((s) => s.account_id),
  )
  return members.filter((s) => alive.has(s.account_id))
}

/**
 * Creates or renews a membership; personal settings are reset. `visibleAfter`: messages above this
 * seq are visible.
 */
export const addMember = async (
  trx: Conn,
  conversationId: string,
  accountId: string,
  as: { isAdmin: boolean; hidden?: boolean; visibleAfter: number },
  nowMs: number,
): Promise<void> => {
  const values = {
    is_admin: flag(as.isAdmin),
    hidden: flag(as.hidden ?? false),
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
const updateMember = (
  trx: Conn,
  conversationId: string,
  accountId: string,
  values: Partial<Pick<MemberRow, 'is_admin' | 'hidden' | 'left_at'>>,
): Promise<unknown> =>
  trx
    .updateTable('conversation_participants')
    .set(values)
    .where('conversation_id', '=', conversationId)
    .where('account_id', '=', accountId)
    .execute()
export const endMembership = (
  trx: Conn,
  conversationId: string,
  accountId: string,
  nowMs: number,
): Promise<unknown> => updateMember(trx, conversationId, accountId, { left_at: nowMs, is_admin: 0 })
export const setMemberAdmin = (
  trx: Conn,
  conversationId: string,
  accountId: string,
  isAdmin: boolean,
): Promise<unknown> => updateMember(trx, conversationId, accountId, { is_admin: flag(isAdmin) })
export const setMemberHidden = (
  trx: Conn,
  conversationId: string,
  accountId: string,
  hidden: boolean,
): Promise<unknown> => updateMember(trx, conversationId, accountId, { hidden: flag(hidden) })

/** Further members see a change at their next list request. */
const PUBLISHED_MAX = 100
const actingAs = async (ctx: Ctx, accountId: string): Promise<ActingViewer> => ({
  accountId,
  identityId: null,
  identityIds: await identityIdsOf(ctx.db, accountId),
})
/** Publishes the conversation to these members, as each sees it: it is new to them, or changed. */
export const publishConversation = async (
  ctx: Ctx,
  conversationId: string,
  accountIds?: readonly string[],
): Promise<void> => {
  const heard = (accountIds ?? (await memberIdsOf(ctx.db, conversationId))).filter((id) =>
    ctx.realtime.isHeard({ accounts: [id] }),
  )
  for (const accountId of heard.slice(0, PUBLISHED_MAX)) {
    const [conversation] = await presentConversations(
      ctx,
      await actingAs(ctx, accountId),
      await conversationsOf(ctx.db, accountId, [conversationId]),
    )
    if (conversation)
      ctx.realtime.publish('conversation.created', { conversation }, { accounts: [accountId] })
  }
}

/** Ends the subscriptions of the accounts that left: without the database, which may be away. */
export const withdrawListening = async (
  ctx: Pick<Ctx, 'realtime'>,
  { id }: Pick<Conversation, 'id'>,
  accountIds: readonly string[],
): Promise<void> => {
  for (const accountId of accountIds)
    await ctx.realtime.publisher.withdraw({ channel: channelName('conversation', id), accountId })
}

/**
 * Ends the subscriptions of the accounts that left, then publishes the departure to all members and
 * to them. `known`: the memberships after it (`listeningMemberships`), when loaded already.
 */
export const publishDeparture = async (
  ctx: Ctx,
  conversation: Conversation,
  accountIds: readonly string[],
  known?: readonly MembershipRow[],
): Promise<void> => {
  await withdrawListening(ctx, conversation, accountIds)
  const members = known ?? (await listeningMemberships(ctx, conversation.id))
  for (const accountId of accountIds) {
    ctx.realtime.publish(
      'conversation.left',
      { conversationId: conversation.id, accountId },
      { accounts: [accountId] },
    )
    await publishMasked(
      ctx,
      conversation,
      'conversation.left',
      ({ mask }) => ({ conversationId: conversation.id, accountId: mask.id(accountId) }),
      null,
      members,
    )
  }
  await endPresences(ctx, conversation, accountIds)
}

/** Ends what these accounts and the members see of each other's presence, where it has no other reason. */
export const endPresences = async (
  ctx: Ctx,
  { id }: Pick<Conversation, 'id'>,
  accountIds: readonly string[],
): Promise<void> => {
  for (const accountId of accountIds)
    await withdrawPresence(ctx, accountId, [
      ...(ctx.realtime.publisher.presencePartners(accountId) ?? (await memberIdsOf(ctx.db, id))),
    ])
}
