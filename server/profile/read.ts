import type * as z from 'zod/mini'
import type { getAccount, ProfileData, profileReply } from '#contract/profile/data'
import type { ReplyInput } from '#contract/route'
import { areRelations, requireVisibleMember } from '../access/accounts'
import { sharedEventsOf } from '../access/events'
import { mayShareWith } from '../access/sharing'
import { badgeOf } from '../access/verified'
import type { Ctx, Viewer } from '../context'
import type { Row } from '../db/tables'
import { fail } from '../fail'
import { completionOf, presentData, parseProfileData, withFirstNames } from './data'
import { accountPreferencesOf } from './preferences'
import { presentAccounts } from './present'
import { countVisiblePhotos, hasPrivateWith, identitiesOf } from './queries'
import { storedProfile } from './stored'

export type Profile = z.input<typeof profileReply>

/** A stored profile with the first names, for the owner's eyes until `presentData`. */
const profileData = async (
  ctx: Pick<Ctx, 'db'>,
  account: Pick<Row<'accounts'>, 'id' | 'data'>,
): Promise<ProfileData> => {
  const identities = await identitiesOf(ctx.db, [account.id])
  const text = await storedProfile(ctx.db, account)
  return withFirstNames(parseProfileData(text, identities.length > 1), identities)
}

/**
 * A member's profile as the viewer may see it: no location finer than the city, an age instead of a
 * birth date, first names where they are shared. 404 for deleted accounts and for blocked ones in
 * either direction: a member unblocks from its own list.
 */
export const readProfile = async (
  ctx: Ctx,
  viewer: Viewer,
  accountId: string,
): Promise<Profile> => {
  const row = await requireVisibleMember(ctx.db, viewer, accountId)
  const account = (await presentAccounts(ctx, viewer, [accountId])).get(accountId)
  if (!account || account.deleted) return fail('not_found')
  const own = account.is_own
  const now = ctx.now()
  const data = await profileData(ctx, row)
  return {
    account,
    data: presentData(data, { own, names: account.permissions.canViewFirstNames, nowMs: now }),
    completion: completionOf(data, row.avatar_media_id !== null),
    photo_count: await countVisiblePhotos(ctx.db, viewer.accountId, accountId, now),
    event_count: own
      ? null
      : ((await sharedEventsOf(ctx.db, viewer.accountId, accountId, now))?.length ?? null),
    has_private: !own && (await hasPrivateWith(ctx.db, viewer.accountId, accountId, now)),
    is_relation: !own && (await areRelations(ctx.db, viewer.accountId, accountId)),
    may_share: !own && (await mayShareWith(ctx.db, viewer.accountId, accountId)),
    badge: await badgeOf(ctx.db, viewer.accountId, accountId, now),
  }
}

/**
 * An account with its profile; of one's own that awaits its deletion only the shell. Preferences are
 * for the owner only.
 */
export const readWholeAccount = async (
  ctx: Ctx,
  viewer: Viewer,
  accountId: string,
): Promise<ReplyInput<typeof getAccount>['account']> => {
  const row = await requireVisibleMember(ctx.db, viewer, accountId)
  const account =
    (await presentAccounts(ctx, viewer, [accountId])).get(accountId) ?? fail('not_found')
  const data = account.deleted
    ? null
    : presentData(await profileData(ctx, row), {
        own: account.is_own,
        names: account.permissions.canViewFirstNames,
        nowMs: ctx.now(),
      })
  return {
    ...account,
    data,
    preferences: account.is_own ? await accountPreferencesOf(ctx, accountId) : null,
  }
}
