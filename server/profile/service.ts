import { ERRORS, type ErrorCode } from '#contract/errors'
import type { createAccount, Account } from '#contract/profile/profile'
import type { ParsedInput } from '#contract/route'
import type { WishRatings } from '#contract/wishes'
import { requireVisibleMember } from '../access/accounts'
import type { Ctx, UserViewer, Viewer } from '../context'
import { flag, foldText, type Conn } from '../db/dialect'
import { fail } from '../fail'
import { iso } from '../iso'
import { admitUser } from '../session/service'
import { hashSecret, newId } from '../tokens'
import { chooseAvatar } from './avatar'
import { presentData, parseProfileData } from './data'
import { presentAccounts } from './present'
import {
  attachUserToAccount,
  identitiesOf,
  insertAccount,
  insertIdentities,
  lockHandles,
  takenHandles,
} from './queries'
import { storedProfile, updateStoredProfile } from './stored'

// account fields that later rooms show
export { presentAccounts }
export { DELETED_HANDLE } from './present'
// an account is divided
export { identitiesOf, insertAccount, lockHandles, takenHandles } from './queries'
export { storedProfile, updateStoredProfile } from './stored'
// the staff takes texts out
export { clearProfileTexts, restoreProfileTexts } from './texts'

/** Ratings of the own profile, by key: of this identity and of both. */
export const ownRatings = async (
  db: Conn,
  accountId: string,
  identityId: string,
): Promise<WishRatings> => {
  const identities = await identitiesOf(db, [accountId])
  const row = await db
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .select(['id', 'data'])
    .executeTakeFirst()
  if (!row) return {}
  const data = parseProfileData(await storedProfile(db, row), identities.length > 1)
  const isSecond = identities[1]?.id === identityId
  const person = isSecond ? data.person2 : data.person1
  const all = { ...data.contextPractices, ...data.couplePractices, ...person?.practices }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/** A stored profile as a stranger reads it: no first names, an age, the commune only. */
export const publicProfile = (text: string, identities: number, now: number): unknown =>
  presentData(parseProfileData(text, identities > 1), { own: false, names: false, nowMs: now })

type NewAccount = ParsedInput<typeof createAccount>['body']

const failAt = (field: string, code: ErrorCode): never =>
  fail(code, [{ path: `body.${field}`, message: ERRORS[code][1] }])

const ownAccount = async (ctx: Ctx, accountId: string): Promise<Account> =>
  (await presentAccounts(ctx, { accountId }, [accountId])).get(accountId) ?? fail('not_found')

/** The account of a user, as that user sees it; null before onboarding. */
export const readOwnAccount = (ctx: Ctx, viewer: UserViewer): Promise<Account | null> =>
  viewer.accountId ? ownAccount(ctx, viewer.accountId) : Promise.resolve(null)

/** When an account with a pending deletion is purged; null for the others. */
export const deletesAt = async (ctx: Ctx, accountId: string | null): Promise<string | null> => {
  const row = accountId
    ? await ctx.db
        .selectFrom('accounts')
        .where('id', '=', accountId)
        .select('deletes_at')
        .executeTakeFirst()
    : undefined
  return iso(row?.deletes_at ?? null)
}

/** The birth date of the registration is not asked again in the profile. */
const copyBirthDate = async (
  trx: Conn,
  userId: string,
  accountId: string,
  second: boolean,
): Promise<void> => {
  const { birth_date } = await trx
    .selectFrom('users')
    .where('id', '=', userId)
    .select('birth_date')
    .executeTakeFirstOrThrow()
  const person = { birthDate: birth_date }
  await updateStoredProfile(
    trx,
    accountId,
    JSON.stringify(second ? { person2: person } : { person1: person }),
  )
}

/**
 * Onboarding: creates the only account of a user, with one or two identities; the first one listed
 * is the person who registered and gets that birth date. The relations room
 * follows the invitation link of the user once the account exists. Fails with `account_exists`,
 * `identities_invalid`, `handle_taken`, `not_admitted`.
 */
export const openAccount = async (
  ctx: Ctx,
  viewer: UserViewer,
  input: NewAccount,
): Promise<Account> => {
  if (viewer.accountId) fail('account_exists')
  if (input.identities.filter((i) => i.is_primary).length !== 1) fail('identities_invalid')
  const [first, second] = input.identities
  if (first && second && foldText(first.identity_handle) === foldText(second.identity_handle))
    failAt('identities.1.identity_handle', 'handle_taken')
  const accountId = newId()
  const now = ctx.now()
  const keys = input.identities.map((i) => foldText(i.identity_handle))
  const tokenHash = input.joinToken ? hashSecret(input.joinToken) : null
  await ctx.db.transaction().execute(async (trx) => {
    if ((await admitUser(ctx, trx, viewer.userId, tokenHash)) !== 'admitted') fail('not_admitted')
    await lockHandles(trx)
    const taken = await takenHandles(trx, [...keys, foldText(input.account_handle)])
    if (taken.has(foldText(input.account_handle))) failAt('account_handle', 'handle_taken')
    for (const [i, key] of keys.entries())
      if (taken.has(key)) failAt(`identities.${i}.identity_handle`, 'handle_taken')
    if (
      !(await insertAccount(trx, { id: accountId, handle: input.account_handle, created_at: now }))
    )
      failAt('account_handle', 'handle_taken')
    if (!(await attachUserToAccount(trx, viewer.userId, accountId, tokenHash)))
      fail('account_exists')
    await insertIdentities(
      trx,
      input.identities.map((i) => ({
        id: newId(),
        account_id: accountId,
        handle: i.identity_handle,
        handle_key: foldText(i.identity_handle),
        gender: i.gender,
        is_primary: flag(i.is_primary),
        created_at: now,
      })),
    )
    await copyBirthDate(trx, viewer.userId, accountId, first?.is_primary === false)
  })
  ctx.bus.emit('account.created', { accountId, userId: viewer.userId })
  return ownAccount(ctx, accountId)
}

/** Any member's account; `not_found` across a block in either direction. */
export const readAccount = async (
  ctx: Ctx,
  viewer: Viewer,
  accountId: string,
): Promise<Account> => {
  await requireVisibleMember(ctx.db, viewer, accountId)
  return (await presentAccounts(ctx, viewer, [accountId])).get(accountId) ?? fail('not_found')
}

/** Fails with `media_not_yours`: another member's photo would become public. */
export const changeAvatar = async (
  ctx: Ctx,
  viewer: Viewer,
  mediaId: string | null,
): Promise<Account> => {
  await chooseAvatar(ctx, viewer, { kind: 'account', targetId: viewer.accountId }, mediaId)
  return ownAccount(ctx, viewer.accountId)
}
