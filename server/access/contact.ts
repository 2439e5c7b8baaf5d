import type { Contact } from '#contract/settings'
import { areRelations } from './accounts'
import { areSeparated } from './blocks'
import { directKey } from './direct'
import { isVerified } from './verified'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'

/** «Qui peut m’écrire», as stored in an account's preferences. */
export const contactOf = (preferences: string): Contact => {
  const { contact } = JSON.parse(preferences) as { contact?: unknown }
  return contact === 'verified' || contact === 'relations' || contact === 'nobody'
    ? contact
    : 'everyone'
}

/**
 * Whether the viewer may start a direct conversation with this account. Blocked and refused look
 * alike: the reply reveals neither. A direct conversation with a message has started.
 */
export const mayStartDirect = async (
  db: Conn,
  accountId: string,
  other: Pick<Row<'accounts'>, 'id' | 'preferences'>,
  now: number,
): Promise<boolean> => {
  if (await areSeparated(db, accountId, other.id)) return false
  const contact = contactOf(other.preferences)
  if (contact === 'everyone') return true
  if (contact !== 'nobody' && (await areRelations(db, accountId, other.id))) return true
  if (contact === 'verified' && (await isVerified(db, accountId, now))) return true
  const begun = await db
    .selectFrom('conversations')
    .where('direct_key', '=', directKey(accountId, other.id))
    .where('last_message_id', 'is not', null)
    .select('id')
    .executeTakeFirst()
  return begun !== undefined
}

/**
 * The same for the other member of an existing direct conversation: an empty one may predate the
 * preference.
 */
export const mayWriteInDirect = async (
  db: Conn,
  accountId: string,
  conversationId: string,
  now: number,
): Promise<boolean> => {
  const other = await db
    .selectFrom('conversation_participants as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .where('p.conversation_id', '=', conversationId)
    .where('p.account_id', '!=', accountId)
    .select(['a.id', 'a.preferences'])
    .executeTakeFirst()
  return other !== undefined && (await mayStartDirect(db, accountId, other, now))
}

/** Fails with `not_found`, as for an account that blocks the viewer. */
export const requireMayStartDirect = async (
  db: Conn,
  accountId: string,
  otherId: string,
  now: number,
): Promise<void> => {
  const other = await db
    .selectFrom('accounts')
    .where('id', '=', otherId)
    .select(['id', 'preferences'])
    .executeTakeFirst()
  if (!other || !(await mayStartDirect(db, accountId, other, now))) fail('not_found')
}

/**
 * Whether this account may be invited to an event: an invitation shows a title that its organizer
 * wrote, so it follows «Qui peut m’écrire». Relations may always invite.
 */
export const mayInviteToEvent = async (
  db: Conn,
  inviterId: string,
  other: Pick<Row<'accounts'>, 'id' | 'preferences'>,
  now: number,
): Promise<boolean> =>
  (await areRelations(db, inviterId, other.id)) || mayStartDirect(db, inviterId, other, now)
