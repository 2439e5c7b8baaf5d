import { separatedAccounts } from './blocks'
import type { Viewer } from '../context'
import type { Conn } from '../db/dialect'
import { statementOfRows } from '../db/statement'
import type { Row } from '../db/tables'

/**
 * In an event-direct conversation: whether a block exists between the participant and an organizer.
 * Blocks between organizers do not count.
 */
export const isBetweenBlocked = (
  accountId: string,
  members: readonly { readonly account_id: string; readonly is_admin: number }[],
  blocked: ReadonlySet<string>,
): boolean => {
  const organizes = members.some((s) => s.account_id === accountId && s.is_admin === 1)
  return members.some((s) => blocked.has(s.account_id) && !(organizes && s.is_admin === 1))
}

/** Why a member may not write now; null: allowed. */
export type Refusal = 'conversation_readonly' | 'conversation_closed' | 'organizers_only' | null
/** A current member of a conversation. */
interface Writer {
  readonly accountId: string
  readonly isAdmin: boolean
  readonly conversation: Pick<Row<'conversations'>, 'id' | 'type' | 'group_options' | 'closed_at'>
}

export interface Partner {
  k: number
  deleted_at: number | null
  blocked: number | boolean
}
/** Rows of `k`, conversation, account: the other member of the direct ones. */
export const directPartnersStatement = statementOfRows<Partner>(
  ['bigint', 'text', 'text'],
  (rows) => `with asked (k, conversation_id, account_id) as (${rows})
  select asked.k, a.deleted_at, exists (select 1 from apart as b where (b.account_id = asked.account_id
    and b.blocked_account_id = a.id) or (b.account_id = a.id
    and b.blocked_account_id = asked.account_id)) as blocked
  from asked join conversation_participants as p on p.conversation_id = asked.conversation_id
    and p.account_id <> asked.account_id join accounts as a on a.id = p.account_id
    join conversations as c on c.id = asked.conversation_id and c.type = 'direct'`,
)

/**
 * Why each of these may not write now. A direct conversation across a block or with a deleted
 * account, or of two who have parted, is read-only, and so is an event-direct one across a block;
 * an event conversation may be closed, or limited to organizers. `known`: the partner of each, when
 * loaded already.
 */
export const writeRefusals = async (
  db: Conn,
  writers: readonly Writer[],
  known?: readonly (Partner | undefined)[],
): Promise<Refusal[]> => {
  const found = known
    ? []
    : await directPartnersStatement(
        db,
        writers.flatMap((w, k) =>
          w.conversation.type === 'direct' ? [[k, w.conversation.id, w.accountId]] : [],
        ),
      )
  const byWriter = new Map(found.map((o) => [o.k, o]))
  const refusals: Refusal[] = []
  for (const [k, { accountId, isAdmin, conversation }] of writers.entries()) {
    const partner = known ? known[k] : byWriter.get(k)
    if (conversation.type === 'event')
      refusals.push(
        conversation.closed_at !== null
          ? 'conversation_closed'
          : conversation.group_options === 'organizers' && !isAdmin
            ? 'organizers_only'
            : null,
      )
    else if (conversation.type === 'direct')
      refusals.push(
        conversation.closed_at === null &&
          partner &&
          partner.deleted_at === null &&
          !partner.blocked
          ? null
          : 'conversation_readonly',
      )
    else
      refusals.push(
        conversation.type === 'event-direct' &&
          (await isExchangeBlocked(db, accountId, conversation.id))
          ? 'conversation_readonly'
          : null,
      )
  }
  return refusals
}
const isExchangeBlocked = async (
  db: Conn,
  accountId: string,
  conversationId: string,
): Promise<boolean> => {
  const members = await db
    .selectFrom('conversation_participants')
    .where('conversation_id', '=', conversationId)
    .where('left_at', 'is', null)
    .select(['account_id', 'is_admin'])
    .execute()
  return isBetweenBlocked(accountId, members, await separatedAccounts(db, accountId))
}

/** The same for one member. */
export const writeRefusal = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  conversation: Pick<Row<'conversations'>, 'id' | 'type'>,
): Promise<Refusal> => {
  const own =
    conversation.type !== 'event' && conversation.type !== 'direct'
      ? undefined
      : await db
          .selectFrom('conversation_participants as p')
          .innerJoin('conversations as c', 'c.id', 'p.conversation_id')
          .where('c.id', '=', conversation.id)
          .where('p.account_id', '=', viewer.accountId)
          .where('p.left_at', 'is', null)
          .select(['p.is_admin', 'c.group_options', 'c.closed_at'])
          .executeTakeFirst()
  return (
    (
      await writeRefusals(db, [
        {
          accountId: viewer.accountId,
          isAdmin: own?.is_admin === 1,
          conversation: {
            id: conversation.id,
            type: conversation.type,
            group_options: own?.group_options ?? null,
            closed_at: own?.closed_at ?? null,
          },
        },
      ])
    )[0] ?? null
  )
}
export const mayWrite = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId'>,
  conversation: Pick<Row<'conversations'>, 'id' | 'type'>,
): Promise<boolean> => (await writeRefusal(db, viewer, conversation)) === null
