import { listPlaces, listRelationLocations, mapConfig } from '#contract/radar'
import type { Ctx } from '../context'
import type { Server } from '../plugins/serve'
import { eventPlacesInBox, relationPointsInBox } from './service'
import { serveBasemap } from './basemap'
import { mapConfigOf } from './config'
import { serveTiles } from './tiles'
import type { FastifyInstance } from 'fastify'

/** A dragged map requests often; a program that bisects positions requests more. */
const LIMIT = { points: 240, perS: 60, by: 'account' } as const

export const serveRadar = (server: Server, ctx: Ctx, fastify: FastifyInstance): void => {
  server.serve(listPlaces, {
    limits: [{ name: 'places', ...LIMIT }],
    handler: async ({ viewer, query }) => ({
      places: await eventPlacesInBox(ctx, viewer, query),
    }),
  })
  server.serve(listRelationLocations, {
    limits: [{ name: 'relation-locations', ...LIMIT }],
    handler: async ({ viewer, query }) => ({
      relations: await relationPointsInBox(ctx, viewer, query),
    }),
  })
  server.serve(mapConfig, async ({ viewer }) => mapConfigOf(ctx, viewer.sessionId))
  serveTiles(fastify, ctx)
  serveBasemap(fastify, ctx)
}
