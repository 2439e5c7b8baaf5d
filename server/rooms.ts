import type { FastifyInstance } from 'fastify'
import { serveAge } from './age/routes'
import { serveAgreements } from './subjects/routes'
import { serveAlbums } from './albums/routes'
import type { Ctx } from './context'
import type { Counters } from './counters'
import { serveEvents } from './events/routes'
import { eventCallbacks } from './events/service'
import { serveFeedback } from './feedback/routes'
import { serveLife } from './life/routes'
import { serveOutbox } from './mail/routes'
import { serveMedia } from './media/routes'
import { serveMessaging } from './messaging/routes'
import { serveModeration } from './moderation/routes'
import { countOpenCases } from './moderation/service'
import { serveNews } from './news/routes'
import { serveNotes } from './notes/routes'
import { serveOperator } from './operator/routes'
import { serveParting } from './parting/routes'
import { servePhotos } from './photos/routes'
import { servePlaces } from './places/routes'
import type { Server } from './plugins/serve'
import { servePresence } from './presence/routes'
import { serveProfile } from './profile/routes'
import { servePush } from './push/routes'
import { serveRadar } from './radar/routes'
import { followPendingLinks } from './relations/join-links'
import { serveRelations } from './relations/routes'
import { serveSafety } from './safety/routes'
import { serveSession } from './session/routes'
import { serveStaff } from './staff/routes'
import { watchRoles } from './staff/watch'
import { serveVerification } from './verification/routes'
import { serveWishes } from './wishes/routes'
import { serveZones } from './zones/routes'
import { startJobs } from './jobs'

/** The rooms, in the order in which later ones may use earlier ones. */
export const serveRooms = (
  server: Server,
  ctx: Ctx,
  fastify: FastifyInstance,
  key: string,
  counters: Counters,
) => {
  serveSession(server, ctx, { key })
  serveAge(server, ctx, fastify)
  serveStaff(server, ctx, (viewer) => countOpenCases(ctx, viewer))
  watchRoles(ctx, fastify)
  if (ctx.env.demo) serveOutbox(fastify, ctx)
  servePlaces(server)
  serveProfile(server, ctx)
  const events = eventCallbacks(ctx)
  serveRelations(server, ctx, events)
  serveMedia(server, ctx, fastify)
  servePhotos(server, ctx)
  serveNotes(server, ctx)
  serveSafety(server, ctx, events.target, events.partForGood)
  serveZones(server, ctx, events.partWays)
  serveWishes(server, ctx)
  serveMessaging(server, ctx)
  serveNews(server, ctx)
  serveAlbums(server, ctx)
  serveAgreements(server, ctx)
  serveEvents(server, ctx)
  serveRadar(server, ctx, fastify)
  serveLife(server, ctx)
  serveParting(server, ctx)
  const push = servePush(server, ctx, fastify, counters)
  const jobs = startJobs(
    ctx,
    { push: push.work, followLinks: () => followPendingLinks(ctx, events) },
    { pushSweep: push.sweep },
  )
  const presence = servePresence(server, ctx)
  serveFeedback(server, ctx)
  serveVerification(server, ctx)
  serveModeration(server, ctx)
  serveOperator(server, ctx)
  return { push, jobs, presence }
}
