import { changePassword, closeOtherSessions, closeSession, listSessions } from '#contract/security'
import type { Ctx } from '../context'
import type { Server } from '../plugins/serve'
import { PASSWORD_AGAIN } from './limits'
import { closeOne, closeOthers, listOpen, renewPassword } from './security'

const done = { success: true } as const

/** «Sécurité»: what a signed-in person changes of the own access. */
export const serveSecurity = (server: Server, ctx: Ctx): void => {
  server.serve(listSessions, async ({ viewer }) => ({ sessions: await listOpen(ctx, viewer) }))
  server.serve(closeSession, async ({ viewer, params }) => {
    await closeOne(ctx, viewer, params.id)
    return done
  })
  server.serve(closeOtherSessions, async ({ viewer }) => ({ closed: await closeOthers(ctx, viewer) }))
  server.serve(changePassword, {
    limits: PASSWORD_AGAIN,
    handler: async ({ viewer, body }) => {
      await renewPassword(ctx, viewer, body)
      return done
    },
  })
}
