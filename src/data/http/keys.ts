import { mutate } from 'swr'

/** What is kept about one member: `[name, member id, …]`, so that everything about a member can be asked again at once. */
export const memberKey = (
  name: 'account' | 'profile' | 'sharing' | 'feelings' | 'albums' | 'photos' | 'events',
  id: string,
  ...more: readonly string[]
): readonly string[] => [name, id, ...more]
/** Lists that say something of many members. */
export const listKey = (
  name: 'relations' | 'exposure' | 'outgoing' | 'blocks',
  ...more: readonly string[]
): readonly string[] => [name, ...more]

const LISTS: readonly unknown[] = ['relations', 'exposure', 'outgoing', 'blocks']
const MEMBER: readonly unknown[] = [
  'account',
  'profile',
  'sharing',
  'feelings',
  'albums',
  'photos',
  'events',
]

/** Asks again for everything that is shown about a member (null: about any); what is not shown is asked when it is next. */
export const refreshMember = (id: string | null): Promise<unknown> =>
  mutate((key) => Array.isArray(key) && MEMBER.includes(key[0]) && (id === null || key[1] === id))
/** The same for the lists of relations, shares and blocks. */
export const refreshLists = (): Promise<unknown> =>
  mutate((key) => Array.isArray(key) && LISTS.includes(key[0]))

/** Sharing is asked for at most this often (ms), unless something of it changes. */
export const SHARING_STALE_MS = 60_000
