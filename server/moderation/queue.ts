import type { CaseLine, CommentTag, listCases } from '#contract/staff/cases'
import { CASE_CLAIM_S } from '#contract/staff/measures'
import type { ParsedInput } from '#contract/route'
import type { ReportReason } from '#contract/safety'
import type { Ctx, StaffViewer, UserViewer } from '../context'
import type { Conn } from '../db/dialect'
import { fail } from '../fail'
import { freezeContent, openCase, priorityOf, profileContent, readPhotos } from '../safety/service'
import { writeAudit } from '../staff/service'
import { mayHandle } from './conflict'
import { presentCaseLines } from './present'
import { isClaimed, lockCase, requireCase, type CaseRow } from './queries'

const PAGE = 50

/** `{priority}.{time}.{id}` of the last case of a page. */
const readCursor = (cursor: string): { priority: number; at: number; id: string } => {
  const m = /^(\d)\.(\d{1,16})\.([0-9a-f-]{36})$/.exec(cursor)
  return m
    ? { priority: Number(m[1]), at: Number(m[2]), id: m[3] as string }
    : fail('invalid_payload')
}

const casesFor = (ctx: Pick<Ctx, 'db'>, viewer: Pick<UserViewer, 'accountId'>) =>
  ctx.db.selectFrom('cases').where(mayHandle(viewer.accountId))

/** Counted up to here: with 10,000 open cases the whole count takes seven times as long as the page. */
const COUNTED_MAX = 100

/** Open cases that this person may handle, 100 at most. */
export const countOpenCases = async (
  ctx: Pick<Ctx, 'db'>,
  viewer: Pick<UserViewer, 'accountId'>,
): Promise<number> =>
  (
    await casesFor(ctx, viewer)
      .where('state', 'in', ['open', 'waiting_second'])
      .select('id')
      .limit(COUNTED_MAX)
      .execute()
  ).length

/** Open cases by harm, then by age and the members that reported them; decided ones newest first. */
export const listCasePage = async (
  ctx: Ctx,
  viewer: StaffViewer,
  { state, kind, mine, kept, tag, cursor }: ParsedInput<typeof listCases>['query'],
): Promise<{ cases: CaseLine[]; nextCursor: string | null; open: number }> => {
  let query = casesFor(ctx, viewer)
  if (kind) query = query.where('kind', '=', kind)
  if (mine) query = query.where('claimed_by', '=', viewer.userId)
  if (tag) query = query.where('tag', '=', tag)
  if (kept) query = query.where('kept_until', '>', ctx.now())
  const from = cursor === undefined ? null : readCursor(cursor)
  if (state === 'open') {
    query = query.where('state', 'in', ['open', 'waiting_second'])
    if (from)
      query = query.where((eb) =>
        eb.or([
          eb('priority', '>', from.priority),
          eb.and([eb('priority', '=', from.priority), eb('ranked_at', '>', from.at)]),
          eb.and([
            eb('priority', '=', from.priority),
            eb('ranked_at', '=', from.at),
            eb('id', '>', from.id),
          ]),
        ]),
      )
    query = query.orderBy('priority').orderBy('ranked_at').orderBy('id')
  } else {
    query = query.where('state', '=', 'decided')
    if (from)
      query = query.where((eb) =>
        eb.or([
          eb('closed_at', '<', from.at),
          eb.and([eb('closed_at', '=', from.at), eb('id', '<', from.id)]),
        ]),
      )
    query = query.orderBy('closed_at', 'desc').orderBy('id', 'desc')
  }
  const rows = await query
    .selectAll()
    .limit(PAGE + 1)
    .execute()
  const page = rows.slice(0, PAGE)
  const last = page.at(-1)
  return {
    cases: await presentCaseLines(ctx.db, viewer, page, ctx.now()),
    nextCursor:
      rows.length > PAGE && last
        ? `${last.priority}.${(state === 'open' ? last.ranked_at : last.closed_at) ?? 0}.${last.id}`
        : null,
    open: await countOpenCases(ctx, viewer),
  }
}

export const presentCaseLine = async (
  ctx: { readonly db: Conn; now(): number },
  viewer: StaffViewer,
  row: CaseRow,
): Promise<CaseLine> =>
  (await presentCaseLines(ctx.db, viewer, [row], ctx.now()))[0] ?? fail('not_found')

/** Fails with `case_claimed` while another staff member holds the case. */
export const refuseIfClaimed = (row: CaseRow, viewer: StaffViewer, now: number): void => {
  if (isClaimed(row, now) && row.claimed_by !== viewer.userId) fail('case_claimed')
}

/** Claims a case, or renews the own claim. */
export const claimOpenCase = async (
  ctx: Ctx,
  viewer: StaffViewer,
  id: string,
): Promise<CaseLine> => {
  const now = ctx.now()
  const row = await ctx.db.transaction().execute(async (trx) => {
    const known = await lockCase(trx, viewer, id)
    if (known.state === 'decided') fail('case_decided')
    refuseIfClaimed(known, viewer, now)
    const isRenewal = isClaimed(known, now)
    const row = await trx
      .updateTable('cases')
      .set((eb) => ({
        claimed_by: viewer.userId,
        claim_until: now + CASE_CLAIM_S * 1000,
        version: isRenewal ? known.version : eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (!isRenewal)
      await writeAudit(trx, viewer, { act: 'case.claimed', targetKind: 'case', targetId: id }, now)
    return row
  })
  ctx.bus.emit('case.changed', { caseId: id })
  return presentCaseLine(ctx, viewer, row)
}

export const releaseOwnClaim = async (
  ctx: Ctx,
  viewer: StaffViewer,
  id: string,
): Promise<CaseLine> => {
  const now = ctx.now()
  const row = await ctx.db.transaction().execute(async (trx) => {
    const known = await lockCase(trx, viewer, id)
    if (known.claimed_by !== viewer.userId) return known
    await writeAudit(trx, viewer, { act: 'case.released', targetKind: 'case', targetId: id }, now)
    return trx
      .updateTable('cases')
      .set((eb) => ({ claimed_by: null, claim_until: null, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  ctx.bus.emit('case.changed', { caseId: id })
  return presentCaseLine(ctx, viewer, row)
}

/** Says what a comment is about. Fails with `not_found`, `conflict` for another kind of case. */
export const setCaseTag = async (
  ctx: Ctx,
  viewer: StaffViewer,
  id: string,
  value: CommentTag | null,
): Promise<CaseLine> => {
  const row = await ctx.db.transaction().execute(async (trx) => {
    const known = await lockCase(trx, viewer, id)
    if (known.kind !== 'comment') fail('conflict')
    const detail = { tag: value }
    await writeAudit(
      trx,
      viewer,
      { act: 'case.tagged', targetKind: 'case', targetId: id, detail },
      ctx.now(),
    )
    return trx
      .updateTable('cases')
      .set({ tag: value })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  ctx.bus.emit('case.changed', { caseId: id })
  return presentCaseLine(ctx, viewer, row)
}

/** Opens a case about a profile on the staff's own initiative. */
export const openStaffCase = async (
  ctx: Ctx,
  viewer: StaffViewer,
  accountId: string,
  reason: ReportReason,
): Promise<string> => {
  const account =
    (await ctx.db
      .selectFrom('accounts')
      .where('id', '=', accountId)
      .selectAll()
      .executeTakeFirst()) ?? fail('not_found')
  const content = await profileContent(ctx.db, account, ctx.now())
  const photos = await readPhotos(ctx, content.mediaIds)
  const now = ctx.now()
  const id = await ctx.db.transaction().execute(async (trx) => {
    const opened = await openCase(
      trx,
      {
        kind: 'own',
        subject_kind: 'profile',
        subject_id: accountId,
        account_id: accountId,
        priority: priorityOf(reason),
      },
      now,
    )
    // not one's own account, relations or blocked members either
    await requireCase(trx, viewer, opened.id)
    await freezeContent(trx, opened.id, content, photos, now)
    await writeAudit(
      trx,
      viewer,
      { act: 'case.created', targetKind: 'case', targetId: opened.id, detail: { reason } },
      now,
    )
    return opened.id
  })
  ctx.bus.emit('case.changed', { caseId: id })
  return id
}
