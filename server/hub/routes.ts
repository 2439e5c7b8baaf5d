import type { FastifyInstance } from 'fastify'
import { parseChannel, pusherAuth } from '#contract/realtime'
import { maySubscribe } from '../access/channels'
import type { Ctx } from '../context'
import { fail } from '../fail'
import type { Server } from '../plugins/serve'
import type { ChannelsServer } from './server'

/**
 * Channel authorization (checked at every subscription) and, with the embedded engine and where
 * REALTIME_REST is set, its REST API.
 */
export const serveHub = (
  server: Server,
  ctx: Ctx,
  fastify: FastifyInstance,
  hub: ChannelsServer | null,
): void => {
  server.serve(pusherAuth, {
    limits: [{ name: 'pusher-auth', points: 600, perS: 60, by: 'account' }],
    handler: async ({ viewer, body }) => {
      if (!(await maySubscribe(ctx, viewer, body.channel_name))) fail('forbidden')
      const presence =
        parseChannel(body.channel_name)?.kind === 'presence'
          ? { user_id: viewer.accountId }
          : undefined
      const signed = await ctx.realtime.publisher.authorize(
        body.socket_id,
        body.channel_name,
        presence,
        { accountId: viewer.accountId, sessionId: viewer.sessionId },
      )
      // the right may have ended in between, and the withdrawal did not know this signature yet
      if (!(await maySubscribe(ctx, viewer, body.channel_name))) {
        await ctx.realtime.publisher.withdraw({
          channel: body.channel_name,
          accountId: viewer.accountId,
        })
        fail('forbidden')
      }
      return signed
    },
  })
  // closes the sockets of an ended session
  ctx.bus.on('session.ended', ({ sessionId }) =>
    ctx.bus.later('sockets of a session', async () =>
      ctx.realtime.publisher.withdraw({ sessionId }),
    ),
  )
  if (!hub || !ctx.env.REALTIME_REST) return
  void fastify.register((scope, _options, done) => {
    // the signature covers the raw bytes
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, ready) =>
      ready(null, body),
    )
    scope.all('/apps/*', async (request, reply) => {
      const url = new URL(request.url, 'http://local')
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const answer = await hub.handleRest({
        method: request.method,
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        rawBody,
      })
      return reply.code(answer.status).send(answer.body)
    })
    done()
  })
}
