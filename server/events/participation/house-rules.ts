import type { Participation } from '#contract/events/balance'
import { readEvent } from '../../access/events'
import { identitiesAcceptingRules } from '../../access/house-rules'
import type { Ctx, Viewer } from '../../context'
import type { Conn } from '../../db/dialect'
import { fail } from '../../fail'
import { publishEventChanged } from '../editing/changes'
import { lockEvent, type EventRow } from '../queries'
import { eventTransaction } from '../turns'

type Acceptance = Pick<Participation, 'rules_version' | 'accepted_by'>

/**
 * Stores that identities accept the house rules. Only an identity that the caller acts as accepts:
 * in both mode each of the two does. Fails with `rules_changed` for another version than the
 * current one, `foreign_identity`.
 */
const accept = async (
  trx: Conn,
  viewer: Viewer,
  event: EventRow,
  { rules_version, accepted_by = [] }: Acceptance,
  now: number,
): Promise<void> => {
  const acting = viewer.identityId === null ? viewer.identityIds : [viewer.identityId]
  if (accepted_by.some((id) => !acting.includes(id))) fail('foreign_identity')
  if (accepted_by.length === 0) return
  if (rules_version !== event.rules_version) fail('rules_changed')
  await trx
    .insertInto('event_acceptances')
    .values(
      [...new Set(accepted_by)].map((identity_id) => ({
        event_id: event.id,
        identity_id,
        account_id: viewer.accountId,
        version: event.rules_version,
        accepted_at: now,
      })),
    )
    .onConflict((c) =>
      c.columns(['event_id', 'identity_id']).doUpdateSet((eb) => ({
        version: eb.ref('excluded.version'),
        accepted_at: eb.ref('excluded.accepted_at'),
      })),
    )
    .execute()
}

/**
 * Accepts the house rules with «Je participe». Fails with `rules_unaccepted` unless every identity
 * that participates and that the caller acts as has accepted this version, and at least one has.
 * The other one of a couple accepts before the address is shown.
 */
export const acceptToParticipate = async (
  trx: Conn,
  viewer: Viewer,
  event: EventRow,
  attendeeId: string | null,
  said: Acceptance,
  now: number,
): Promise<void> => {
  if (event.rules === null) return
  await accept(trx, viewer, event, said, now)
  const accepted = await identitiesAcceptingRules(trx, event, viewer.accountId)
  const acting = viewer.identityId === null ? viewer.identityIds : [viewer.identityId]
  const asked = acting.filter((id) => attendeeId === null || id === attendeeId)
  if (accepted.size === 0 || asked.some((id) => !accepted.has(id))) fail('rules_unaccepted')
}

/** Accepts changed rules afterwards. Only who participates, or waits, has a say. */
export const acceptRules = async (
  ctx: Ctx,
  viewer: Viewer,
  id: string,
  said: Required<Acceptance>,
): Promise<string[]> => {
  const { event: known, participant } = await readEvent(ctx.db, viewer, id)
  if (!participant || known.rules === null) return fail('conflict')
  const accepted = await eventTransaction(ctx, known.id, async (trx) => {
    const now = ctx.now()
    // the organizers may be rewriting them
    const event = (await lockEvent(trx, known.id, now)) ?? fail('not_found')
    await accept(trx, viewer, event, said, now)
    return [...(await identitiesAcceptingRules(trx, event, viewer.accountId))]
  })
  // the other one of a couple may read the address now
  publishEventChanged(ctx, known.id, [viewer.accountId])
  return accepted
}
