import * as p from '#contract/profile/parting'
import type { Ctx } from '../context'
import type { Server } from '../plugins/serve'
import { PASSWORD_AGAIN_LIMITS } from '../session/service'
import { setPartingChoices, photosOfBothPage } from './choices'
import { requireActingPerson, requireOpenParting } from './people'
import { deletePastMessages, pastTalksOf, readPastPage } from './past'
import { confirmParting, requestParting, cancelOwnParting, readParting } from './service'

const SLOW = [
  ...PASSWORD_AGAIN_LIMITS,
  { name: 'parting', points: 10, perS: 3600, by: 'account' },
] as const

export const serveParting = (server: Server, ctx: Ctx): void => {
  server.serve(p.getParting, ({ viewer }) => readParting(ctx, viewer))
  server.serve(p.startParting, {
    limits: SLOW,
    handler: ({ viewer, body }) => requestParting(ctx, viewer, body),
  })
  server.serve(p.cancelParting, ({ viewer }) => cancelOwnParting(ctx, viewer))
  server.serve(p.agreeToParting, {
    limits: SLOW,
    handler: ({ viewer, body }) => confirmParting(ctx, viewer, body.password),
  })
  server.serve(p.chooseInParting, {
    limits: [{ name: 'parting-choice', points: 600, perS: 3600, by: 'account' }],
    handler: ({ viewer, body }) => setPartingChoices(ctx, viewer, body),
  })
  server.serve(p.listPartingPhotos, async ({ viewer, query }) =>
    photosOfBothPage(
      ctx.db,
      await requireOpenParting(ctx.db, viewer),
      await requireActingPerson(ctx.db, viewer),
      query.before,
    ),
  )
  server.serve(p.listPastTalks, async ({ viewer }) => ({
    talks: await pastTalksOf(ctx.db, viewer),
  }))
  server.serve(p.readPastTalk, ({ viewer, params, query }) =>
    readPastPage(ctx, viewer, params.id, query.before),
  )
  server.serve(p.deletePastMessage, ({ viewer, params }) =>
    deletePastMessages(ctx, viewer, params.id),
  )
}
