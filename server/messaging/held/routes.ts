import * as h from '#contract/messaging/held'
import type { Ctx } from '../../context'
import type { Server } from '../../plugins/serve'
import {
  amendMessage,
  approveMessage,
  changeFourHands,
  listHeldMessages,
  takeBackHeldMessage,
} from './service'

export const serveHeld = (server: Server, ctx: Ctx): void => {
  server.serve(h.listHeld, ({ viewer, params }) => listHeldMessages(ctx, viewer, params.id))
  server.serve(h.setFourHands, {
    limits: [{ name: 'four-hands', points: 60, perS: 60, by: 'account' }],
    handler: async ({ viewer, params, body }) => ({
      four_hands: await changeFourHands(ctx, viewer, params.id, body),
    }),
  })
  server.serve(h.approveHeld, {
    limits: [{ name: 'approve', points: 120, perS: 60, by: 'account' }],
    handler: ({ viewer, params, body }) => approveMessage(ctx, viewer, params.id, body),
  })
  server.serve(h.amendHeld, {
    limits: [{ name: 'edit', points: 120, perS: 60, by: 'account' }],
    handler: async ({ viewer, params, body }) => ({
      held: await amendMessage(ctx, viewer, params.id, body),
    }),
  })
  server.serve(h.takeBackHeld, async ({ viewer, params }) => ({
    held: await takeBackHeldMessage(ctx, viewer, params.id),
  }))
}
