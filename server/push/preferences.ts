import { MINUTE_MS } from '#contract/limits'
import type { NewsType } from '#contract/news'
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

/** The switch of a member that each kind of news obeys. */
export const CATEGORIES: Readonly<Record<NewsType, PushCategory>> = {
  event_invited: 'invitations',
  participation_requested: 'confirmations',
  participation_accepted: 'confirmations',
  participation_declined: 'confirmations',
  participant_joined: 'outings',
  participant_waits: 'outings',
  participant_left: 'outings',
  co_organizer_added: 'confirmations',
  co_organizer_left: 'outings',
  event_published: 'outings',
  event_unpublished: 'outings',
  location_revealed: 'address',
  event_changed: 'outings',
  event_cancelled: 'outings',
  event_deleted: 'outings',
  waitlist_offer: 'confirmations',
  waitlist_free: 'confirmations',
  event_reminder: 'outings',
  invitation_reminder: 'invitations',
  reconfirm_asked: 'confirmations',
  reconfirm_lapsed: 'confirmations',
  event_after: 'outings',
  met_again: 'confirmations',
  relation_joined: 'confirmations',
  album_requested: 'confirmations',
  album_shared: 'confirmations',
  album_share_ends: 'confirmations',
  agreement_asked: 'confirmations',
  photo_hidden: 'outings',
  parting_asked: 'confirmations',
  parting_cancelled: 'confirmations',
  moderation_decision: 'outings',
  moderation_lifted: 'outings',
  moderation_report: 'outings',
  moderation_reconsidered: 'outings',
  private_photo_looked: 'outings',
  moderation_reports_warned: 'outings',
  moderation_appeal: 'outings',
  comment_answered: 'outings',
  vouch_asked: 'outings',
  verification_answered: 'outings',
  met_badge_lost: 'outings',
  announcement: 'outings',
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
