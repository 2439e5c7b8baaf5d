import { mutate } from './mutate'

/**
 * Cache key of data about one member: `[name, member id, …]`, so that all of a member can be
 * revalidated together.
 */
export const memberKey = (
  name: 'account' | 'profile' | 'sharing' | 'feelings' | 'albums' | 'photos' | 'events' | 'wishes',
  id: string,
  ...more: readonly string[]
): readonly string[] => [name, id, ...more]
/** Lists about many members. */
export const memberListKey = (
  name: 'relations' | 'exposure' | 'outgoing' | 'blocks' | 'requests',
  ...more: readonly string[]
): readonly string[] => [name, ...more]

const LISTS: readonly unknown[] = [
  'relations',
  'exposure',
  'outgoing',
  'blocks',
  'requests',
  'conversation-members',
]
const MEMBER: readonly unknown[] = [
  'account',
  'profile',
  'sharing',
  'feelings',
  'albums',
  'photos',
  'events',
  'wishes',
]

/**
 * Revalidates everything shown about a member (null: about any); the rest reloads when it is next
 * shown.
 */
export const refreshMember = (id: string | null): Promise<unknown> =>
  mutate((key) => Array.isArray(key) && MEMBER.includes(key[0]) && (id === null || key[1] === id))
/** The same for the lists of relations, shares, blocks and members of a conversation. */
export const refreshLists = (): Promise<unknown> =>
  mutate((key) => Array.isArray(key) && LISTS.includes(key[0]))

/**
 * Minimum time between two loads of the sharing settings, ms, unless something about them changes.
 */
export const SHARING_STALE_MS = 60_000
