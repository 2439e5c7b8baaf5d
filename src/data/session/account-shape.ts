import type { Account, Identity } from '#contract/profile/profile'
import type { User } from '#contract/session/session'

type Loose = Readonly<Record<string, unknown>>
const record = (value: unknown): Loose =>
  typeof value === 'object' && value !== null ? (value as Loose) : {}
const word = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null
const first = (of: Loose, ...names: readonly string[]): string | null =>
  names.map((name) => word(of[name])).find((found) => found !== null) ?? null

/**
 * A picture under any of the names that servers use (CORE-053): a URL, a path, or a media id,
 * unchanged.
 */
const avatarOf = (of: Loose): string | null => {
  const avatar = record(of['avatar'])
  return (
    first(of, 'avatar_url', 'avatarUrl', 'avatar') ??
    first(avatar, 'url', 'media_id', 'mediaId', 'id') ??
    first(of, 'photo_url', 'photoUrl', 'avatar_media_id', 'avatarMediaId')
  )
}
/** Turns bare ids into the path of the picture. */
const avatarPath = (of: Loose): string | null => {
  const ref = avatarOf(of)
  return ref !== null && /^[0-9a-f-]{36}$/i.test(ref) ? `/api/media/${ref}/url` : ref
}

/** An identity in the page's shape; one with only `handle` uses it as its name (MSG-082). */
export const readIdentity = (identity: unknown): Identity => {
  const of = record(identity)
  return {
    ...(of as unknown as Identity),
    identity_handle: first(of, 'identity_handle', 'handle') ?? '',
    avatar_url: avatarPath(of),
  }
}
/** An account in the page's shape. */
export const readAccount = (account: unknown): Account => {
  const of = record(account)
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
  const top = record(answer)
  const {
    account: _account,
    account_deletes_at: _deletes,
    rules_to_accept: rules,
    user: _user,
    ...person
  } = { ...top, ...record(top['user']) } as Loose
  const account = top['account'] ?? record(top['user'])['account'] ?? null
  const preferences =
    top['preferences'] ?? record(top['user'])['preferences'] ?? record(account)['preferences'] ?? {}
  return {
    user: { ...person, preferences } as unknown as User,
    account: account === null ? null : readAccount(account),
    deletesAt: word(top['account_deletes_at']),
    rulesToAccept: typeof rules === 'number' ? rules : null,
  }
}
