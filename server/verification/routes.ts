import {
  ownVerification,
  sayMet,
  sendVerification,
  startVerification,
  withdrawVerification,
} from '#contract/verification'
import type { Ctx } from '../context'
import { withUpload } from '../media/service'
import type { Server } from '../plugins/serve'
import { readOwn, sendPhoto, setMet, start, withdraw } from './service'

const HOUR = 3600

export const serveVerification = (server: Server, ctx: Ctx): void => {
  server.serve(ownVerification, ({ viewer }) => readOwn(ctx, viewer))
  server.serve(startVerification, {
    limits: [{ name: 'verification', points: 20, perS: HOUR, by: 'account' }],
    handler: ({ viewer }) => start(ctx, viewer),
  })
  server.serve(sendVerification, {
    limits: [{ name: 'verification', points: 20, perS: HOUR, by: 'account' }],
    handler: async ({ viewer, params, request }) => {
      await withUpload(request, viewer.accountId, ({ bytes }) =>
        sendPhoto(ctx, viewer, params.id, bytes),
      )
      return { success: true } as const
    },
  })
  server.serve(withdrawVerification, async ({ viewer }) => {
    await withdraw(ctx, viewer)
    return { success: true } as const
  })
  server.serve(sayMet, {
    limits: [{ name: 'met', points: 60, perS: HOUR, by: 'account' }],
    handler: async ({ viewer, params, body }) => {
      await setMet(ctx, viewer, params.id, body.met)
      return { success: true } as const
    },
  })
}
