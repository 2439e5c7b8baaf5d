import {
  listAudit,
  listTeam,
  lockDesk,
  removeStaff,
  staffMe,
  startUnlock,
  unlockDesk,
} from '#contract/staff/access'
import { followStaffLink, readStaffLink } from '#contract/staff/links'
import type { Ctx, UserViewer } from '../context'
import { fail } from '../fail'
import { iso } from '../iso'
import { isDeskOpen, findStaff } from '../plugins/staff'
import type { Server } from '../plugins/serve'
import { requireOwnOrigin } from '../plugins/origin'
import { handOver, hasPasskey, RESET_LIMITS } from '../session/service'
import { auditPage } from './audit'
import { enterByStaffLink, describeStaffLink } from './links'
import { listTeamMembers, removeFromTeam } from './team'
import { lockOwnDesk, startUnlocking, unlockOwnDesk } from './unlock'

const MINUTES_10 = 600

/** `countOpen`: open cases that this person may handle, from a later room. */
export const serveStaff = (
  server: Server,
  ctx: Ctx,
  countOpen: (viewer: UserViewer) => Promise<number>,
): void => {
  server.serve(staffMe, async ({ viewer }) => {
    const row = (await findStaff(ctx.db, viewer.userId)) ?? fail('not_found')
    const unlocked = await isDeskOpen(ctx, viewer)
    return {
      role: row.role,
      pseudonym: row.pseudonym,
      unlocked,
      method: (await hasPasskey(ctx, viewer.userId)) ? ('passkey' as const) : ('mail' as const),
      open: unlocked ? await countOpen(viewer) : 0,
    }
  })
  server.serve(startUnlock, {
    limits: [{ name: 'desk-start', points: 10, perS: MINUTES_10, by: 'account' }],
    handler: ({ viewer }) => startUnlocking(ctx, viewer),
  })
  server.serve(unlockDesk, {
    limits: [{ name: 'desk-unlock', points: 20, perS: MINUTES_10, by: 'account' }],
    handler: ({ viewer, body }) => unlockOwnDesk(ctx, viewer, body),
  })
  server.serve(readStaffLink, {
    limits: RESET_LIMITS,
    handler: ({ body }) => describeStaffLink(ctx, body.token),
  })
  server.serve(followStaffLink, {
    limits: RESET_LIMITS,
    handler: async ({ body, request, reply }) => {
      // login CSRF, as at login
      requireOwnOrigin(ctx.env, request)
      return handOver(ctx, reply, await enterByStaffLink(ctx, body, request))
    },
  })
  server.serve(lockDesk, ({ viewer }) => lockOwnDesk(ctx, viewer))
  server.serve(listTeam, async ({ viewer }) => ({
    team: await listTeamMembers(ctx.db, viewer.userId),
  }))
  server.serve(removeStaff, ({ viewer, params }) => removeFromTeam(ctx, viewer, params.id))
  server.serve(listAudit, async ({ query }) => {
    const { rows, next } = await auditPage(ctx, query.before)
    return {
      entries: rows.map((r) => ({
        seq: r.seq,
        at: iso(r.at),
        who: r.who,
        act: r.act,
        targetKind: r.target_kind,
        targetId: r.target_id,
        detail: r.shown,
      })),
      next,
    }
  })
}
