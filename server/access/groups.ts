import { blockedWith, requireMember, type Membership } from './members'
import type { Viewer } from '../context'
import type { Conn } from '../db/dialect'
import { fail } from '../fail'

type Who = Pick<Viewer, 'accountId'>

/** The viewer's membership of a group: 404 for whoever is not in it, `not_a_group` for the other conversations. */
export const requireGroup = async (
  db: Conn,
  viewer: Who,
  conversationId: string,
): Promise<Membership> => {
  const membership = await requireMember(db, viewer, conversationId)
  return membership.conversation.type === 'group' ? membership : fail('not_a_group')
}
/** The same of an administrator; `admins_only` for the others. */
export const requireGroupAdmin = async (
  db: Conn,
  viewer: Who,
  conversationId: string,
): Promise<Membership> => {
  const membership = await requireGroup(db, viewer, conversationId)
  return membership.participant.is_admin === 1 ? membership : fail('admins_only')
}

/** Only one's relations may be put in a group; never the blocked, either way, nor the deleted. Fails with `not_your_relation`. */
export const requireRelations = async (
  db: Conn,
  viewer: Who,
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
  const blocked = await blockedWith(db, viewer.accountId)
  const may = new Set(rows.map((r) => r.id).filter((id) => !blocked.has(id)))
  if (accountIds.some((id) => !may.has(id))) fail('not_your_relation')
}
