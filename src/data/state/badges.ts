import { proxy, subscribe } from 'valtio'
import { storage } from '../device/storage'

type BadgeName = 'events' | 'messages' | 'news'
export type Badges = Record<BadgeName, number>
const NAMES: readonly BadgeName[] = ['events', 'messages', 'news']

const count = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
const stored = (): Badges => {
  const raw = (storage.get('badges') ?? {}) as Partial<Record<BadgeName, unknown>>
  return { events: count(raw.events), messages: count(raw.messages), news: count(raw.news) }
}

/**
 * Counts beside the navigation entries, never negative, in session storage. Capped where they are
 * drawn.
 */
export const badges = proxy<Badges>(stored())
subscribe(badges, () => storage.set('badges', { ...badges }), true)

export const setBadge = (name: BadgeName, value: number): void => {
  badges[name] = count(value)
}
export const bumpBadge = (name: BadgeName, by = 1): void => setBadge(name, badges[name] + by)
export const clearBadge = (name: BadgeName): void => setBadge(name, 0)

/** Account changed or signed out: resets all counts. */
export const resetBadges = (): void => {
  for (const name of NAMES) badges[name] = 0
}
