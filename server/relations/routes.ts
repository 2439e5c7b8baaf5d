import {
  acceptJoinLink,
  createJoinLink,
  listJoinLinks,
  readJoinLink,
  revokeJoinLink,
} from '#contract/profile/profile'
import { listRelations } from '#contract/relations'
import * as s from '#contract/sharing'
import type { Ctx } from '../context'
import type { Server } from '../plugins/serve'
import {
  followJoinLink,
  endJoinLink,
  followPendingLink,
  listValidJoinLinks,
  makeJoinLink,
  describeJoinLink,
  type EventInvitations,
} from './join-links'
import { listOwnRelations, notifySharingBoth } from './service'
import { exposurePage, outgoingPage } from './shared-pages'
import {
  endSharing,
  readIncomingSharing,
  leaveRelation,
  readOutgoingSharing,
  changeSharing,
} from './sharing'

const MINUTE = 60
const HOUR = 3600

export const serveRelations = (server: Server, ctx: Ctx, events: EventInvitations): void => {
  server.serve(listRelations, async ({ viewer, query }) => ({
    relations: await listOwnRelations(ctx, viewer, query.q),
  }))
  server.serve(s.listOutgoingSharing, ({ viewer, query }) =>
    outgoingPage(ctx, viewer, query.cursor),
  )
  server.serve(s.getSharing, ({ viewer, params }) => readOutgoingSharing(ctx, viewer, params.id))
  server.serve(s.getIncomingSharing, ({ viewer, params }) =>
    readIncomingSharing(ctx, viewer, params.id),
  )
  server.serve(s.setSharing, ({ viewer, params, body }) =>
    changeSharing(ctx, viewer, params.id, body),
  )
  server.serve(s.endRelation, ({ viewer, params }) => leaveRelation(ctx, viewer, params.id))
  server.serve(s.listExposure, ({ viewer, query }) => exposurePage(ctx, viewer, query.cursor))
  server.serve(s.cutExposure, ({ viewer, body }) => endSharing(ctx, viewer, body.account_id))

  server.serve(createJoinLink, {
    limits: [{ name: 'create-join-link', points: 30, perS: HOUR, by: 'account' }],
    handler: async ({ viewer, body }) => ({ link: await makeJoinLink(ctx, events, viewer, body) }),
  })
  server.serve(listJoinLinks, async ({ viewer }) => ({
    links: await listValidJoinLinks(ctx, viewer),
  }))
  server.serve(revokeJoinLink, ({ viewer, params }) => endJoinLink(ctx, viewer, params.id))
  server.serve(readJoinLink, {
    limits: [{ name: 'read-join-link', points: 60, perS: MINUTE, by: 'ip' }],
    handler: ({ params }) => describeJoinLink(ctx, params.token),
  })
  server.serve(acceptJoinLink, {
    limits: [{ name: 'accept-join-link', points: 60, perS: HOUR, by: 'account' }],
    handler: ({ viewer, params }) => followJoinLink(ctx, events, viewer, params.token),
  })
  ctx.bus.on('relation.created', ({ accountId, withAccountId }) =>
    notifySharingBoth(ctx, accountId, withAccountId),
  )
  ctx.bus.on('account.created', (event) =>
    ctx.bus.later('invitation of a new account', () => followPendingLink(ctx, events, event)),
  )
}
