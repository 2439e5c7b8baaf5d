import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'

/** Identities of the account that accepted the current house rules. */
export const identitiesAcceptingRules = async (
  db: Conn,
  event: Pick<Row<'events'>, 'id' | 'rules_version'>,
  accountId: string,
): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db
        .selectFrom('event_acceptances')
        .where('event_id', '=', event.id)
        .where('account_id', '=', accountId)
        .where('version', '=', event.rules_version)
        .select('identity_id')
        .execute()
    ).map((r) => r.identity_id),
  )

/** An account's place in an event; `identityId` null: all of its identities come. */
interface Coming {
  readonly event: Pick<Row<'events'>, 'id' | 'rules' | 'rules_version'>
  readonly identityId: string | null
}

/** Those of these events whose rules at least one participating identity has not accepted. */
export const eventsWithUnacceptedRules = async (
  db: Conn,
  accountId: string,
  places: readonly Coming[],
): Promise<ReadonlySet<string>> => {
  const ruled = places.filter(({ event }) => event.rules !== null)
  if (ruled.length === 0) return new Set()
  const accepted = await db
    .selectFrom('event_acceptances')
    .where(
      'event_id',
      'in',
      ruled.map(({ event }) => event.id),
    )
    .where('account_id', '=', accountId)
    .select(['event_id', 'identity_id', 'version'])
    .execute()
  const identities = (
    await db.selectFrom('identities').where('account_id', '=', accountId).select('id').execute()
  ).map((i) => i.id)
  const hasAccepted = ({ id, rules_version }: Coming['event'], identityId: string): boolean =>
    accepted.some(
      (a) => a.event_id === id && a.identity_id === identityId && a.version === rules_version,
    )
  return new Set(
    ruled
      .filter(({ event, identityId }) =>
        (identityId === null ? identities : [identityId]).some((id) => !hasAccepted(event, id)),
      )
      .map(({ event }) => event.id),
  )
}
