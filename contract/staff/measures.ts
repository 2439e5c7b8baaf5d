import * as z from 'zod/mini'
import { isoDate, uuid } from '../common'

/** What may be decided about reported content or an account, mildest first. */
export const measure = z.enum([
  'dismiss',
  'change',
  'remove',
  'warn',
  'restrict',
  'suspend',
  'exclude',
  'uphold',
  'overturn',
  'admit',
  'refuse',
  'answer',
  'verify',
])
export type Measure = z.infer<typeof measure>

export const subjectKind = z.enum([
  'profile',
  'message',
  'photo',
  'event',
  'request',
  'decision',
  'application',
  'comment',
  'verification',
])
export type SubjectKind = z.infer<typeof subjectKind>

/**
 * What a restricted account may not do until the end of the measure. `messages`: write in any
 * discussion, so also begin one.
 */
export const restriction = z.enum(['conversations', 'messages', 'events', 'photos'])
export type Restriction = z.infer<typeof restriction>

const ACCOUNT = ['warn', 'restrict', 'suspend', 'exclude'] as const
/** The measures that make sense for each kind of subject. */
export const MEASURES: Readonly<Record<SubjectKind, readonly Measure[]>> = {
  profile: ['dismiss', 'change', 'remove', ...ACCOUNT],
  message: ['dismiss', 'remove', ...ACCOUNT],
  photo: ['dismiss', 'remove', ...ACCOUNT],
  event: ['dismiss', 'change', 'remove', ...ACCOUNT],
  request: ['dismiss', 'remove', ...ACCOUNT],
  decision: ['uphold', 'overturn'],
  application: ['admit', 'refuse'],
  comment: ['answer', 'dismiss'],
  verification: ['verify', 'refuse'],
}
/** Subjects that are answered, without a decision about a member. */
export const ANSWERED_SUBJECT_KINDS: readonly SubjectKind[] = [
  'decision',
  'application',
  'comment',
  'verification',
]
/** Measures that a second person confirms, where there is one. */
export const CONFIRMED_MEASURES: readonly Measure[] = ['exclude', 'verify']
/** Measures with a duration in days. */
export const TIMED_MEASURES: readonly Measure[] = ['restrict', 'suspend']
/**
 * Measures whose reasons are sent to the member, who may appeal; of another decision they hear
 * nothing.
 */
export const REASONED_MEASURES: readonly Measure[] = ['change', 'remove', ...ACCOUNT]

export const SANCTION_DAYS_MAX = 90
export const FACTS_MAX = 2_000
export const APPEAL_MAX = 2_000
/** A decision can be appealed against for this long; its evidence is kept as long. */
export const APPEAL_DAYS = 183
/** Evidence of a case that ended without a measure, and the words of a newcomer. */
export const DISMISSED_DAYS = 30
/** Evidence of a decision with an appeal. */
export const APPEALED_DAYS = 365
/** An operator’s wish to keep evidence lasts this long, and must be renewed before its end. */
export const HOLD_DAYS = 90
export const HOLD_ASKED_DAYS = 14
/** In an emergency an account is suspended this long, unless the case is dismissed before. */
export const FREEZE_DAYS = 7
/** A claim ends after this, unless it is renewed by an act. */
export const CASE_CLAIM_S = 30 * 60
/** The desk is locked after this time without use. */
export const DESK_IDLE_S = 15 * 60
/** Then it is locked however much it is used. */
export const DESK_OPEN_S = 8 * 60 * 60
/** A code sent by e-mail opens the desk this long. */
export const DESK_CODE_S = 10 * 60

export const decision = z.object({
  id: uuid,
  caseId: uuid,
  measure,
  /** One identity of a couple that it is limited to, null: the account; no handle after a deletion. */
  identity: z.nullable(z.object({ handle: z.nullable(z.string()) })),
  scopes: z.array(restriction),
  rule: z.nullable(z.string()),
  facts: z.string(),
  until: z.nullable(isoDate),
  madeAt: isoDate,
  by: z.string(),
  second: z.nullable(z.string()),
  undoneAt: z.nullable(isoDate),
  appealed: z.boolean(),
})
export type Decision = z.infer<typeof decision>
