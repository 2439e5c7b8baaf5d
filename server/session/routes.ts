import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  checkAccount,
  config,
  forgotPassword,
  login,
  logout,
  refresh,
  resendVerification,
  resetPassword,
  verifyEmail,
} from '#contract/session/session'
import { register } from '#contract/session/registration'
import { enter, registrationState } from '#contract/session/admission'
import type { Ctx } from '../context'
import { fail } from '../fail'
import { bearerToken, readAccessToken } from '../plugins/auth'
import { requireOwnOrigin } from '../plugins/origin'
import type { Server } from '../plugins/serve'
import { publicConfig } from './config'
import { clearRefreshCookie, readRefreshCookie, setRefreshCookie } from './tokens/cookie'
import {
  ENTER_LIMITS,
  FORGOT_LIMITS,
  LOGIN_LIMITS,
  LOGOUT_LIMITS,
  REFRESH_LIMITS,
  REGISTER_LIMITS,
  RESEND_LIMITS,
  RESET_LIMITS,
  VERIFY_LIMITS,
} from './limits'
import { registrationStateOf, enterCommunity } from './registration/admission'
import {
  confirmEmail,
  registerUser,
  resendConfirmation,
  resetPasswordByToken,
  sendPasswordReset,
} from './registration/registration'
import { challengeUser } from './passkeys/confirm'
import { servePasskeys } from './passkeys/routes'
import { serveSecurity } from './security-routes'
import {
  closeSessions,
  handOver,
  openByPassword,
  rotateRefreshToken,
  type OpenedSession,
} from './service'

const userAgent = (request: FastifyRequest): string => request.headers['user-agent'] ?? ''

export const serveSession = (
  server: Server,
  ctx: Ctx,
  realtime: { readonly key: string },
): void => {
  const { env } = ctx
  const open = (reply: FastifyReply, opened: OpenedSession): OpenedSession['answer'] =>
    handOver(ctx, reply, opened)

  server.serve(login, {
    limits: LOGIN_LIMITS,
    handler: async ({ body, request, reply }) => {
      // login CSRF: another site that signs the visitor in as someone else could read what is then
      // entered
      requireOwnOrigin(env, request)
      return open(
        reply,
        await openByPassword(ctx, { ...body, userAgent: userAgent(request) }, (userId) =>
          challengeUser(ctx, userId),
        ),
      )
    },
  })
  server.serve(verifyEmail, {
    limits: VERIFY_LIMITS,
    handler: async ({ body, request, reply }) => {
      requireOwnOrigin(env, request)
      return open(reply, await confirmEmail(ctx, body, userAgent(request)))
    },
  })
  server.serve(refresh, {
    limits: REFRESH_LIMITS,
    handler: async ({ request, reply }) => {
      requireOwnOrigin(env, request)
      const rotated = await rotateRefreshToken(
        ctx,
        readRefreshCookie(env, request) ?? fail('unauthorized'),
      )
      setRefreshCookie(env, reply, rotated.refreshToken)
      return { token: rotated.token }
    },
  })
  server.serve(logout, {
    limits: LOGOUT_LIMITS,
    handler: async ({ request, reply }) => {
      requireOwnOrigin(env, request)
      const token = bearerToken(request)
      await closeSessions(
        ctx,
        readRefreshCookie(env, request),
        token ? ((await readAccessToken(ctx, token))?.sessionId ?? null) : null,
      )
      clearRefreshCookie(env, reply)
      // photos in the browser's cache, and pages that «Back» would show; the page wipes its storage
      reply.header('clear-site-data', '"cache"')
    },
  })
  serveRegistration(server, ctx)
  serveSecurity(server, ctx)
  servePasskeys(server, ctx, open)
  server.serve(checkAccount, ({ viewer }) =>
    Promise.resolve({ hasAccount: viewer.accountId !== null }),
  )
  server.serve(config, () => Promise.resolve(publicConfig(env, realtime.key)))
}

/** Registration and password reset by mail: replies never reveal whether an address is known. */
const serveRegistration = (server: Server, ctx: Ctx): void => {
  server.serve(registrationState, () => registrationStateOf(ctx))
  server.serve(enter, {
    limits: ENTER_LIMITS,
    handler: ({ viewer, body }) => enterCommunity(ctx, viewer, body.joinToken),
  })
  server.serve(register, {
    limits: REGISTER_LIMITS,
    handler: ({ body }) => registerUser(ctx, body),
  })
  server.serve(resendVerification, {
    limits: RESEND_LIMITS,
    handler: ({ body }) => resendConfirmation(ctx, body.email),
  })
  server.serve(forgotPassword, {
    limits: FORGOT_LIMITS,
    handler: ({ body }) => sendPasswordReset(ctx, body.email),
  })
  server.serve(resetPassword, {
    limits: RESET_LIMITS,
    handler: ({ body }) => resetPasswordByToken(ctx, body.token, body.password),
  })
}
