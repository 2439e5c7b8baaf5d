import type { ExpressionBuilder } from 'kysely'
import { DAY_MS } from '#contract/limits'
import type { OwnDecision, OwnReport, CommunityRule, PhotoPlace } from '#contract/moderation'
import { APPEAL_DAYS, REASONED_MEASURES, type Restriction } from '#contract/staff/measures'
import type { Ctx, Viewer } from '../context'
import { isUniqueViolation, idsOrNone, type Conn } from '../db/dialect'
import type { Tables } from '../db/tables'
import { fail } from '../fail'
import { openCase } from '../safety/service'
import { newId } from '../tokens'
import { iso } from '../iso'
import { isUnexpired } from './evidence/destroy'
import { extendForAppeal } from './evidence/holds'
import { handlesOfIdentities } from './present'
import { readRules } from './rules'

const REPORTS_MAX = 100

export const listOwnReports = async (ctx: Ctx, viewer: Viewer): Promise<OwnReport[]> => {
  const rows = await ctx.db
    .selectFrom('reports')
    .where('account_id', '=', viewer.accountId)
    .select(['id', 'kind', 'reason', 'created_at', 'closed_at', 'outcome'])
    .orderBy('created_at', 'desc')
    .limit(REPORTS_MAX)
    .execute()
  return rows.map((r) => ({
    id: r.id,
    kind: r.kind,
    reason: r.reason,
    createdAt: iso(r.created_at),
    state: r.outcome ?? 'received',
    closedAt: iso(r.closed_at),
  }))
}

type About = OwnDecision['about']
const ABOUT_MAX = 300
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The blurred pictures of frozen photos, by their evidence. */
const blurredOf = async (
  db: Conn,
  evidenceIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('evidence_photos')
    .where('evidence_id', 'in', idsOrNone(evidenceIds))
    .where('position', '=', 0)
    .select(['evidence_id', 'blurred'])
    .execute()
  return new Map(rows.map((r) => [r.evidence_id, `data:image/jpeg;base64,${r.blurred}`]))
}

/** By case: what of the member's own a decision is about; never the messages around it. */
const aboutOf = async (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  caseIds: readonly string[],
): Promise<ReadonlyMap<string, NonNullable<About>>> => {
  const rows = await db
    .selectFrom('evidence')
    .where('case_id', 'in', idsOrNone(caseIds))
    .where('kind', 'in', ['message', 'event', 'photo', 'request'])
    .where('payload', 'is not', null)
    .where(isUnexpired('expires_at', now()))
    .select(['id', 'case_id', 'kind', 'payload'])
    .orderBy('captured_at')
    .execute()
  const pictures = await blurredOf(
    db,
    rows.flatMap((r) => (r.kind === 'photo' ? [r.id] : [])),
  )
  return new Map(
    rows.flatMap(({ id, case_id, kind, payload }) => {
      const frozen = JSON.parse(payload ?? '{}') as Record<string, unknown>
      const at = textOf(kind === 'event' ? frozen['startAt'] : frozen['at'])
      // a photo that was frozen before its date was
      if (at === '') return []
      if (kind !== 'photo') {
        const text = textOf(kind === 'event' ? frozen['title'] : frozen['text'])
        return [[case_id, { text: text.slice(0, ABOUT_MAX), at }] as const]
      }
      const place = frozen['place'] as PhotoPlace
      const picture = pictures.get(id)
      return [[case_id, { text: '', at, place, ...(picture ? { picture } : {}) }] as const]
    }),
  )
}

/** Decisions with reasons about the account, and those on the account that it left by a parting. */
const isAbout = async (db: Conn, accountId: string) => {
  const left = await db
    .selectFrom('partings')
    .where('new_account_id', '=', accountId)
    .select(['account_id', 'done_at'])
    .executeTakeFirst()
  return (eb: ExpressionBuilder<Tables, 'decisions'>) =>
    eb.and([
      eb('measure', 'in', [...REASONED_MEASURES]),
      eb.or([
        eb('account_id', '=', accountId),
        ...(left
          ? [
              eb.and([
                eb('account_id', '=', left.account_id),
                // one about the leaver alone came along with them
                eb('identity_id', 'is', null),
                eb('made_at', '<', left.done_at ?? 0),
              ]),
            ]
          : []),
      ]),
    ])
}

export const listOwnDecisions = async (ctx: Ctx, viewer: Viewer): Promise<OwnDecision[]> => {
  const rows = await ctx.db
    .selectFrom('decisions')
    .where(await isAbout(ctx.db, viewer.accountId))
    .selectAll()
    .orderBy('made_at', 'desc')
    .execute()
  const appeals = await ctx.db
    .selectFrom('appeals')
    .where('decision_id', 'in', idsOrNone(rows.map((r) => r.id)))
    .selectAll()
    .execute()
  const about = await aboutOf(
    ctx,
    rows.map((r) => r.case_id),
  )
  const handles = await handlesOfIdentities(ctx.db, rows)
  const byVersion = new Map<number | null, readonly CommunityRule[]>()
  for (const { rules_version } of rows)
    if (!byVersion.has(rules_version))
      byVersion.set(rules_version, (await readRules(ctx.db, rules_version)).rules)
  return rows.map((r) => {
    const made = appeals.find((a) => a.decision_id === r.id)
    // after a parting it may be the other's
    const appeal = made?.account_id === viewer.accountId ? made : undefined
    const until = r.made_at + APPEAL_DAYS * DAY_MS
    return {
      id: r.id,
      measure: r.measure,
      scopes: JSON.parse(r.scopes) as Restriction[],
      identity: r.identity_id === null ? null : { handle: handles.get(r.identity_id) ?? null },
      subjectKind: r.subject_kind,
      rule: byVersion.get(r.rules_version)?.find((rule) => rule.key === r.rule) ?? null,
      facts: r.facts,
      about: about.get(r.case_id) ?? null,
      origin: r.origin,
      madeAt: iso(r.made_at),
      until: iso(r.until),
      undoneAt: iso(r.undone_at),
      appealUntil: !made && r.undone_at === null && until > ctx.now() ? iso(until) : null,
      appeal: appeal
        ? {
            state: appeal.state,
            text: appeal.text,
            answer: appeal.answer,
            createdAt: iso(appeal.created_at),
          }
        : null,
    }
  })
}

/** Opens the appeal’s own case. Fails with `not_found`, `appeal_over`. */
export const openAppeal = async (
  ctx: Ctx,
  viewer: Viewer,
  decisionId: string,
  text: string,
): Promise<void> => {
  const now = ctx.now()
  const caseId = await ctx.db
    .transaction()
    .execute(async (trx) => {
      const decision =
        (await trx
          .selectFrom('decisions')
          .where('id', '=', decisionId)
          .where(await isAbout(trx, viewer.accountId))
          .select(['case_id', 'made_at', 'undone_at'])
          // a staff member may be undoing it
          .forUpdate()
          .executeTakeFirst()) ?? fail('not_found')
      if (decision.undone_at !== null || decision.made_at + APPEAL_DAYS * DAY_MS <= now)
        fail('appeal_over')
      await trx
        .insertInto('appeals')
        .values({
          id: newId(),
          decision_id: decisionId,
          account_id: viewer.accountId,
          text,
          state: 'open',
          created_at: now,
        })
        .execute()
      const opened = await openCase(
        trx,
        {
          kind: 'appeal',
          subject_kind: 'decision',
          subject_id: decisionId,
          account_id: viewer.accountId,
          priority: 1,
        },
        now,
      )
      await extendForAppeal(trx, decision.case_id, now)
      return opened.id
    })
    .catch((error: unknown) =>
      isUniqueViolation(error) ? fail('appeal_over') : Promise.reject(error),
    )
  ctx.bus.emit('case.changed', { caseId })
}
