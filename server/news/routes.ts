import { countNews, listNews } from '#contract/news'
import type { Ctx } from '../context'
import type { Server } from '../plugins/serve'
import { notifyLinkFollowed } from './invitations'
import { notifyAlbumsOpened, withdrawEndedShares } from './shares'
import { readNewsPage, countUnreadNews } from './page'

export const serveNews = (server: Server, ctx: Ctx): void => {
  server.serve(listNews, ({ viewer, query }) =>
    readNewsPage(ctx, viewer, query.limit, query.cursor),
  )
  server.serve(countNews, async ({ viewer }) => ({ unread: await countUnreadNews(ctx, viewer) }))
  ctx.bus.on('relation.created', ({ accountId, withAccountId, byLink }) => {
    if (byLink)
      ctx.bus.later('link followed', () =>
        notifyLinkFollowed(ctx, { accountId, inviterId: withAccountId }),
      )
  })
  ctx.bus.on('albums.opened', (opened) =>
    ctx.bus.later('album-shared', () => notifyAlbumsOpened(ctx, opened)),
  )
  ctx.bus.on('shares.ended', ({ ownerId }) =>
    ctx.bus.later('share-ends', () => withdrawEndedShares(ctx, ownerId)),
  )
}
