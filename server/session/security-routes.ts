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
import { NEW_ADDRESS_LIMITS, PASSWORD_AGAIN_LIMITS, VERIFY_LIMITS } from './limits'
import { endAccountLogin, listAccountLogins } from './logins'
import { endOwnSession, endOtherSessions, listOpenSessions, replacePassword } from './security'

/** «Sécurité»: changes of a signed-in user's own access. */
export const serveSecurity = (server: Server, ctx: Ctx): void => {
  server.serve(listSessions, async ({ viewer }) => ({
    sessions: await listOpenSessions(ctx, viewer),
  }))
  server.serve(closeSession, ({ viewer, params }) => endOwnSession(ctx, viewer, params.id))
  server.serve(closeOtherSessions, async ({ viewer }) => ({
    closed: await endOtherSessions(ctx, viewer),
  }))
  server.serve(listLogins, async ({ viewer }) => ({
    logins: await listAccountLogins(ctx, viewer),
  }))
  server.serve(endLogin, {
    limits: PASSWORD_AGAIN_LIMITS,
    handler: ({ viewer, params, body }) => endAccountLogin(ctx, viewer, params.id, body.password),
  })
  server.serve(changePassword, {
    limits: PASSWORD_AGAIN_LIMITS,
    handler: ({ viewer, body }) => replacePassword(ctx, viewer, body),
  })
  server.serve(changeEmail, {
    limits: [...PASSWORD_AGAIN_LIMITS, ...NEW_ADDRESS_LIMITS],
    handler: ({ viewer, body }) => requestEmailChange(ctx, viewer, body),
  })
  server.serve(confirmNewEmail, {
    limits: VERIFY_LIMITS,
    handler: ({ body }) => confirmEmailChange(ctx, body.token),
  })
}
