import { mutate } from './mutate'

const MEMBER_DATA = [
  'account',
  'profile',
  'sharing',
  'feelings',
  'albums',
  'photos',
  'events',
  'wishes',
] as const
const LISTS = [
  'relations',
  'exposure',
  'outgoing',
  'blocks',
  'requests',
  'conversation-members',
] as const

/**
 * Cache key of data about one member: `[name, member id, …]`, so that all of a member can be
 * revalidated together.
 */
export const memberKey = (
  name: (typeof MEMBER_DATA)[number],
  id: string,
  ...more: readonly string[]
): readonly string[] => [name, id, ...more]
/** Lists about many members. */
export const memberListKey = (
  name: (typeof LISTS)[number],
  ...more: readonly string[]
): readonly string[] => [name, ...more]

const isNamed = (key: unknown, names: readonly unknown[]): key is readonly unknown[] =>
  Array.isArray(key) && names.includes(key[0])

/**
 * Revalidates everything shown about a member (null: about any); the rest reloads when it is next
 * shown.
 */
export const refreshMember = (id: string | null): Promise<unknown> =>
  mutate((key) => isNamed(key, MEMBER_DATA) && (id === null || key[1] === id))
/** The same for the lists of relations, shares, blocks and members of a conversation. */
export const refreshLists = (): Promise<unknown> => mutate((key) => isNamed(key, LISTS))

/**
 * Minimum time between two loads of the sharing settings, ms, unless something about them changes.
 */
export const SHARING_STALE_MS = 60_000
