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
