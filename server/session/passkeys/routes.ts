import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  addPasskey,
  listPasskeys,
  newPasskey,
  newRecoveryCodes,
  passkeyLogin,
  passkeyChallenge,
  recoveryLogin,
  removePasskey,
  renamePasskey,
  setSecondFactor,
} from '#contract/session/passkeys'
import type { Ctx } from '../../context'
import { requireOwnOrigin } from '../../plugins/origin'
import type { Server } from '../../plugins/serve'
import { PASSKEY_LIMITS, PASSWORD_AGAIN_LIMITS, RECOVERY_LIMITS } from '../limits'
import { challengeAnyUser, openByCode, openByPasskey } from './login'
import {
  startPasskeyCreation,
  switchSecondFactor,
  finishPasskeyCreation,
  listOwnPasskeys,
  removeOwnPasskey,
  renameOwnPasskey,
  renewRecoveryCodes,
} from './passkeys'
import type { OpenedSession } from '../service'

/** The user's passkeys, and signing in with one. `open` sets the cookie of a new session. */
export const servePasskeys = (
  server: Server,
  ctx: Ctx,
  open: (reply: FastifyReply, opened: OpenedSession) => OpenedSession['answer'],
): void => {
  const agent = (request: FastifyRequest): string => {
    // login CSRF, as at login: another site must not sign the visitor in
    requireOwnOrigin(ctx.env, request)
    return request.headers['user-agent'] ?? ''
  }
  server.serve(listPasskeys, ({ viewer }) => listOwnPasskeys(ctx, viewer))
  server.serve(newPasskey, {
    limits: PASSWORD_AGAIN_LIMITS,
    handler: async ({ viewer, body }) => ({
      options: await startPasskeyCreation(ctx, viewer, body.password),
    }),
  })
  server.serve(addPasskey, async ({ viewer, body }) => ({
    passkey: await finishPasskeyCreation(ctx, viewer, body.name, body.credential),
  }))
  server.serve(renamePasskey, ({ viewer, params, body }) =>
    renameOwnPasskey(ctx, viewer, params.id, body.name),
  )
  server.serve(removePasskey, {
    limits: PASSWORD_AGAIN_LIMITS,
    handler: ({ viewer, params, body }) => removeOwnPasskey(ctx, viewer, params.id, body.password),
  })
  server.serve(setSecondFactor, {
    limits: PASSWORD_AGAIN_LIMITS,
    handler: ({ viewer, body }) => switchSecondFactor(ctx, viewer, body.on, body.password),
  })
  server.serve(newRecoveryCodes, {
    limits: PASSWORD_AGAIN_LIMITS,
    handler: async ({ viewer, body }) => ({
      codes: await renewRecoveryCodes(ctx, viewer, body.password),
    }),
  })
  server.serve(passkeyChallenge, {
    limits: PASSKEY_LIMITS,
    handler: async () => ({ options: await challengeAnyUser(ctx) }),
  })
  server.serve(passkeyLogin, {
    limits: PASSKEY_LIMITS,
    handler: async ({ body, request, reply }) =>
      open(reply, await openByPasskey(ctx, body.credential, agent(request))),
  })
  server.serve(recoveryLogin, {
    limits: RECOVERY_LIMITS,
    handler: async ({ body, request, reply }) =>
      open(reply, await openByCode(ctx, body.ticket, body.code, agent(request))),
  })
}
