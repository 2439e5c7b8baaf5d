import type { HeldAnswer } from '#contract/events/balance'
import { identitiesThatAgreed, wantedOf } from '../../agreements/service'
import type { Viewer } from '../../context'
import type { Conn } from '../../db/dialect'
import type { Row } from '../../db/tables'

export type AnswerRow = Row<'held_answers'>

export const findHeldAnswer = (db: Conn, accountId: string, eventId: string) =>
  db
    .selectFrom('held_answers')
    .where('account_id', '=', accountId)
    .where('event_id', '=', eventId)
    .selectAll()

export const presentHeld = async (db: Conn, row: AnswerRow): Promise<HeldAnswer> => ({
  id: row.id,
  answer: row.answer,
  revision: row.revision,
  wanted: wantedOf(row),
  agreed: (await identitiesThatAgreed(db, [{ id: row.id, revision: row.revision }]))(row.id),
  coming_identity_id: await attendeeOfHeld(db, row.id),
})

/** The identity that participates by a held answer; null: both. */
export const attendeeOfHeld = async (db: Conn, heldId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('held_comings')
      .where('held_id', '=', heldId)
      .select('identity_id')
      .executeTakeFirst()
  )?.identity_id ?? null

/** The own answer of a couple that waits; null: none, or a single identity. */
export const heldAnswerTo = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId' | 'identityIds'>,
  eventId: string,
): Promise<HeldAnswer | null> => {
  if (viewer.identityIds.length < 2) return null
  const row = await findHeldAnswer(db, viewer.accountId, eventId).executeTakeFirst()
  return row ? presentHeld(db, row) : null
}
