import {
  contestVerification,
  ownVerification,
  sayMet,
  sendVerification,
  showMetCode,
  startVerification,
  unsayMet,
  withdrawVerification,
} from '#contract/verification'
import type { Ctx } from '../context'
import { withUpload } from '../media/service'
import type { Server } from '../plugins/serve'
import { confirmMetByCode, createMetCode, withdrawMet } from './met'
import {
  readOwnVerification,
  submitPhoto,
  startVerificationRequest,
  endOwnVerification,
} from './service'

const HOUR = 3600

export const serveVerification = (server: Server, ctx: Ctx): void => {
  server.serve(ownVerification, ({ viewer }) => readOwnVerification(ctx, viewer))
  server.serve(startVerification, {
    limits: [{ name: 'verification', points: 20, perS: HOUR, by: 'account' }],
    handler: ({ viewer }) => startVerificationRequest(ctx, viewer),
  })
  server.serve(contestVerification, {
    limits: [{ name: 'verification', points: 20, perS: HOUR, by: 'account' }],
    handler: ({ viewer }) => startVerificationRequest(ctx, viewer, true),
  })
  server.serve(sendVerification, {
    limits: [{ name: 'verification', points: 20, perS: HOUR, by: 'account' }],
    handler: ({ viewer, params, request }) =>
      withUpload(request, viewer.accountId, ({ bytes }) =>
        submitPhoto(ctx, viewer, params.id, bytes),
      ),
  })
  server.serve(withdrawVerification, ({ viewer }) => endOwnVerification(ctx, viewer))
  server.serve(showMetCode, {
    // twice as many as one screen asks for in an hour
    limits: [{ name: 'met-code', points: 240, perS: HOUR, by: 'account' }],
    handler: ({ viewer, params }) => createMetCode(ctx, viewer, params.id),
  })
  server.serve(sayMet, {
    limits: [{ name: 'met', points: 10, perS: HOUR / 6, by: 'account' }],
    handler: ({ viewer, params, body }) => confirmMetByCode(ctx, viewer, params.id, body.code),
  })
  server.serve(unsayMet, {
    limits: [{ name: 'unmet', points: 60, perS: HOUR, by: 'account' }],
    handler: ({ viewer, params }) => withdrawMet(ctx, viewer, params.id),
  })
}
