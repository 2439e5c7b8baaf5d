import * as z from 'zod/mini'
import { ageOn } from '#contract/profile/age'
import {
  ORIENTATIONS,
  person,
  profileData,
  type Person,
  type ProfileData,
  type VisibleProfile,
} from '#contract/profile/data'
import { dayInParis } from '../paris'

const EMPTY_PERSON: Person = {
  birthDate: null,
  smoker: null,
  silhouette: null,
  origine: null,
  taille: null,
  description: null,
  firstName: null,
  orientation_femme: null,
  orientation_homme: null,
  orientation_autre: null,
  practices: {},
  comments: {},
}
const EMPTY = {
  location: null,
  description: null,
  person1: EMPTY_PERSON,
  person2: null,
  couplePractices: {},
  coupleComments: {},
  contextPractices: {},
  contextComments: {},
} satisfies ProfileData

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/**
 * Each valid field, and the empty value for the others, so that one malformed field never hides a
 * profile.
 */
const readFields = <T extends object>(
  shape: Readonly<Record<string, z.ZodMiniType>>,
  empty: T,
  raw: Readonly<Record<string, unknown>>,
): T =>
  Object.fromEntries(
    Object.entries(shape).map(([key, schema]) => {
      const parsed = z.safeParse(schema, raw[key])
      return [key, parsed.success ? parsed.data : empty[key as keyof T]]
    }),
  ) as T

/** Parses a stored profile: person2 exists exactly for couples. */
export const parseProfileData = (text: string, couple: boolean): ProfileData => {
  const raw = asRecord(JSON.parse(text))
  const readPerson = (value: unknown): Person =>
    readFields(person.shape, EMPTY_PERSON, asRecord(value))
  const data = readFields<ProfileData>(profileData.shape, EMPTY, raw)
  return {
    ...data,
    person1: readPerson(raw['person1']),
    person2: couple ? readPerson(raw['person2']) : null,
  }
}

/** Blank texts are stored as null, which counts as not filled. */
export const normalizeProfileData = (data: ProfileData): ProfileData => {
  const comments = <T extends object>(map: T): T =>
    Object.fromEntries(Object.entries(map).filter(([, v]) => v)) as T
  const one = (p: Person): Person => ({
    ...p,
    taille: p.taille || null,
    description: p.description || null,
    firstName: p.firstName || null,
    comments: comments(p.comments),
  })
  return {
    ...data,
    description: data.description || null,
    person1: one(data.person1),
    person2: data.person2 && one(data.person2),
    coupleComments: comments(data.coupleComments),
    contextComments: comments(data.contextComments),
  }
}

const rated = (map: object): boolean => Object.values(map).some((v) => typeof v === 'number')
const partsOf = (p: Person): boolean[] => [
  ...[p.birthDate, p.smoker, p.silhouette, p.taille, p.origine, p.description, p.firstName].map(
    (v) => v !== null && v !== '',
  ),
  ORIENTATIONS.some((key) => p[key] !== null),
  rated(p.practices),
]
/** round(100 × filled / total), of 13 parts for one person and of 23 for a couple. */
export const completionOf = (data: ProfileData, avatar: boolean): number => {
  const parts = [
    avatar,
    data.location !== null,
    Boolean(data.description),
    rated(data.contextPractices),
    ...partsOf(data.person1),
  ]
  if (data.person2) parts.push(rated(data.couplePractices), ...partsOf(data.person2))
  return Math.round((100 * parts.filter(Boolean).length) / parts.length)
}

type Names = readonly { readonly firstname: string | null }[]
const named = (
  data: ProfileData,
  nameOf: (p: Person, i: number) => string | null,
): ProfileData => ({
  ...data,
  person1: { ...data.person1, firstName: nameOf(data.person1, 0) },
  person2: data.person2 && { ...data.person2, firstName: nameOf(data.person2, 1) },
})
/**
 * First names are stored with the identities, which are encrypted; profiles that were last saved by
 * an older server hold them as well.
 */
export const withFirstNames = (data: ProfileData, identities: Names): ProfileData =>
  named(data, (p, i) => identities[i]?.firstname ?? p.firstName)
export const withoutFirstNames = (data: ProfileData): ProfileData => named(data, () => null)

/**
 * Profile data for a viewer: the age for all, the birth date for the owner alone, first names where
 * they are shared.
 */
export const presentData = (
  data: ProfileData,
  { own, names, nowMs }: { own: boolean; names: boolean; nowMs: number },
): VisibleProfile => {
  const today = dayInParis(nowMs)
  const show = (p: Person): VisibleProfile['person1'] => ({
    ...p,
    birthDate: own ? p.birthDate : null,
    firstName: names ? p.firstName : null,
    age: p.birthDate === null ? null : ageOn(p.birthDate, today),
  })
  return { ...data, person1: show(data.person1), person2: data.person2 && show(data.person2) }
}
