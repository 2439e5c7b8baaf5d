import type { NewRow } from '../server/db/tables'
import { flag, foldText } from '../server/db/dialect'
import { consentRows } from '../server/session/registration/checks'
import type { Ctx } from '../server/context'
import { emailKey } from '../server/session/email-key'
import type { Location } from '#contract/profile/data'
import { identityHandles, MEMBERS, type Member } from './members'
import { splitProfile } from '../server/profile/stored'
import { profileOf } from './profiles'
import { idOf } from './random'

const DAY = 86_400_000
export interface MemberIds {
  readonly userId: string
  readonly accountId: string
  readonly identityIds: readonly string[]
}

/** Ids of a member; the same at every run of one seed. */
export const memberIds = (member: Member, nowMs: number): MemberIds => {
  const at = nowMs - member.days * DAY
  return {
    userId: idOf(`user ${member.handle}`, at),
    accountId: idOf(`account ${member.handle}`, at),
    identityIds: member.people.map((_, i) => idOf(`identity ${member.handle} ${i}`, at)),
  }
}

interface PeopleRows {
  readonly accounts: NewRow<'accounts'>[]
  readonly profiles: NewRow<'profiles'>[]
  readonly identities: NewRow<'identities'>[]
  readonly users: NewRow<'users'>[]
  readonly consents: NewRow<'consents'>[]
}

/**
 * Accounts with their users, all confirmed and with one password. `avatarOf` returns the media id
 * of `account handle` or `identity handle i`.
 */
export const peopleRows = (
  ctx: Pick<Ctx, 'secret'>,
  ids: ReadonlyMap<string, MemberIds>,
  passwordHash: string,
  avatarOf: (name: string) => string | null,
  lastSeen: ReadonlyMap<string, number>,
  towns: ReadonlyMap<string, Location>,
  nowMs: number,
): PeopleRows => {
  const rows: PeopleRows = { accounts: [], profiles: [], identities: [], users: [], consents: [] }
  for (const member of MEMBERS) {
    const own = ids.get(member.handle)
    if (!own) continue
    const created = Math.floor(nowMs - member.days * DAY)
    const { open, rest } = splitProfile(JSON.stringify(profileOf(member, towns)))
    rows.profiles.push({ account_id: own.accountId, data: rest })
    rows.accounts.push({
      id: own.accountId,
      handle: member.handle,
      handle_key: foldText(member.handle),
      avatar_media_id: avatarOf(`account ${member.handle}`),
      data: open,
      created_at: created,
      last_seen_at: Math.floor(lastSeen.get(member.handle) ?? nowMs),
      last_seen_identity_id: own.identityIds[0] ?? null,
      heartbeat_at: null,
      deleted_at: null,
    })
    const handles = identityHandles(member)
    member.people.forEach((person, i) => {
      const handle = handles[i] ?? member.handle
      rows.identities.push({
        id: own.identityIds[i] ?? '',
        account_id: own.accountId,
        handle,
        handle_key: foldText(handle),
        gender: person.gender,
        is_primary: flag(i === 0),
        firstname: person.firstname,
        avatar_media_id: avatarOf(`identity ${member.handle} ${i}`),
        created_at: created,
      })
    })
    rows.users.push({
      id: own.userId,
      email: member.email,
      email_key: emailKey(ctx, member.email),
      password_hash: passwordHash,
      name: member.people.map((p) => p.firstname).join(' et '),
      birth_date: member.people[0]?.birthDate ?? '1985-01-01',
      created_at: created,
      email_verified_at: created + 60_000,
      account_id: own.accountId,
      join_token_hash: null,
    })
    rows.consents.push(...consentRows(own.userId, created))
  }
  return rows
}
