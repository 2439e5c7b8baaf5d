import type { ExpressionBuilder } from 'kysely'
import type { Restriction } from '#contract/staff/measures'
import type { Viewer } from '../context'
import type { Conn } from '../db/dialect'
import type { Tables } from '../db/tables'
import { fail } from '../fail'
import { iso } from '../iso'
import { longDay } from '../paris'

/** Restrictions that close each action. Starting a discussion includes sending a message. */
const CLOSED_BY = {
  conversations: ['conversations', 'messages'],
  messages: ['messages'],
  events: ['events'],
  photos: ['photos'],
} as const satisfies Record<Restriction, readonly Restriction[]>

/** The acting identity of an account, or (null) both. */
export type Initiator = Pick<Viewer, 'accountId' | 'userId' | 'identityId'>

/**
 * Sanctions of the account, and those of one identity when it acts, alone or with the other, or
 * when its own login acts, whichever identity that login acts as.
 */
const concerns =
  ({ userId, identityId }: Initiator) =>
  (eb: ExpressionBuilder<Tables, 'sanctions'>) =>
    identityId === null
      ? eb.lit(true)
      : eb.or([
          eb('identity_id', 'is', null),
          eb('identity_id', '=', identityId),
          eb(
            'identity_id',
            'in',
            eb
              .selectFrom('users')
              .where('users.id', '=', userId)
              .where('users.identity_id', 'is not', null)
              .select('users.identity_id'),
          ),
        ])

const handleOf = async (db: Conn, identityId: string | null): Promise<string | undefined> =>
  identityId === null
    ? undefined
    : (
        await db
          .selectFrom('identities')
          .where('id', '=', identityId)
          .select('handle')
          .executeTakeFirst()
      )?.handle

/**
 * Fails with `restricted` and its end while a decision of the staff closes the action to `actor`.
 */
export const requireUnrestricted = async (
  db: Conn,
  actor: Initiator,
  kind: Restriction,
  now: number,
): Promise<void> => {
  const row = await db
    .selectFrom('sanctions')
    .where('account_id', '=', actor.accountId)
    .where('kind', 'in', CLOSED_BY[kind])
    .where('lifted_at', 'is', null)
    .where('until', '>', now)
    .where(concerns(actor))
    .select(['until', 'identity_id'])
    .orderBy('until', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return
  const whom = actor.identityId === null ? await handleOf(db, row.identity_id) : null
  fail(
    'restricted',
    { until: iso(row.until) },
    undefined,
    `Cette action ${whom ? `est fermée à ${whom}, donc à vous deux ensemble,` : 'vous est fermée'} jusqu’au ${longDay(row.until)}. Les raisons sont dans «\u00a0Mes signalements et décisions\u00a0».`,
  )
}
