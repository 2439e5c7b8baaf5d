import { conversationPartnerIds } from '../access/members'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'

export const zonesOf = (db: Conn, accountId: string): Promise<Row<'zones'>[]> =>
  db
    .selectFrom('zones')
    .where('account_id', '=', accountId)
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/**
 * Relations that the account may know of, whether its own zones hide them or not; never those who are
 * apart from it by a block or by a zone of theirs.
 */
export const relationIds = async (db: Conn, accountId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('relations as r')
    .innerJoin('accounts as a', 'a.id', 'r.with_account_id')
    .where('r.account_id', '=', accountId)
    .where('a.deleted_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('apart as b')
            .where('b.account_id', '=', eb.ref('r.with_account_id'))
            .where('b.blocked_account_id', '=', accountId)
            .select('b.account_id'),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('blocks as b')
            .where('b.account_id', '=', accountId)
            .where('b.blocked_account_id', '=', eb.ref('r.with_account_id'))
            .select('b.account_id'),
        ),
      ),
    )
    .select('r.with_account_id as id')
    .execute()
  return rows.map((r) => r.id)
}

export const exceptionsOf = async (db: Conn, accountId: string): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db
        .selectFrom('zone_exceptions')
        .where('account_id', '=', accountId)
        .select('with_account_id')
        .execute()
    ).map((r) => r.with_account_id),
  )

export const setException = async (
  trx: Conn,
  accountId: string,
  otherId: string,
  excepted: boolean,
): Promise<void> => {
  if (excepted)
    await trx
      .insertInto('zone_exceptions')
      .values({ account_id: accountId, with_account_id: otherId })
      .onConflict((c) => c.columns(['account_id', 'with_account_id']).doNothing())
      .execute()
  else
    await trx
      .deleteFrom('zone_exceptions')
      .where('account_id', '=', accountId)
      .where('with_account_id', '=', otherId)
      .execute()
}

/** Those of `others` who are in a relation, a conversation or an event of the account's with it. */
export const acquaintedAccounts = async (
  db: Conn,
  accountId: string,
  others: readonly string[],
): Promise<{ readonly met: ReadonlySet<string>; readonly events: ReadonlySet<string> }> => {
  const relations = await db
    .selectFrom('relations')
    .where('account_id', '=', accountId)
    .select('with_account_id as id')
    .execute()
  const known = [...relations.map((r) => r.id), ...(await conversationPartnerIds(db, accountId))]
  const events = await db
    .selectFrom('event_participants as p')
    .innerJoin('events as e', 'e.id', 'p.event_id')
    .where((eb) =>
      eb.or([eb('e.creator_account_id', '=', accountId), eb('p.account_id', '=', accountId)]),
    )
    .where('p.status', 'not in', ['declined', 'cancelled'])
    .select(['e.creator_account_id as creator', 'p.account_id as participant'])
    .execute()
  const wanted = new Set(others)
  return {
    met: new Set(known.filter((id) => wanted.has(id))),
    events: new Set(
      events.flatMap((e) => [e.creator, e.participant]).filter((id) => wanted.has(id)),
    ),
  }
}
