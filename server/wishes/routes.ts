import { getWishes, saveWishes } from '#contract/wishes'
import type { Ctx } from '../context'
import type { Server } from '../plugins/serve'
import { readWishes, writeWishes } from './service'

export const serveWishes = (server: Server, ctx: Ctx): void => {
  server.serve(getWishes, ({ viewer, params }) => readWishes(ctx, viewer, params.id))
  server.serve(saveWishes, {
    limits: [{ name: 'wishes', points: 120, perS: 3600, by: 'account' }],
    handler: ({ viewer, params, body }) => writeWishes(ctx, viewer, params.id, body),
  })
}
