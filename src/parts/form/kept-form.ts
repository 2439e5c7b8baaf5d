import { DAY_MS, FORM_DRAFT_DAYS } from '#contract/limits'
import { session } from '../../data/session/session'
import { storage } from '../../data/device/storage'

interface Kept<T> {
  /** When it was last written, ms. */
  readonly at: number
  readonly typed: Partial<T>
}

/**
 * What is typed in a long form, kept on this device until it is saved or given up, or for
 * `FORM_DRAFT_DAYS` (src/data/device/old-forms.ts): a phone drops pages in the background and asks
 * nobody. Only fields that differ from `start` are kept, so that
 * what others change in the meantime stays.
 */
export const keptForm = <T extends object>(
  name: string,
  start: T,
  { without }: { readonly without?: keyof T } = {},
) => {
  const key = `form_draft:${session.accountId ?? ''}:${name}` as const
  return {
    read: (): T => {
      const kept = storage.get(key) as Kept<T> | undefined
      return kept && kept.at > Date.now() - FORM_DRAFT_DAYS * DAY_MS
        ? { ...start, ...kept.typed }
        : start
    },
    keep: (form: T): void => {
      const typed = Object.entries(form).filter(
        ([field, value]) =>
          field !== without && JSON.stringify(value) !== JSON.stringify(start[field as keyof T]),
      )
      if (typed.length > 0) storage.set(key, { at: Date.now(), typed: Object.fromEntries(typed) })
      else storage.remove(key)
    },
    forget: (): void => storage.remove(key),
  }
}
