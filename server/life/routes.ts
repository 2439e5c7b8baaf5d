import { deleteAccount, exportData, keepAccount } from '#contract/safety'
import type { Ctx } from '../context'
import type { Server } from '../plugins/serve'
import { PASSWORD_AGAIN_LIMITS, requirePassword } from '../session/service'
import { streamArchive } from './archive'
import { requestDeletion, cancelDeletion } from './deletion'

/** These routes ask for the password: its guesses are counted with those of every other screen. */
const SLOW = [
  ...PASSWORD_AGAIN_LIMITS,
  { name: 'life', points: 10, perS: 3600, by: 'account' },
] as const

export const serveLife = (server: Server, ctx: Ctx): void => {
  server.serve(exportData, {
    limits: SLOW,
    handler: async ({ viewer, body, reply }) => {
      await requirePassword(ctx, viewer, body.password)
      reply
        .type('application/zip')
        .header('content-disposition', 'attachment; filename="mes-donnees.zip"')
      return streamArchive(ctx, viewer)
    },
  })
  server.serve(deleteAccount, {
    limits: SLOW,
    handler: ({ viewer, body }) => requestDeletion(ctx, viewer, body.password),
  })
  server.serve(keepAccount, ({ viewer }) => cancelDeletion(ctx, viewer))
}
