import { addZone, exceptFromZones, listZones, previewZone, removeZone } from '#contract/zones'
import type { Ctx } from '../context'
import type { Server } from '../plugins/serve'
import {
  addOwnZone,
  changeZoneException,
  applySeparation,
  previewArea,
  readZones,
  removeOwnZone,
} from './service'

/** Of changes: each hides or shows members, and repeated ones would reveal where a member lives. */
const LIMIT = { name: 'zones', points: 30, perS: 3600, by: 'account' } as const

export const serveZones = (
  server: Server,
  ctx: Ctx,
  partWays: (a: string, b: string) => Promise<void>,
): void => {
  ctx.bus.on('member.hidden', ({ accountId, others }) =>
    ctx.bus.later('separated by a zone', () => applySeparation(ctx, partWays, accountId, others)),
  )
  server.serve(listZones, ({ viewer }) => readZones(ctx, viewer))
  server.serve(previewZone, {
    limits: [{ ...LIMIT, name: 'zone-preview', points: 120 }],
    handler: async ({ viewer, query }) => ({ relations: await previewArea(ctx, viewer, query) }),
  })
  server.serve(addZone, {
    limits: [LIMIT],
    handler: async ({ viewer, body }) => ({ zone: await addOwnZone(ctx, viewer, body) }),
  })
  server.serve(removeZone, {
    limits: [LIMIT],
    handler: ({ viewer, params }) => removeOwnZone(ctx, viewer, params.id),
  })
  server.serve(exceptFromZones, {
    limits: [{ ...LIMIT, name: 'zone-exceptions', points: 120 }],
    handler: ({ viewer, params, body }) =>
      changeZoneException(ctx, viewer, params.id, body.excepted),
  })
}
