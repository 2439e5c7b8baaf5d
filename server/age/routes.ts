import type { FastifyInstance } from 'fastify'
import { ageState, browserAge, finishAge, startAge, walletAge } from '#contract/session/age'
import type { Ctx } from '../context'
import type { Server } from '../plugins/serve'
import { serveSimulator } from './adapters/simulator'
import { requireTrustFiles } from './trust'
import {
  finishAgeCheck,
  finishAgeCheckByBrowser,
  finishAgeCheckByWallet,
  startAgeCheck,
  ageCheckState,
} from './service'

const HOUR = 3600

export const serveAge = (server: Server, ctx: Ctx, fastify: FastifyInstance): void => {
  requireTrustFiles(ctx.env)
  server.serve(startAge, {
    limits: [{ name: 'age', points: 30, perS: HOUR, by: 'account' }],
    handler: ({ viewer }) => startAgeCheck(ctx, viewer),
  })
  server.serve(ageState, async ({ viewer, params }) => ({
    state: await ageCheckState(ctx, viewer, params.id),
  }))
  server.serve(finishAge, {
    limits: [{ name: 'age', points: 30, perS: HOUR, by: 'account' }],
    handler: async ({ viewer, params, body }) => ({
      state: await finishAgeCheck(ctx, viewer, params.id, body),
    }),
  })
  server.serve(browserAge, {
    limits: [{ name: 'age', points: 30, perS: HOUR, by: 'account' }],
    handler: async ({ viewer, params, body }) => ({
      state: await finishAgeCheckByBrowser(ctx, viewer, params.id, body.vp_token),
    }),
  })
  server.serve(walletAge, {
    limits: [{ name: 'wallet', points: 600, perS: HOUR, by: 'ip' }],
    handler: async ({ params, body }) => {
      await finishAgeCheckByWallet(ctx, params.id, body.vp_token)
      return {}
    },
  })
  serveSimulator(fastify, ctx)
}
