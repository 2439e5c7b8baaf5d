import type { Account, Identity } from '#contract/profile/profile'
import type { User } from '#contract/session/session'

type Loose = Readonly<Record<string, unknown>>
const asRecord = (value: unknown): Loose =>
  typeof value === 'object' && value !== null ? (value as Loose) : {}
const nonEmptyText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null
const firstText = (of: Loose, ...names: readonly string[]): string | null =>
  names.map((name) => nonEmptyText(of[name])).find((found) => found !== null) ?? null

/**
 * A picture under any of the names that servers use (CORE-053): a URL, a path, or a media id,
 * unchanged.
 */
const avatarOf = (of: Loose): string | null => {
  const avatar = asRecord(of['avatar'])
  return (
    firstText(of, 'avatar_url', 'avatarUrl', 'avatar') ??
    firstText(avatar, 'url', 'media_id', 'mediaId', 'id') ??
    firstText(of, 'photo_url', 'photoUrl', 'avatar_media_id', 'avatarMediaId')
  )
}
/** Turns bare ids into the path of the picture. */
const avatarPath = (of: Loose): string | null => {
  const ref = avatarOf(of)
  return ref !== null && /^[0-9a-f-]{36}$/i.test(ref) ? `/api/media/${ref}/url` : ref
}

/** An identity in the page's shape; one with only `handle` uses it as its name (MSG-082). */
export const readIdentity = (identity: unknown): Identity => {
  const of = asRecord(identity)
  return {
    ...(of as unknown as Identity),
    identity_handle: firstText(of, 'identity_handle', 'handle') ?? '',
    avatar_url: avatarPath(of),
  }
}
/** An account in the page's shape. */
export const readAccount = (account: unknown): Account => {
  const of = asRecord(account)
  const identities = Array.isArray(of['identities']) ? (of['identities'] as unknown[]) : []
  return {
    ...(of as unknown as Account),
    avatar_url: avatarPath(of),
    identities: identities.map(readIdentity),
  }
}

export interface Me {
  readonly user: User
  readonly account: Account | null
  readonly deletesAt: string | null
  readonly rulesToAccept: number | null
}
/**
 * GET /auth/me: the user at the top level or under `user`; the preferences there, or under `user`
 * or `account` (CORE-056).
 */
export const readMe = (answer: unknown): Me => {
  const top = asRecord(answer)
  const {
    account: _account,
    account_deletes_at: _deletes,
    rules_to_accept: rules,
    user: _user,
    ...person
  } = { ...top, ...asRecord(top['user']) } as Loose
  const account = top['account'] ?? asRecord(top['user'])['account'] ?? null
  const preferences =
    top['preferences'] ??
    asRecord(top['user'])['preferences'] ??
    asRecord(account)['preferences'] ??
    {}
  return {
    user: { ...person, preferences } as unknown as User,
    account: account === null ? null : readAccount(account),
    deletesAt: nonEmptyText(top['account_deletes_at']),
    rulesToAccept: typeof rules === 'number' ? rules : null,
  }
}
