import * as z from 'zod/mini'
import { UNUSED_DAYS } from '#contract/limits'
import { communitySettings, type CommunitySettings } from '#contract/staff/community'
import type { Ctx } from './context'
import type { Conn } from './db/dialect'
import type { Env } from './env'

/** Answered applications and closed notices are kept this long, unless operators change it. */
export const CLOSED_DAYS = 183

const defaults = (env: Ctx['env']): CommunitySettings => ({
  name: env.APP_NAME,
  registration: 'open',
  invitationsPerMonth: 5,
  newMembersPerDay: 0,
  signalNewConversations: env.SIGNAL_NEW_CONVERSATIONS,
  signalSameMessage: env.SIGNAL_SAME_MESSAGE,
  signalBlocks: env.SIGNAL_BLOCKS,
  signalRefusals: env.SIGNAL_REFUSALS,
  unusedDays: UNUSED_DAYS,
  closedDays: CLOSED_DAYS,
  alertAddresses: [],
})

/** The settings that operators change in the desk. A stored value of another version is ignored. */
export const readCommunitySettings = async (
  env: Ctx['env'],
  db: Conn,
): Promise<CommunitySettings> => {
  const rows = await db.selectFrom('community_settings').select(['name', 'value']).execute()
  const settings: Record<string, unknown> = defaults(env)
  for (const { name, value } of rows) {
    const schema = communitySettings.shape[name as keyof CommunitySettings]
    const parsed = schema ? z.safeParse(schema, JSON.parse(value)) : null
    if (parsed?.success) settings[name] = parsed.data
  }
  return settings as CommunitySettings
}

/** The environment with the name that operators gave the community. */
export const withCommunityName = async (env: Env, db: Conn): Promise<Env> => ({
  ...env,
  APP_NAME: (await readCommunitySettings(env, db)).name,
})

export const storeSettings = async (
  trx: Conn,
  given: Readonly<Record<string, unknown>>,
  by: string,
  now: number,
): Promise<void> => {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    const row = { value: JSON.stringify(value), changed_by: by, changed_at: now }
    await trx
      .insertInto('community_settings')
      .values({ name, ...row })
      .onConflict((c) => c.column('name').doUpdateSet(row))
      .execute()
  }
}

/** The newest version of the community rules; 0: those that the software brings. */
export const rulesVersion = async (db: Conn): Promise<number> =>
  (
    await db
      .selectFrom('house_rules')
      .select('version')
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.version ?? 0

/** The version that a user has yet to accept; null when there is none. */
export const rulesToAccept = async (db: Conn, userId: string): Promise<number | null> => {
  const newest = await rulesVersion(db)
  if (newest === 0) return null
  const user = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('rules_version')
    .executeTakeFirst()
  return (user?.rules_version ?? 0) < newest ? newest : null
}
