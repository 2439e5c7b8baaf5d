import { MINUTE_MS } from '#contract/limits'
import type {
  PushCategory,
  PushChoices,
  saveUserPreferences,
  UserPreferences,
} from '#contract/push'
import type { ParsedInput } from '#contract/route'
import type { Ctx } from '../context'
import type { Conn } from '../db/dialect'
import { fail } from '../fail'

const DEFAULTS: PushChoices = {
  messages: true,
  invitations: true,
  confirmations: true,
  address: true,
  outings: true,
  details: false,
  quiet: null,
}

export const categoryOf = (type: string): PushCategory => {
  if (type === 'event_invited' || type === 'invitation_reminder') return 'invitations'
  if (type === 'location_revealed') return 'address'
  return type.startsWith('participation_') ||
    type.startsWith('waitlist_') ||
    type.startsWith('reconfirm_') ||
    type === 'album_requested' ||
    type === 'album_shared' ||
    type === 'album_share_ends' ||
    type === 'agreement_asked' ||
    type.startsWith('parting_') ||
    type === 'met_again' ||
    type === 'relation_joined' ||
    type === 'co_organizer_added'
    ? 'confirmations'
    : 'outings'
}

const read = (stored: string): UserPreferences => {
  const { pushNotifications, push } = JSON.parse(stored) as {
    pushNotifications?: unknown
    push?: Partial<PushChoices>
  }
  return { pushNotifications: pushNotifications === true, push: { ...DEFAULTS, ...push } }
}
export const userPreferencesOf = async (db: Conn, userId: string): Promise<UserPreferences> =>
  read(
    (await db.selectFrom('users').where('id', '=', userId).select('preferences').executeTakeFirst())
      ?.preferences ?? fail('unauthorized'),
  )

/** Omitted preferences keep their value, also those unknown to this version. */
export const storeUserPreferences = (
  ctx: Pick<Ctx, 'db'>,
  userId: string,
  patch: ParsedInput<typeof saveUserPreferences>['body'],
): Promise<UserPreferences> =>
  ctx.db.transaction().execute(async (trx) => {
    // the row's lock: two concurrent changes must both survive
    await trx
      .updateTable('users')
      .set((eb) => ({ preferences: eb.ref('preferences') }))
      .where('id', '=', userId)
      .execute()
    const row =
      (await trx
        .selectFrom('users')
        .where('id', '=', userId)
        .select('preferences')
        .executeTakeFirst()) ?? fail('unauthorized')
    const before = JSON.parse(row.preferences) as { push?: object }
    const { pushNotifications, push } = patch
    const next = {
      ...before,
      ...(pushNotifications === undefined ? {} : { pushNotifications }),
      ...(push ? { push: { ...before.push, ...push } } : {}),
    }
    const preferences = JSON.stringify(next)
    await trx.updateTable('users').set({ preferences }).where('id', '=', userId).execute()
    return read(preferences)
  })

const PARIS = new Intl.DateTimeFormat('fr-FR', {
  timeZone: 'Europe/Paris',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
/**
 * When the current quiet hours end (ms); null outside of them. They may span midnight; equal
 * minutes mean none.
 */
export const quietUntil = (quiet: PushChoices['quiet'], now: number): number | null => {
  if (!quiet || quiet.from === quiet.to) return null
  const part = (type: string): number =>
    Number(PARIS.formatToParts(now).find((p) => p.type === type)?.value ?? 0)
  const minute = part('hour') * 60 + part('minute')
  const within =
    quiet.from < quiet.to
      ? minute >= quiet.from && minute < quiet.to
      : minute >= quiet.from || minute < quiet.to
  return within
    ? Math.floor(now / MINUTE_MS) * MINUTE_MS + ((quiet.to - minute + 1440) % 1440) * MINUTE_MS
    : null
}
