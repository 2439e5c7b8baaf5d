import * as z from 'zod/mini'
import { idParams, uuid } from '../common'
import { PLACE_TEXT_MAX, PROFILE_COMMENT_MAX, PROFILE_DESCRIPTION_MAX, RATING_MAX } from '../limits'
import { account } from './profile'
import { badge } from './badge'
import { route } from '../route'
import { accountPreferences } from '../settings'

export const SMOKER = ['non-fumeur', 'occasionnel', 'vapoteur', 'fumeur'] as const
export const SILHOUETTE = ['mince', 'athletique', 'moyenne', 'rondeurs', 'rond'] as const
export const ORIGINE = ['caucasien', 'africain', 'arabe', 'asiatique', 'latine', 'autre'] as const
export const COUPLE_PRACTICES = [
  'curieux',
  'cote_a_cote',
  'melangisme',
  'echangisme',
  'deux_plus_deux',
  'pluralite',
  'orgie',
] as const
export const CONTEXTS = [
  'soirees_privees',
  'soirees_multi',
  'clubs',
  'saunas',
  'hotels',
  'a_domicile',
  'a_exterieur',
  'en_exterieur',
] as const
export const PRACTICES = [
  'embrasse_hors_couple',
  'contact_hors_couple',
  'rapports_hors_couple',
  'candaulisme_acteur',
  'candaulisme_observateur',
  'bdsm',
  'plans_solo',
] as const
export const ORIENTATIONS = ['orientation_femme', 'orientation_homme', 'orientation_autre'] as const

/** 0 to 100; null: not rated. */
const rating = z.nullable(z.number().check(z.int(), z.gte(0), z.lte(RATING_MAX)))
const comment = z
  .string()
  .check(
    z.trim(),
    z.maxLength(
      PROFILE_COMMENT_MAX,
      `Un commentaire compte au plus ${PROFILE_COMMENT_MAX} caractères.`,
    ),
  )
const text = z
  .string()
  .check(
    z.trim(),
    z.maxLength(
      PROFILE_DESCRIPTION_MAX,
      `Ce texte compte au plus ${PROFILE_DESCRIPTION_MAX} caractères.`,
    ),
  )
/** Only the listed keys, each optional: others are refused. */
const ratings = <const K extends readonly string[]>(keys: K) =>
  z.strictObject(
    Object.fromEntries(keys.map((k) => [k, z.optional(rating)])) as Record<
      K[number],
      z.ZodMiniOptional<typeof rating>
    >,
  )
const comments = <const K extends readonly string[]>(keys: K) =>
  z.strictObject(
    Object.fromEntries(keys.map((k) => [k, z.optional(comment)])) as Record<
      K[number],
      z.ZodMiniOptional<typeof comment>
    >,
  )

/** A commune; the server fills it from `place_id` and ignores the other fields of a client. */
export const location = z.object({
  place_id: z.string().check(z.maxLength(40)),
  city: z.string().check(z.maxLength(PLACE_TEXT_MAX)),
  department: z.string().check(z.maxLength(PLACE_TEXT_MAX)),
  department_code: z.string().check(z.maxLength(3)),
  postal_code: z.string().check(z.maxLength(10)),
  country: z._default(z.string().check(z.maxLength(2)), 'FR'),
  lat: z.number(),
  lng: z.number(),
  formatted_address: z.string().check(z.maxLength(PLACE_TEXT_MAX)),
})
export type Location = z.infer<typeof location>

export const person = z.object({
  /** Only in the owner's reply; others receive `age`. YYYY-MM-DD. */
  birthDate: z.nullable(z.iso.date('La date de naissance s’écrit AAAA-MM-JJ.')),
  smoker: z.nullable(z.enum(SMOKER)),
  silhouette: z.nullable(z.enum(SILHOUETTE)),
  origine: z.nullable(z.enum(ORIGINE)),
  /** As typed: 1,70 or 170; above 10 it is in centimetres. */
  taille: z.nullable(z.string().check(z.trim(), z.maxLength(8))),
  description: z.nullable(text),
  firstName: z.nullable(z.string().check(z.trim(), z.maxLength(40))),
  orientation_femme: rating,
  orientation_homme: rating,
  orientation_autre: rating,
  practices: ratings(PRACTICES),
  comments: comments([...PRACTICES, ...ORIENTATIONS]),
})
export type Person = z.infer<typeof person>

/** person1 is the primary identity; person2 exists only for a couple. */
export const profileData = z.object({
  location: z.nullable(location),
  description: z.nullable(text),
  person1: person,
  person2: z.nullable(person),
  couplePractices: ratings(COUPLE_PRACTICES),
  coupleComments: comments(COUPLE_PRACTICES),
  contextPractices: ratings(CONTEXTS),
  contextComments: comments(CONTEXTS),
})
export type ProfileData = z.infer<typeof profileData>

/** A person as visitors see it: an age instead of a birth date, no first name unless shared. */
const visiblePerson = z.extend(person, { age: z.nullable(z.number()) })
const visibleProfile = z.extend(profileData, {
  person1: visiblePerson,
  person2: z.nullable(visiblePerson),
})
export type VisibleProfile = z.infer<typeof visibleProfile>

/** Data of a profile page in addition to the account. */
export const profileReply = z.object({
  account,
  data: visibleProfile,
  /**
   * round(100 × filled / total), computed by the server; a first name that the viewer may not see
   * still counts.
   */
  completion: z.number(),
  /** Distinct photos that the viewer may see: public ones and those of visible albums. */
  photo_count: z.number(),
  /** Events that this member shares with the viewer; null: shares none (no tab). */
  event_count: z.nullable(z.number()),
  /** «Oui» when the viewer has notes on this member or shares anything with it. */
  has_private: z.boolean(),
  is_relation: z.boolean(),
  /** The two have a direct conversation: sharing can be set. */
  may_share: z.boolean(),
  badge,
})
/**
 * An account with its profile as the caller may see it; 404 alike for deleted ones and across a
 * block. Of one's own account that awaits its deletion the profile is null.
 */
export const getAccount = route({
  id: 'getAccount',
  method: 'GET',
  path: '/accounts/:id',
  auth: 'account',
  summary: 'An account as the caller may see it, with its profile data',
  params: idParams,
  reply: z.object({
    account: z.extend(account, {
      data: z.nullable(visibleProfile),
      preferences: z.nullable(accountPreferences),
    }),
  }),
})
export const getProfile = route({
  id: 'getProfile',
  method: 'GET',
  path: '/accounts/:id/profile',
  auth: 'account',
  summary: 'A member’s profile as the caller may see it',
  params: idParams,
  reply: profileReply,
})
export const saveProfile = route({
  id: 'saveProfile',
  method: 'POST',
  path: '/account/profile',
  auth: 'account',
  summary: 'Replaces the profile data',
  body: z.object({ data: profileData }),
  reply: profileReply,
})
export const patchAccount = route({
  id: 'patchAccount',
  method: 'PATCH',
  path: '/accounts/:id',
  auth: 'account',
  summary: 'The same by id: 403 for any other account',
  params: idParams,
  body: z.object({ data: profileData }),
  reply: profileReply,
})
export const patchAvatar = route({
  id: 'patchAvatar',
  method: 'PATCH',
  path: '/accounts/:id/avatar',
  auth: 'account',
  summary: 'Sets the avatar by id: 403 for any other account',
  params: idParams,
  body: z.object({ media_id: z.nullable(uuid) }),
  reply: z.object({ account }),
})
/** An identity has its own photo in addition to the account's. */
export const setIdentityAvatar = route({
  id: 'setIdentityAvatar',
  method: 'POST',
  path: '/account/identities/:id/avatar',
  auth: 'account',
  summary: 'Sets the photo of one of the caller’s identities; null removes it',
  params: idParams,
  body: z.object({ mediaId: z.nullable(uuid) }),
  reply: z.object({ account }),
})
