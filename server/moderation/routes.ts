import type { FastifyReply } from 'fastify'
import { answerVouch, apply, listVouches } from '#contract/session/admission'
import {
  acceptRules,
  appealDecision,
  followNotice,
  communityRules,
  myComments,
  myDecisions,
  myReports,
  noticePuzzle,
  sendNotice,
} from '#contract/moderation'
import {
  claimCase,
  decideCase,
  getCase,
  listCases,
  releaseCase,
  tagCase,
  undoDecision,
  warnReporter,
} from '#contract/staff/cases'
import { staffAccount, openOwnCase } from '#contract/staff/accounts'
import * as evidence from '#contract/staff/evidence'
import { staffFigures } from '#contract/staff/figures'
import { inConstantTime } from '../constant-time'
import type { Ctx, StaffViewer } from '../context'
import { fail } from '../fail'
import { groupBy } from '../group-by'
import type { Server } from '../plugins/serve'
import { freezeContent, openCase, priorityOf, profileContent, readPhotos } from '../safety/service'
import { writeAudit } from '../staff/service'
import type { ReportReason } from '#contract/safety'
import { isConflicted } from './conflict'
import { decideOpenCase } from './decisions/decide'
import { liftAccountFreeze, undoStaffDecision } from './decisions/undo'
import { readCaseDetail, readMemberProfile } from './detail'
import { summarizeAccount } from './account-summary'
import { readFigures } from './figures'
import { freezeInEmergency } from './evidence/emergency'
import { exportCase } from './evidence/export'
import { keepEvidence, letHoldEnd } from './evidence/holds'
import { openAppeal, listOwnDecisions, listOwnReports } from './members'
import { readNoticeState, storeNotice } from './notices'
import { allowFrozenPhoto, openFrozenPhoto } from './evidence/photos'
import { verifyProof, createPuzzle } from './puzzle'
import { requireCase } from './queries'
import { listCasePage, claimOpenCase, releaseOwnClaim, setCaseTag } from './queue'
import { listOwnComments } from './comments'
import { storeApplication, vouchFor, listVouchRequests } from './newcomers'
import { warnReporter as warn } from './reporters'
import { acceptCommunityRules, readRules } from './rules'
import { watchBanMarks } from './signals'

const HOUR = 3600

/** Opens a case about a profile on the staff's own initiative. */
const openOwn = async (
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

const serveDesk = (server: Server, ctx: Ctx): void => {
  server.serve(listCases, ({ viewer, query }) => listCasePage(ctx, viewer, query))
  server.serve(getCase, async ({ viewer, params }) => ({
    case: await readCaseDetail(ctx, viewer, params.id),
  }))
  server.serve(claimCase, async ({ viewer, params }) => ({
    line: await claimOpenCase(ctx, viewer, params.id),
  }))
  server.serve(releaseCase, async ({ viewer, params }) => ({
    line: await releaseOwnClaim(ctx, viewer, params.id),
  }))
  server.serve(tagCase, async ({ viewer, params, body }) => ({
    line: await setCaseTag(ctx, viewer, params.id, body.tag),
  }))
  server.serve(decideCase, ({ viewer, params, body }) =>
    decideOpenCase(ctx, viewer, params.id, body),
  )
  server.serve(undoDecision, ({ viewer, params, body }) =>
    undoStaffDecision(ctx, viewer, params.id, body.reason),
  )
  server.serve(warnReporter, ({ viewer, params }) => warn(ctx, viewer, params.id))
  server.serve(evidence.openEvidencePhoto, async ({ viewer, params, body }) => ({
    url: await openFrozenPhoto(ctx, viewer, params.id, params.position, body.reason),
  }))
  server.serve(evidence.allowEvidencePhoto, ({ viewer, params }) =>
    allowFrozenPhoto(ctx, viewer, params.id, params.position),
  )
  server.serve(evidence.keepEvidence, async ({ viewer, params, body }) => ({
    until: new Date(await keepEvidence(ctx, viewer, params.id, body.reason)).toISOString(),
  }))
  server.serve(evidence.letHoldEnd, ({ viewer, params }) => letHoldEnd(ctx, viewer, params.id))
  server.serve(evidence.endFreeze, ({ viewer, params, body }) =>
    liftAccountFreeze(ctx, viewer, params.id, body.reason),
  )
  const asZip = (reply: FastifyReply): FastifyReply =>
    reply
      .type('application/zip')
      .header('content-disposition', 'attachment; filename="dossier.zip"')
  server.serve(evidence.exportCase, {
    limits: [{ name: 'case-export', points: 20, perS: HOUR, by: 'account' }],
    handler: ({ viewer, params, body, reply }) => {
      asZip(reply)
      return exportCase(ctx, viewer, params.id, body.reason)
    },
  })
  server.serve(evidence.freezeCase, {
    limits: [{ name: 'case-export', points: 20, perS: HOUR, by: 'account' }],
    handler: async ({ viewer, params, body, reply }) => {
      const zip = await freezeInEmergency(ctx, viewer, params.id, body.reason)
      asZip(reply)
      return zip
    },
  })
  server.serve(staffAccount, ({ viewer, params }) =>
    ctx.db.transaction().execute(async (trx) => {
      // staff must not read cases about themselves or a relation
      if (await isConflicted(trx, viewer.accountId, params.id)) fail('not_found')
      await writeAudit(
        trx,
        viewer,
        { act: 'account.opened', targetKind: 'account', targetId: params.id },
        ctx.now(),
      )
      const account =
        (await summarizeAccount(trx, viewer, params.id, ctx.now())) ?? fail('not_found')
      return { account, profile: await readMemberProfile(trx, account, ctx.now()) }
    }),
  )
  server.serve(openOwnCase, async ({ viewer, params, body }) => ({
    id: await openOwn(ctx, viewer, params.id, body.reason),
  }))
  server.serve(staffFigures, () => readFigures(ctx))
}

const serveMembers = (server: Server, ctx: Ctx): void => {
  server.serve(communityRules, async () => {
    const { version, rules } = await readRules(ctx.db)
    return { version, rules: [...rules] }
  })
  server.serve(myReports, async ({ viewer }) => ({ reports: await listOwnReports(ctx, viewer) }))
  server.serve(myDecisions, async ({ viewer }) => ({
    decisions: await listOwnDecisions(ctx, viewer),
  }))
  server.serve(appealDecision, {
    limits: [{ name: 'appeal', points: 20, perS: HOUR, by: 'account' }],
    handler: ({ viewer, params, body }) => openAppeal(ctx, viewer, params.id, body.text),
  })
  server.serve(noticePuzzle, {
    limits: [{ name: 'notice-puzzle', points: 60, perS: HOUR, by: 'ip' }],
    handler: () => Promise.resolve({ puzzle: createPuzzle(ctx) }),
  })
  server.serve(sendNotice, {
    limits: [{ name: 'notice', points: 3, perS: HOUR, by: 'ip' }],
    // the response time would reveal whether the handle exists
    handler: async ({ body }) => {
      const id = verifyProof(ctx, body.proof)
      return { code: await inConstantTime(() => storeNotice(ctx, body, id)) }
    },
  })
  server.serve(followNotice, {
    limits: [{ name: 'notice-follow', points: 20, perS: HOUR, by: 'ip' }],
    handler: ({ body }) => readNoticeState(ctx, body.code),
  })
}

/** Newcomers, those who vouch for them, comments, and the rules that members accept. */
const serveNewcomers = (server: Server, ctx: Ctx): void => {
  server.serve(apply, {
    limits: [{ name: 'apply', points: 10, perS: HOUR, by: 'account' }],
    handler: ({ viewer, body }) => storeApplication(ctx, viewer, body),
  })
  server.serve(listVouches, async ({ viewer }) => ({
    requests: await listVouchRequests(ctx, viewer),
  }))
  server.serve(answerVouch, ({ viewer, params, body }) =>
    vouchFor(ctx, viewer, params.id, body.vouch),
  )
  server.serve(myComments, async ({ viewer }) => ({ comments: await listOwnComments(ctx, viewer) }))
  server.serve(acceptRules, ({ viewer, body }) =>
    acceptCommunityRules(ctx, viewer.userId, body.version),
  )
}

/**
 * Open desks reload: at every change of a case, and of the own role. Only the sessions of that login:
 * the other login of the account must not learn that it is one of the staff.
 */
const announceChanges = (ctx: Ctx): void => {
  const tellDesks = async (userIds: readonly string[]): Promise<void> => {
    if (userIds.length === 0) return
    const open = await ctx.db
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .where('s.user_id', 'in', userIds)
      .where('s.ended_at', 'is', null)
      .select(['s.id', 'u.account_id'])
      .execute()
    for (const [accountId, rows] of groupBy(open, (s) => s.account_id ?? ''))
      if (accountId)
        ctx.realtime.publish(
          'account.desk.changed',
          { accountId },
          { accounts: [accountId], sessions: rows.map((s) => s.id) },
        )
  }
  ctx.bus.on('case.changed', async () =>
    tellDesks((await ctx.db.selectFrom('staff').select('user_id').execute()).map((s) => s.user_id)),
  )
  ctx.bus.on('staff.changed', ({ userId }) => tellDesks([userId]))
}

export const serveModeration = (server: Server, ctx: Ctx): void => {
  announceChanges(ctx)
  watchBanMarks(ctx)
  serveDesk(server, ctx)
  serveMembers(server, ctx)
  serveNewcomers(server, ctx)
}
