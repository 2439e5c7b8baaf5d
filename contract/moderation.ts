import * as z from 'zod/mini'
import { idParams, isoDate, ok, uuid } from './common'
import { REPORT_MAX } from './limits'
import { route } from './route'
import { reportKind, reportReason } from './safety'
import { APPEAL_MAX, measure, restriction, subjectKind } from './staff/measures'

export const communityRule = z.object({ key: z.string(), title: z.string(), text: z.string() })
export type CommunityRule = z.infer<typeof communityRule>
export const communityRules = route({
  id: 'communityRules',
  method: 'GET',
  path: '/rules',
  auth: 'none',
  summary: 'The rules of the community, in their newest version',
  reply: z.object({ version: z.number(), rules: z.array(communityRule) }),
})

/** `measure`: something was done, without saying what; `reconsidered`: it was taken back later. */
const reportState = z.enum(['received', 'measure', 'dismissed', 'reconsidered'])
const ownReport = z.object({
  id: uuid,
  kind: reportKind,
  reason: reportReason,
  createdAt: isoDate,
  state: reportState,
  closedAt: z.nullable(isoDate),
})
export type OwnReport = z.infer<typeof ownReport>
export const myReports = route({
  id: 'myReports',
  method: 'GET',
  path: '/account/reports',
  auth: 'account',
  summary: 'The caller’s reports and what came of them, newest first, 100 at most',
  reply: z.object({ reports: z.array(ownReport) }),
})

const photoPlace = z.enum(['profile', 'public_album', 'private_album', 'other'])
export type PhotoPlace = z.infer<typeof photoPlace>
/** A decision about the caller: the statement of its reasons. */
const ownDecision = z.object({
  id: uuid,
  measure,
  scopes: z.array(restriction),
  /** One identity of the couple that it is limited to, with a null handle after its deletion; null: the account. */
  identity: z.nullable(z.object({ handle: z.nullable(z.string()) })),
  subjectKind,
  rule: z.nullable(communityRule),
  facts: z.string(),
  /**
   * The caller's own message, event or photo as it was reported; null once its copy is destroyed,
   * and for other subjects.
   */
  about: z.nullable(
    z.object({
      text: z.string(),
      at: isoDate,
      /** Where the photo was shown. */
      place: z.optional(photoPlace),
      /** The photo, tiny and blurred (data URL): it is not given out again. */
      picture: z.optional(z.string()),
    }),
  ),
  /** Where it came from: a report, the team’s own initiative, or counts found by the server. */
  origin: z.enum(['report', 'own', 'signal']),
  madeAt: isoDate,
  until: z.nullable(isoDate),
  undoneAt: z.nullable(isoDate),
  appealUntil: z.nullable(isoDate),
  appeal: z.nullable(
    z.object({
      state: z.enum(['open', 'upheld', 'overturned']),
      text: z.string(),
      answer: z.nullable(z.string()),
      createdAt: isoDate,
    }),
  ),
})
export type OwnDecision = z.infer<typeof ownDecision>
export const myDecisions = route({
  id: 'myDecisions',
  method: 'GET',
  path: '/account/decisions',
  auth: 'account',
  summary: 'Decisions about the caller, newest first; open to a suspended account',
  reply: z.object({ decisions: z.array(ownDecision) }),
})
export const appealDecision = route({
  id: 'appealDecision',
  method: 'POST',
  path: '/account/decisions/:id/appeal',
  auth: 'account',
  summary: 'Appeals against a decision, once, within six months',
  params: idParams,
  body: z.object({
    text: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Dites-nous pourquoi vous contestez cette décision.'),
        z.maxLength(APPEAL_MAX),
      ),
  }),
  reply: ok,
  status: 201,
})

const ownComment = z.object({
  id: uuid,
  text: z.string(),
  createdAt: isoDate,
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(isoDate),
})
export type OwnComment = z.infer<typeof ownComment>
export const myComments = route({
  id: 'myComments',
  method: 'GET',
  path: '/account/comments',
  auth: 'account',
  summary: 'What the caller sent with «Un commentaire ?», with the answers, 100 at most',
  reply: z.object({ comments: z.array(ownComment) }),
})
export const acceptRules = route({
  id: 'acceptRules',
  method: 'POST',
  path: '/account/rules',
  auth: 'user',
  summary: 'Accepts a version of the community rules',
  body: z.object({ version: z.number().check(z.int(), z.gte(0)) }),
  reply: ok,
})

/** Leading zero bits of SHA-256(`puzzle.nonce`) that a notice without an account has to find. */
export const PUZZLE_BITS = 15
export const noticePuzzle = route({
  id: 'noticePuzzle',
  method: 'GET',
  path: '/notices/puzzle',
  auth: 'none',
  summary: 'A puzzle to solve before a notice: valid for an hour and for one notice',
  reply: z.object({ puzzle: z.string() }),
})
export const sendNotice = route({
  id: 'sendNotice',
  method: 'POST',
  path: '/notices',
  auth: 'none',
  summary: 'A notice by somebody without an account; the reply is the same for every target',
  body: z.object({
    /** A handle, an address of a page, or a description. */
    target: z
      .string()
      .check(z.trim(), z.minLength(3, 'Dites-nous de quoi il s’agit.'), z.maxLength(500)),
    reason: reportReason,
    text: z
      .string()
      .check(z.trim(), z.minLength(10, 'Expliquez en quelques mots.'), z.maxLength(REPORT_MAX)),
    email: z.optional(
      z.string().check(z.trim(), z.maxLength(254), z.email('Cette adresse n’est pas valide.')),
    ),
    goodFaith: z.literal(true, 'Confirmez que ce signalement est fait de bonne foi.'),
    /** `puzzle.nonce` */
    proof: z.string().check(z.maxLength(300)),
  }),
  reply: z.object({ code: z.string() }),
  status: 201,
})
export const followNotice = route({
  id: 'followNotice',
  method: 'POST',
  path: '/notices/follow',
  auth: 'none',
  summary: 'What came of a notice, by its code',
  body: z.object({ code: z.string().check(z.trim(), z.maxLength(40)) }),
  reply: z.object({
    state: reportState,
    createdAt: isoDate,
    closedAt: z.nullable(isoDate),
  }),
})
