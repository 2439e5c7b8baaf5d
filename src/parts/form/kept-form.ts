import { DAY_MS, FORM_DRAFT_DAYS } from '#contract/limits'
import { session } from '../../data/session/session'
import { storage } from '../../data/device/storage'

interface Kept<T> {
  /** When it was last written, ms. */
  readonly at: number
  readonly typed: Partial<T>
  /** What these fields were before, where `merge` needs it. */
  readonly before?: Partial<T>
}
interface Options<T> {
  readonly without?: keyof T
  /** For fields with parts: `now` with what `form` says differently than `before`. */
  readonly merge?: (now: T, before: T, form: T) => T
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
  { without, merge }: Options<T> = {},
) => {
  const key = `form_draft:${session.accountId ?? ''}:${name}` as const
  return {
    read: (): T => {
      const kept = storage.get(key) as Kept<T> | undefined
      if (!kept || kept.at <= Date.now() - FORM_DRAFT_DAYS * DAY_MS) return start
      const form = { ...start, ...kept.typed }
      return merge ? merge(start, { ...start, ...kept.before }, form) : form
    },
    keep: (form: T): void => {
      const typed = Object.entries(form).filter(
        ([field, value]) =>
          field !== without && JSON.stringify(value) !== JSON.stringify(start[field as keyof T]),
      )
      if (typed.length === 0) return storage.remove(key)
      const before = typed.map(([field]) => [field, start[field as keyof T]])
      storage.set(key, {
        at: Date.now(),
        typed: Object.fromEntries(typed),
        ...(merge ? { before: Object.fromEntries(before) } : {}),
      })
    },
    forget: (): void => storage.remove(key),
  }
}
