import {
  changeEmail,
  changePassword,
  closeOtherSessions,
  closeSession,
  confirmNewEmail,
  endLogin,
  listLogins,
  listSessions,
} from '#contract/session/security'
import type { Ctx } from '../context'
import type { Server } from '../plugins/serve'
import { requestEmailChange, confirmEmailChange } from './registration/email-change'
import { NEW_ADDRESS, PASSWORD_AGAIN, VERIFY } from './limits'
import { endAccountLogin, listAccountLogins } from './logins'
import { endOwnSession, endOtherSessions, listOpenSessions, replacePassword } from './security'

const done = { success: true } as const

/** «Sécurité»: changes of a signed-in user's own access. */
export const serveSecurity = (server: Server, ctx: Ctx): void => {
  server.serve(listSessions, async ({ viewer }) => ({
    sessions: await listOpenSessions(ctx, viewer),
  }))
  server.serve(closeSession, async ({ viewer, params }) => {
    await endOwnSession(ctx, viewer, params.id)
    return done
  })
  server.serve(closeOtherSessions, async ({ viewer }) => ({
    closed: await endOtherSessions(ctx, viewer),
  }))
  server.serve(listLogins, async ({ viewer }) => ({
    logins: await listAccountLogins(ctx, viewer),
  }))
  server.serve(endLogin, {
    limits: PASSWORD_AGAIN,
    handler: async ({ viewer, params, body }) => {
      await endAccountLogin(ctx, viewer, params.id, body.password)
      return done
    },
  })
  server.serve(changePassword, {
    limits: PASSWORD_AGAIN,
    handler: async ({ viewer, body }) => {
      await replacePassword(ctx, viewer, body)
      return done
    },
  })
  server.serve(changeEmail, {
    limits: [...PASSWORD_AGAIN, ...NEW_ADDRESS],
    handler: async ({ viewer, body }) => {
      await requestEmailChange(ctx, viewer, body)
      return done
    },
  })
  server.serve(confirmNewEmail, {
    limits: VERIFY,
    handler: async ({ body }) => {
      await confirmEmailChange(ctx, body.token)
      return done
    },
  })
}
