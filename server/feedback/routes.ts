import { sendFeedback } from '#contract/feedback'
import type { Ctx } from '../context'
import type { Server } from '../plugins/serve'
import { freeze, openCase } from '../safety/service'
import { insertFeedback } from './queries'

const HOUR = 3600
/** After everything that concerns somebody's safety. */
const LAST = 3

export const serveFeedback = (server: Server, ctx: Ctx): void => {
  server.serve(sendFeedback, {
    limits: [{ name: 'feedback', points: 20, perS: HOUR, by: 'account' }],
    handler: async ({ viewer, body }) => {
      const now = ctx.now()
      const caseId = await ctx.db.transaction().execute(async (trx) => {
        const id = await insertFeedback(trx, viewer.accountId, body, now)
        const opened = await openCase(
          trx,
          {
            kind: 'comment',
            subject_kind: 'comment',
            subject_id: id,
            account_id: viewer.accountId,
            priority: LAST,
          },
          now,
        )
        const payload = { text: body.content, path: body.url_path }
        await freeze(
          trx,
          opened.id,
          { kind: 'comment', subjectId: id, payload, mediaIds: [] },
          [],
          now,
        )
        return opened.id
      })
      ctx.bus.emit('case.changed', { caseId })
      return { success: true } as const
    },
  })
}
