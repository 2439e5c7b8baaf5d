import type { User } from '#contract/session/session'
import type { Row } from '../db/tables'

/** The signed-in user, with fields that only this user may see. */
export const presentUser = (row: Row<'users'>): User => {
  const preferences = JSON.parse(row.preferences) as { pushNotifications?: unknown }
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    createdAt: new Date(row.created_at).toISOString(),
    emailVerified: row.email_verified_at !== null,
    preferences: { pushNotifications: preferences.pushNotifications === true },
  }
}
