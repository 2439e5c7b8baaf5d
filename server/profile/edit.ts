import { ERRORS, type ErrorCode } from '#contract/errors'
import type { Account } from '#contract/profile/profile'
import type { Person, ProfileData } from '#contract/profile/data'
import { lockZones, recomputePlacePairs } from '../access/zones'
import type { Ctx, Viewer } from '../context'
import { fail } from '../fail'
import { resolveLocation } from '../places/service'
import { isAdult } from '../session/service'
import { chooseAvatar } from './avatar'
import { parseProfileData, normalizeProfileData, withoutFirstNames } from './data'
import { identitiesOf, updateFirstName } from './queries'
import { readProfile, type Profile } from './read'
import { readAccount } from './service'
import { splitProfile, storedParts, updateOpenPart, updateEncryptedPart } from './stored'

/** Longer than any recorded life (years). */
const AGE_MAX = 123

const failAt = (path: string, code: ErrorCode, message: string = ERRORS[code][1]): never =>
  fail(code, [{ path: `body.data.${path}`, message }])

const checkPerson = (person: Person, path: string, now: number): void => {
  if (person.birthDate === null) return
  if (!isAdult(person.birthDate, now)) failAt(`${path}.birthDate`, 'underage')
  if (Number(person.birthDate.slice(0, 4)) < new Date(now).getUTCFullYear() - AGE_MAX)
    failAt(`${path}.birthDate`, 'invalid_payload', 'Cette date de naissance est trop ancienne.')
}

/** Only its own members change a profile. */
export const requireOwnAccount = (viewer: Viewer, accountId: string): void => {
  if (viewer.accountId !== accountId) fail('not_your_account')
}

/**
 * Replaces the viewer's profile data. Of the location only the id is used: its other fields are
 * looked up. First names are stored with the identities. What is as it was is not written: encrypting
 * costs more than comparing, and a move waits for the zones of all members. Fails with `underage`,
 * `place_unknown`, or `invalid_payload` for a second person of a single account.
 */
export const writeProfile = async (
  ctx: Ctx,
  viewer: Viewer,
  input: ProfileData,
): Promise<Profile> => {
  const identities = await identitiesOf(ctx.db, [viewer.accountId])
  const couple = identities.length > 1
  if (input.person2 && !couple)
    failAt('person2', 'invalid_payload', 'Ce profil est celui d’une seule personne.')
  const now = ctx.now()
  checkPerson(input.person1, 'person1', now)
  if (input.person2) checkPerson(input.person2, 'person2', now)
  const location = input.location && (await resolveLocation(input.location.place_id))
  // parsed as it will be read: a couple always has its second person
  const data = parseProfileData(
    JSON.stringify(normalizeProfileData({ ...input, location })),
    couple,
  )
  const { open, rest } = splitProfile(JSON.stringify(withoutFirstNames(data)))
  const before = await storedParts(ctx.db, viewer.accountId)
  const isMoved = open !== before.open
  const names = [data.person1, data.person2].flatMap((person, i) => {
    const identity = identities[i]
    return identity && person && identity.firstname !== person.firstName
      ? [{ id: identity.id, firstName: person.firstName }]
      : []
  })
  const owners =
    isMoved || rest !== before.rest || names.length > 0
      ? await ctx.db.transaction().execute(async (trx) => {
          if (isMoved) await lockZones(trx)
          if (isMoved) await updateOpenPart(trx, viewer.accountId, open)
          if (rest !== before.rest) await updateEncryptedPart(trx, viewer.accountId, rest)
          for (const { id, firstName } of names) await updateFirstName(trx, id, firstName)
          return isMoved ? recomputePlacePairs(trx, viewer.accountId, data.location) : []
        })
      : []
  if (owners.length > 0)
    ctx.bus.emit('member.hidden', { accountId: viewer.accountId, others: owners })
  return readProfile(ctx, viewer, viewer.accountId)
}

/** Fails with `foreign_identity`, `media_not_yours`. */
export const changeIdentityAvatar = async (
  ctx: Ctx,
  viewer: Viewer,
  identityId: string,
  mediaId: string | null,
): Promise<Account> => {
  if (!viewer.identityIds.includes(identityId)) fail('foreign_identity')
  await chooseAvatar(ctx, viewer, { kind: 'identity', targetId: identityId }, mediaId)
  return readAccount(ctx, viewer, viewer.accountId)
}
