import type { Person, ProfileData, VisibleProfile } from '#contract/profile/data'
import { firstNameOf } from '../state/people'

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
