import { acceptJoinLink, createJoinLink, listJoinLinks, readJoinLink, revokeJoinLink } from '#contract/profile'
import { listRelations } from '#contract/relations'
import type { Ctx } from '../context'
import type { Server } from '../plugins/serve'
import { acceptLink, endLink, followInvitation, listLinks, makeLink, readLink } from './join-links'
import { listOwnRelations } from './service'

const MINUTE = 60
const HOUR = 3600

export const serveRelations = (server: Server, ctx: Ctx): void => {
  server.serve(listRelations, async ({ viewer }) => ({ relations: await listOwnRelations(ctx, viewer) }))

  server.serve(createJoinLink, {
    limits: [{ name: 'create-join-link', points: 30, perS: HOUR, by: 'account' }],
    handler: async ({ viewer, body }) => ({ link: await makeLink(ctx, viewer, body) }),
  })
  server.serve(listJoinLinks, async ({ viewer }) => ({ links: await listLinks(ctx, viewer) }))
  server.serve(revokeJoinLink, async ({ viewer, params }) => {
    await endLink(ctx, viewer, params.id)
    return { success: true } as const
  })
  server.serve(readJoinLink, {
    limits: [{ name: 'read-join-link', points: 60, perS: MINUTE, by: 'address' }],
    handler: ({ params }) => readLink(ctx, params.token),
  })
  server.serve(acceptJoinLink, {
    limits: [{ name: 'accept-join-link', points: 60, perS: HOUR, by: 'account' }],
    handler: ({ viewer, params }) => acceptLink(ctx, viewer, params.token),
  })
  ctx.bus.on('account.created', (event) => followInvitation(ctx, event))
}
