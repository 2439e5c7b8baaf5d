import { session } from '../../../data/session/session'
import { storage } from '../../../data/device/storage'
import type { Draft } from './form'

/**
 * What is typed in the form, kept on this device until it is saved or given up: a phone drops pages
 * in the background and asks nobody. Only what differs from `start` is kept, so that what others
 * change in the meantime stays. Without the banner: its preview ends with the page.
 */
export const keptDraft = (eventId: string | undefined, start: Draft) => {
  const key = `event_draft:${session.accountId ?? ''}:${eventId ?? 'new'}` as const
  const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
  return {
    read: (): Draft => ({ ...start, ...(storage.get(key) as Partial<Draft> | undefined) }),
    keep: (draft: Draft): void => {
      const typed = Object.entries(draft).filter(
        ([field, value]) => field !== 'bannerId' && !same(value, start[field as keyof Draft]),
      )
      if (typed.length > 0) storage.set(key, Object.fromEntries(typed))
      else storage.remove(key)
    },
    forget: (): void => storage.remove(key),
  }
}
