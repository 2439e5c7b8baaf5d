import type { Person, ProfileData, VisibleProfile } from '#contract/profile/data'

/** The identities in the order of person1 and person2: the primary one first. */
export const primaryFirst = <T extends { readonly is_primary: boolean }>(
  identities: readonly T[],
): T[] => [...identities].sort((a, b) => Number(b.is_primary) - Number(a.is_primary))

/** A first name under either of its two spellings; null when there is none, or it is not shown. */
export const firstNameOf = (
  person: {
    readonly firstName?: string | null | undefined
    readonly first_name?: string | null | undefined
  } | null,
): string | null => person?.firstName?.trim() || person?.first_name?.trim() || null

type ShownPerson = VisibleProfile['person1']
const editable = ({ age: _age, ...person }: ShownPerson): Person => ({
  ...person,
  firstName: firstNameOf(person),
})
/** What is edited of an own profile: everything but what is computed. */
export const profileFormOf = (data: VisibleProfile): ProfileData => ({
  ...data,
  person1: editable(data.person1),
  person2: data.person2 && editable(data.person2),
})

/**
 * The same whatever the order of keys, and whether an empty thing is null, '' or absent: what was
 * typed and taken back is no change.
 */
const canonical = (value: unknown): unknown => {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value ?? null
  const entries = Object.entries(value)
    .map(([k, v]) => [k, canonical(v)] as const)
    .filter(([, v]) => v !== null)
  return entries.length === 0
    ? null
    : Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
export const isDeepEqual = (a: unknown, b: unknown): boolean =>
  JSON.stringify(canonical(a)) === JSON.stringify(canonical(b))
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const mergeValue = (now: unknown, start: unknown, form: unknown): unknown => {
  if (isDeepEqual(start, form)) return now
  if (!isRecord(now) || !isRecord(start) || !isRecord(form)) return form
  const merged = [...new Set([now, start, form].flatMap(Object.keys))].map(
    (field) => [field, mergeValue(now[field], start[field], form[field])] as const,
  )
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined))
}
/** `now` with what `form` says differently than `start`, field by field at every depth. */
export const mergeChanges = (
  now: ProfileData,
  start: ProfileData,
  form: ProfileData,
): ProfileData => mergeValue(now, start, form) as ProfileData

/** A rated entry, or one with a comment. */
export const isFilled = (value: number | null | undefined, comment: string | undefined): boolean =>
  typeof value === 'number' || Boolean(comment)
