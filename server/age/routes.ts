import type { FastifyInstance } from 'fastify'
import { ageState, finishAge, startAge } from '#contract/session/age'
import type { Ctx } from '../context'
import type { Server } from '../plugins/serve'
import { serveSimulator } from './adapters/simulator'
import { finish, start, stateOf } from './service'

const HOUR = 3600

export const serveAge = (server: Server, ctx: Ctx, fastify: FastifyInstance): void => {
  server.serve(startAge, {
    limits: [{ name: 'age', points: 30, perS: HOUR, by: 'account' }],
    handler: ({ viewer }) => start(ctx, viewer),
  })
  server.serve(ageState, async ({ viewer, params }) => ({
    state: await stateOf(ctx, viewer, params.id),
  }))
  server.serve(finishAge, {
    limits: [{ name: 'age', points: 30, perS: HOUR, by: 'account' }],
    handler: async ({ viewer, params, body }) => ({
      state: await finish(ctx, viewer, params.id, body),
    }),
  })
  serveSimulator(fastify, ctx)
}
