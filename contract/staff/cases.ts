import * as z from 'zod/mini'
import { idParams, isoDate, ok, uuid } from '../common'
import { reportReason } from '../safety'
import { route } from '../route'
import {
  FACTS_MAX,
  SANCTION_DAYS_MAX,
  decision,
  measure,
  restriction,
  subjectKind,
} from './measures'
import { accountSummary } from './accounts'
import { evidence } from './evidence'

/**
 * `notice`: from outside the community; `own`: opened by staff; `signal`: found by counts;
 * `comment`: sent by a member with «Un commentaire ?»; `verification`: a photo with a gesture.
 */
export const caseKind = z.enum([
  'report',
  'appeal',
  'own',
  'notice',
  'signal',
  'newcomer',
  'comment',
  'verification',
])
export type CaseKind = z.infer<typeof caseKind>
/** What a comment is about, as the staff sees it; its author is not told. */
export const COMMENT_TAGS = ['problem', 'idea', 'question', 'thanks'] as const
const commentTag = z.enum(COMMENT_TAGS)
export type CommentTag = z.infer<typeof commentTag>
const caseState = z.enum(['open', 'waiting_second', 'decided'])

export const caseLine = z.object({
  id: uuid,
  kind: caseKind,
  subjectKind,
  /** The account that the case is about, with its present handle; null when none is known. */
  account: z.nullable(z.object({ id: uuid, handle: z.string() })),
  /**
   * 0: a minor, a photo without consent; 1: harassment, impersonation, illegal; 2: the rest; 3:
   * comments, and reports by members who were warned of unfounded ones and went on.
   */
  priority: z.number(),
  /** Number of different members who reported it. */
  reports: z.number(),
  reasons: z.array(reportReason),
  state: caseState,
  openedAt: isoDate,
  /**
   * Orders the open cases of one priority: the opening, earlier with each member that reported it.
   */
  rankedAt: isoDate,
  closedAt: z.nullable(isoDate),
  /** The measure of a decided case, and whether it was taken back; null for what is only answered. */
  outcome: z.nullable(z.object({ measure, undone: z.boolean() })),
  claim: z.nullable(z.object({ by: z.string(), mine: z.boolean(), until: isoDate })),
  /** Until when an operator keeps its evidence; null once that has passed. */
  keptUntil: z.nullable(isoDate),
  /** Of a comment. */
  tag: z.nullable(commentTag),
  /** Grows with every act on the case. */
  version: z.number(),
})
export type CaseLine = z.infer<typeof caseLine>

export const listCases = route({
  id: 'listCases',
  method: 'GET',
  path: '/staff/cases',
  auth: 'staff',
  summary:
    'The queue by harm, age and number of reporters, or the decided cases, newest first; 50 per page',
  query: z.object({
    state: z._default(z.enum(['open', 'decided']), 'open'),
    kind: z.optional(caseKind),
    mine: z.optional(z.enum(['1'])),
    /** Those whose evidence an operator keeps. */
    kept: z.optional(z.enum(['1'])),
    tag: z.optional(commentTag),
    cursor: z.optional(z.string().check(z.maxLength(100))),
  }),
  reply: z.object({
    cases: z.array(caseLine),
    nextCursor: z.nullable(z.string()),
    /** Open cases, 100 at most. */
    open: z.number(),
  }),
})

export const caseDetail = z.object({
  line: caseLine,
  reports: z.array(
    z.object({
      id: uuid,
      reason: reportReason,
      comment: z.string(),
      at: isoDate,
      by: z.string(),
      /** Answered reports of this member, and how many of them led to a measure. */
      answered: z.number(),
      founded: z.number(),
      /** How this member uses reports; `last`: went on after a warning, and is read last. */
      misuse: z.enum(['none', 'may_warn', 'warned', 'last']),
    }),
  ),
  evidence: z.array(evidence),
  /** Reported versions that were not kept: the case had no room. */
  versionsLeftOut: z.number(),
  account: z.nullable(accountSummary),
  decisions: z.array(decision),
  /**
   * How an appeal, a newcomer, a comment or a verification was closed; `by` null: not by the
   * staff.
   */
  answered: z.nullable(
    z.object({
      measure,
      at: isoDate,
      by: z.nullable(z.string()),
      /** The staff member who confirmed the proposal of `by`. */
      second: z.nullable(z.string()),
    }),
  ),
  /** A measure that waits for a second person. */
  proposal: z.nullable(z.object({ measure, by: z.string(), mine: z.boolean(), facts: z.string() })),
  /**
   * Until when the evidence is kept: the later of its time and an operator's wish; null while open.
   */
  evidenceUntil: z.nullable(isoDate),
  /** An operator keeps it, and it goes with the end of the hold. */
  hold: z.nullable(
    z.object({
      until: isoDate,
      /** Whether to go on is to be answered now. */
      isAsked: z.boolean(),
      /** An operator lets it end. */
      isLetEnd: z.boolean(),
    }),
  ),
  /** Until when the account is frozen for an emergency. */
  frozenUntil: z.nullable(isoDate),
  /** The decision that is appealed against, and the member’s words. */
  appeal: z.nullable(
    z.object({
      text: z.string(),
      at: isoDate,
      decision,
      /** The caller made it. The member reads so when no other staff member can decide. */
      own: z.boolean(),
    }),
  ),
  /** The verification contests a refusal; `own`: of the caller. */
  contested: z.nullable(z.object({ own: z.boolean() })),
  /**
   * Identities of the account: a verification recognises each, a restriction may close to one of
   * two.
   */
  persons: z.array(z.object({ id: uuid, handle: z.string() })),
  /** Measures that may be taken now. */
  measures: z.array(measure),
})
export type CaseDetail = z.infer<typeof caseDetail>

export const getCase = route({
  id: 'getCase',
  method: 'GET',
  path: '/staff/cases/:id',
  auth: 'staff',
  summary: 'A case with its reports and evidence; looking is written to the audit log',
  params: idParams,
  reply: z.object({ case: caseDetail }),
})
export const claimCase = route({
  id: 'claimCase',
  method: 'POST',
  path: '/staff/cases/:id/claim',
  auth: 'staff',
  summary: 'Claims a case for 30 minutes; 409 while somebody else holds it',
  params: idParams,
  reply: z.object({ line: caseLine }),
})
export const releaseCase = route({
  id: 'releaseCase',
  method: 'POST',
  path: '/staff/cases/:id/release',
  auth: 'staff',
  summary: 'Gives a claimed case back',
  params: idParams,
  reply: z.object({ line: caseLine }),
})
export const decideCase = route({
  id: 'decideCase',
  method: 'POST',
  path: '/staff/cases/:id/decide',
  auth: 'staff',
  summary:
    'Decides a case: all effects or none. 409 when it changed meanwhile. An exclusion waits for a second person where there is one',
  params: idParams,
  body: z.object({
    version: z.number().check(z.int(), z.gte(1)),
    measure,
    /** Key of the community rule; required for every measure against a member. */
    rule: z.optional(z.string().check(z.maxLength(60))),
    facts: z._default(z.string().check(z.trim(), z.maxLength(FACTS_MAX)), ''),
    days: z.optional(z.number().check(z.int(), z.gte(1), z.lte(SANCTION_DAYS_MAX))),
    scopes: z._default(z.array(restriction).check(z.maxLength(4)), []),
    /** `restrict`, of a couple: the one identity that it is limited to. */
    identity: z.optional(uuid),
    /**
     * `verify`, of a couple: the identities whose faces were recognised; all of them, or it is
     * refused.
     */
    persons: z._default(z.array(uuid).check(z.maxLength(2)), []),
  }),
  reply: z.object({ line: caseLine, waiting: z.boolean() }),
})
export const tagCase = route({
  id: 'tagCase',
  method: 'POST',
  path: '/staff/cases/:id/tag',
  auth: 'staff',
  summary: 'What a comment is about, open or answered; null: nothing said. 409 for other cases',
  params: idParams,
  body: z.object({ tag: z.nullable(commentTag) }),
  reply: z.object({ line: caseLine }),
})
export const undoDecision = route({
  id: 'undoDecision',
  method: 'POST',
  path: '/staff/decisions/:id/undo',
  auth: 'staff',
  summary: 'Lifts a warning, restriction, suspension or exclusion; the member is told',
  params: idParams,
  body: z.object({ reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(FACTS_MAX)) }),
  reply: ok,
})
export const warnReporter = route({
  id: 'warnReporter',
  method: 'POST',
  path: '/staff/reports/:id/warn',
  auth: 'staff',
  summary:
    'Warns the author of a report, most of whose reports were unfounded of late: 409 otherwise',
  params: idParams,
  reply: ok,
})
