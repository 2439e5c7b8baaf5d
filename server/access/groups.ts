import { requireMember, type Membership } from './members'
import { separatedAccounts } from './blocks'
import type { Viewer } from '../context'
import type { Conn } from '../db/dialect'
import { fail } from '../fail'

type Caller = Pick<Viewer, 'accountId'>

/**
 * The viewer's membership of a group: 404 for non-members, `not_a_group` for other conversations.
 */
export const requireGroup = async (
  db: Conn,
  viewer: Caller,
  conversationId: string,
): Promise<Membership> => {
  const membership = await requireMember(db, viewer, conversationId)
  return membership.conversation.type === 'group' ? membership : fail('not_a_group')
}
/** The same for an administrator; `admins_only` for other members. */
export const requireGroupAdmin = async (
  db: Conn,
  viewer: Caller,
  conversationId: string,
): Promise<Membership> => {
  const membership = await requireGroup(db, viewer, conversationId)
  return membership.participant.is_admin === 1 ? membership : fail('admins_only')
}

/**
 * Those of `wanted`, in order, whom no block separates from `inside` or from one before them: a third
 * member must not bring both sides of a block together. The others are left out silently, because a
 * refusal would reveal the block.
 */
export const withoutSeparated = async (
  db: Conn,
  inside: readonly string[],
  wanted: readonly string[],
): Promise<string[]> => {
  if (wanted.length === 0) return []
  const rows = await db
    .selectFrom('apart')
    .where((eb) =>
      eb.or([eb('account_id', 'in', [...wanted]), eb('blocked_account_id', 'in', [...wanted])]),
    )
    .selectAll()
    .execute()
  const kept = [...inside]
  const isApart = (a: string): boolean =>
    rows.some(
      (r) =>
        (r.account_id === a && kept.includes(r.blocked_account_id)) ||
        (r.blocked_account_id === a && kept.includes(r.account_id)),
    )
  for (const id of wanted) if (!isApart(id)) kept.push(id)
  return kept.slice(inside.length)
}

/**
 * Only relations may be added to a group; never blocked (either way) or deleted accounts. Fails
 * with `not_your_relation`.
 */
export const requireRelations = async (
  db: Conn,
  viewer: Caller,
  accountIds: readonly string[],
): Promise<void> => {
  const rows = await db
    .selectFrom('relations as r')
    .innerJoin('accounts as a', 'a.id', 'r.with_account_id')
    .where('r.account_id', '=', viewer.accountId)
    .where('r.with_account_id', 'in', [...accountIds])
    .where('a.deleted_at', 'is', null)
    .select('a.id')
    .execute()
  const blocked = await separatedAccounts(db, viewer.accountId)
  const may = new Set(rows.map((r) => r.id).filter((id) => !blocked.has(id)))
  if (accountIds.some((id) => !may.has(id))) fail('not_your_relation')
}
