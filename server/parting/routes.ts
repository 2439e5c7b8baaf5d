import * as p from '#contract/profile/parting'
import type { Ctx } from '../context'
import type { Server } from '../plugins/serve'
import { PASSWORD_AGAIN } from '../session/service'
import { setPartingChoices, pageOfBoth } from './choices'
import { actorOf, requireOpenParting } from './people'
import { deletePast, pastTalksOf, readPast } from './past'
import { confirmParting, requestParting, cancelOwnParting, partingOf } from './service'

const SLOW = [
  ...PASSWORD_AGAIN,
  { name: 'parting', points: 10, perS: 3600, by: 'account' },
] as const

export const serveParting = (server: Server, ctx: Ctx): void => {
  server.serve(p.getParting, ({ viewer }) => partingOf(ctx, viewer))
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
    pageOfBoth(
      ctx.db,
      await requireOpenParting(ctx.db, viewer),
      await actorOf(ctx.db, viewer),
      query.before,
    ),
  )
  server.serve(p.listPastTalks, async ({ viewer }) => ({
    talks: await pastTalksOf(ctx.db, viewer),
  }))
  server.serve(p.readPastTalk, ({ viewer, params, query }) =>
    readPast(ctx, viewer, params.id, query.before),
  )
  server.serve(p.deletePastMessage, ({ viewer, params }) => deletePast(ctx, viewer, params.id))
}
