import * as z from 'zod/mini'
import { idParams, uuid } from '../common'
import { PARTICIPANTS_MAX } from '../limits'
import { route } from '../route'

export const RULES_TEXT_MAX = 2_000
export const QUESTIONS_MAX = 3
export const QUESTION_MAX = 200
export const ANSWER_MAX = 500
/** Days after the end of an event until the answers of its guests are deleted. */
export const REPLY_DAYS = 7

/** Kinds of places: an account that comes as two is a couple, one person counts by its gender. */
export const PLACE_KINDS = ['couple', 'woman', 'man', 'other'] as const
const placeKind = z.enum(PLACE_KINDS)
export type PlaceKind = z.infer<typeof placeKind>

/**
 * Details of `event_full` for organizers: the numbers with which a member of this kind would find a
 * place; null: this number is not in the way.
 */
export const missingPlaces = z.object({
  kind: placeKind,
  max_participants: z.nullable(z.number()),
  places: z.nullable(z.number()),
})
export type MissingPlaces = z.infer<typeof missingPlaces>

const places = z.nullable(z.number().check(z.int(), z.gte(0), z.lte(PARTICIPANTS_MAX)))
const question = z.object({ id: uuid, text: z.string() })
const answer = z.object({ question_id: uuid, text: z.string() })

/** Fields of an event for its readers. */
export const balanceOfEvent = {
  /** Kinds with a number of places of their own, and how many of them can be taken now. */
  places_by_kind: z.array(z.object({ kind: placeKind, places: z.number(), left: z.number() })),
  rules: z.nullable(z.object({ version: z.number(), text: z.string() })),
  /** The caller’s own identities that accepted this version. */
  rules_accepted_by: z.array(uuid),
  /** Whether the address waits for the acceptance of the caller’s identities that come. */
  rules_awaited: z.boolean(),
  questions: z.array(question),
  own_answers: z.array(answer),
  /** The caller’s identity that participates; null: all of the account. */
  coming_identity_id: z.nullable(uuid),
  /** Only verified members may ask for a place. */
  verified_only: z.boolean(),
  /** The caller may not, and has no place. */
  verification_missing: z.boolean(),
}

/** Fields of an event that its organizers set. */
export const balanceInput = {
  verified_only: z.optional(z.boolean()),
  /** Places of each kind; null: no limit of its own. */
  places_by_kind: z.optional(
    z.object({ couple: places, woman: places, man: places, other: places }),
  ),
  rules: z.optional(
    z.nullable(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(RULES_TEXT_MAX, `Les règles comptent au plus ${RULES_TEXT_MAX} caractères.`),
        ),
    ),
  ),
  questions: z.optional(
    z
      .array(
        z
          .string()
          .check(
            z.trim(),
            z.minLength(1),
            z.maxLength(QUESTION_MAX, `Une question compte au plus ${QUESTION_MAX} caractères.`),
          ),
      )
      .check(z.maxLength(QUESTIONS_MAX, `Trois questions au plus.`)),
  ),
}

const acceptance = {
  /** The version of the rules that was read. */
  rules_version: z.optional(z.number()),
  /** Identities that accept it: those the caller acts as. */
  accepted_by: z.optional(z.array(uuid).check(z.maxLength(2))),
}
/** Content of «Je participe». */
export const participation = z.object({
  ...acceptance,
  /** The identity that participates; null: all of the account. Omitted: unchanged. */
  identity_id: z.optional(z.nullable(uuid)),
  answers: z.optional(
    z
      .array(
        z.object({
          question_id: uuid,
          text: z
            .string()
            .check(
              z.trim(),
              z.maxLength(ANSWER_MAX, `Une réponse compte au plus ${ANSWER_MAX} caractères.`),
            ),
        }),
      )
      .check(z.maxLength(QUESTIONS_MAX)),
  ),
})
export type Participation = z.infer<typeof participation>

/** An answer that needs both identities; invisible to other accounts. */
export const heldAnswer = z.object({
  id: uuid,
  answer: z.enum(['participate', 'decline']),
  revision: z.number(),
  wanted: z.array(uuid),
  agreed: z.array(uuid),
  /** The identity that participates; null: both. */
  coming_identity_id: z.nullable(uuid),
})
export type HeldAnswer = z.infer<typeof heldAnswer>

export const acceptEventRules = route({
  id: 'acceptEventRules',
  method: 'POST',
  path: '/events/:id/rules/accept',
  auth: 'account',
  summary: 'Accepts the house rules for the identities that the caller acts as. Participants',
  params: idParams,
  body: z.object({ rules_version: z.number(), accepted_by: z.array(uuid).check(z.maxLength(2)) }),
  reply: z.object({ accepted_by: z.array(uuid) }),
})
export const listReplies = route({
  id: 'listEventReplies',
  method: 'GET',
  path: '/events/:id/replies',
  auth: 'account',
  summary: 'Answers of participants to the questions of the event. Organizers',
  params: idParams,
  reply: z.object({
    guests: z.array(
      z.object({
        participant_id: uuid,
        account_handle: z.string(),
        answers: z.array(z.object({ question: z.string(), text: z.string() })),
      }),
    ),
  }),
})
