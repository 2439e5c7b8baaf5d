import type { Passkey } from '#contract/session/passkeys'
import type { User } from '#contract/session/session'
import type { Row } from '../db/tables'
import { iso } from '../iso'

/** The signed-in user, with fields that only this user may see. */
export const presentUser = (row: Row<'users'>): User => {
  const preferences = JSON.parse(row.preferences) as { pushNotifications?: unknown }
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    createdAt: iso(row.created_at),
    emailVerified: row.email_verified_at !== null,
    preferences: { pushNotifications: preferences.pushNotifications === true },
  }
}

/** A passkey of a login or of a person. */
export const presentPasskey = (
  row: Pick<Row<'passkeys'>, 'id' | 'name' | 'created_at' | 'last_used_at'>,
): Passkey => ({
  id: row.id,
  name: row.name,
  created_at: iso(row.created_at),
  last_used_at: iso(row.last_used_at),
})
