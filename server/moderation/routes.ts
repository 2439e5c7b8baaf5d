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
import * as cases from '#contract/staff/cases'
import { staffAccount, openOwnCase } from '#contract/staff/accounts'
import * as evidence from '#contract/staff/evidence'
import { staffFigures } from '#contract/staff/figures'
import { inConstantTime } from '../constant-time'
import type { Ctx } from '../context'
import type { Server } from '../plugins/serve'
import { decideOpenCase } from './decisions/decide'
import { liftAccountFreeze, undoStaffDecision } from './decisions/undo'
import { announceCaseChanges } from './desks'
import { readCaseDetail } from './detail'
import { readAccountFile } from './account-summary'
import { readFigures } from './figures'
import { freezeInEmergency } from './evidence/emergency'
import { exportCase } from './evidence/export'
import { keepEvidence, letHoldEnd } from './evidence/holds'
import { openAppeal, listOwnDecisions, listOwnReports } from './members'
import { readNoticeState, storeNotice } from './notices'
import { allowFrozenPhoto, openFrozenPhoto } from './evidence/photos'
import { verifyProof, createPuzzle } from './puzzle'
import { claimOpenCase, listCasePage, openStaffCase, releaseOwnClaim, setCaseTag } from './queue'
import { listOwnComments } from './comments'
import { storeApplication, vouchFor, listVouchRequests } from './newcomers'
import { warnReporter } from './reporters'
import { acceptCommunityRules, readRules } from './rules'
import { watchBanMarks } from './signals'

const HOUR = 3600

const serveDesk = (server: Server, ctx: Ctx): void => {
  server.serve(cases.listCases, ({ viewer, query }) => listCasePage(ctx, viewer, query))
  server.serve(cases.getCase, async ({ viewer, params }) => ({
    case: await readCaseDetail(ctx, viewer, params.id),
  }))
  server.serve(cases.claimCase, async ({ viewer, params }) => ({
    line: await claimOpenCase(ctx, viewer, params.id),
  }))
  server.serve(cases.releaseCase, async ({ viewer, params }) => ({
    line: await releaseOwnClaim(ctx, viewer, params.id),
  }))
  server.serve(cases.tagCase, async ({ viewer, params, body }) => ({
    line: await setCaseTag(ctx, viewer, params.id, body.tag),
  }))
  server.serve(cases.decideCase, ({ viewer, params, body }) =>
    decideOpenCase(ctx, viewer, params.id, body),
  )
  server.serve(cases.undoDecision, ({ viewer, params, body }) =>
    undoStaffDecision(ctx, viewer, params.id, body.reason),
  )
  server.serve(cases.warnReporter, ({ viewer, params }) => warnReporter(ctx, viewer, params.id))
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
  server.serve(staffAccount, ({ viewer, params }) => readAccountFile(ctx, viewer, params.id))
  server.serve(openOwnCase, async ({ viewer, params, body }) => ({
    id: await openStaffCase(ctx, viewer, params.id, body.reason),
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

export const serveModeration = (server: Server, ctx: Ctx): void => {
  announceCaseChanges(ctx)
  watchBanMarks(ctx)
  serveDesk(server, ctx)
  serveMembers(server, ctx)
  serveNewcomers(server, ctx)
}
