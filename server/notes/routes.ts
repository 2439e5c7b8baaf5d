import { getFeelings, saveFeelings } from '#contract/notes'
import type { Ctx } from '../context'
import type { Server } from '../plugins/serve'
import { readNotes, writeNotes } from './service'

export const serveNotes = (server: Server, ctx: Ctx): void => {
  server.serve(getFeelings, ({ viewer, params }) => readNotes(ctx, viewer, params.id))
  server.serve(saveFeelings, ({ viewer, params, body }) => writeNotes(ctx, viewer, params.id, body))
}
