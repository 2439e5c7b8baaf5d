import {
  contestVerification,
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
  server.serve(contestVerification, {
    limits: [{ name: 'verification', points: 20, perS: HOUR, by: 'account' }],
    handler: ({ viewer }) => start(ctx, viewer, true),
  })
  server.serve(sendVerification, {
    limits: [{ name: 'verification', points: 20, perS: HOUR, by: 'account' }],
    handler: ({ viewer, params, request }) =>
      withUpload(request, viewer.accountId, ({ bytes }) =>
        sendPhoto(ctx, viewer, params.id, bytes),
      ),
  })
  server.serve(withdrawVerification, ({ viewer }) => withdraw(ctx, viewer))
  server.serve(sayMet, {
    limits: [{ name: 'met', points: 60, perS: HOUR, by: 'account' }],
    handler: ({ viewer, params, body }) => setMet(ctx, viewer, params.id, body.met),
  })
}
