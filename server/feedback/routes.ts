import { sendFeedback } from '#contract/feedback'
import type { Ctx } from '../context'
import type { Server } from '../plugins/serve'
import { storeComment } from './service'

const HOUR = 3600

export const serveFeedback = (server: Server, ctx: Ctx): void => {
  server.serve(sendFeedback, {
    limits: [{ name: 'feedback', points: 20, perS: HOUR, by: 'account' }],
    handler: ({ viewer, body }) => storeComment(ctx, viewer.accountId, body),
  })
}
