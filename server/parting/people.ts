import { openPartingOf } from '../access/parting'
import type { Viewer } from '../context'
import type { Conn } from '../db/dialect'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { loginsOf } from '../session/service'

export interface Speaker {
  /** The person of this login; null: the only login, of both. */
  readonly ownId: string | null
  /** Whether the account has one login, of both. */
  readonly isAlone: boolean
}

/**
 * The person that the viewer represents. With two logins each belongs to one person: an untied login
 * belongs to the person without one.
 */
export const representedPerson = async (
  db: Conn,
  viewer: Pick<Viewer, 'accountId' | 'userId' | 'identityIds'>,
): Promise<Speaker> => {
  const logins = await loginsOf(db, viewer.accountId)
  const own = logins.find((u) => u.id === viewer.userId)?.identity_id ?? null
  if (logins.length < 2) return { ownId: own, isAlone: true }
  const other = logins.find((u) => u.id !== viewer.userId)?.identity_id ?? null
  const left = other === null ? null : (viewer.identityIds.find((id) => id !== other) ?? null)
  return { ownId: own ?? left, isAlone: false }
}

/** The person who acts in a parting. Fails with `parting_identity`. */
export const requireActingPerson = async (db: Conn, viewer: Viewer): Promise<string> => {
  const { ownId, isAlone } = await representedPerson(db, viewer)
  return (isAlone ? viewer.identityId : ownId) ?? fail('parting_identity')
}

/** Fails with `parting_none`. */
export const requireOpenParting = async (db: Conn, viewer: Viewer): Promise<Row<'partings'>> =>
  (await openPartingOf(db, viewer.accountId)) ?? fail('parting_none')
