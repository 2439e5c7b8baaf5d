import { session } from '../../data/session/session'
import { storage } from '../../data/device/storage'

/**
 * What is typed in a long form, kept on this device until it is saved or given up: a phone drops
 * pages in the background and asks nobody. Only fields that differ from `start` are kept, so that
 * what others change in the meantime stays.
 */
export const keptForm = <T extends object>(
  name: string,
  start: T,
  { without }: { readonly without?: keyof T } = {},
) => {
  const key = `form_draft:${session.accountId ?? ''}:${name}` as const
  return {
    read: (): T => ({ ...start, ...(storage.get(key) as Partial<T> | undefined) }),
    keep: (form: T): void => {
      const typed = Object.entries(form).filter(
        ([field, value]) =>
          field !== without && JSON.stringify(value) !== JSON.stringify(start[field as keyof T]),
      )
      if (typed.length > 0) storage.set(key, Object.fromEntries(typed))
      else storage.remove(key)
    },
    forget: (): void => storage.remove(key),
  }
}
