import { countNews, listNews } from '#contract/news'
import type { Ctx } from '../context'
import type { Server } from '../plugins/serve'
import { notifyAlbumsOpened } from './shares'
import { newsPage, unreadNews } from './page'

export const serveNews = (server: Server, ctx: Ctx): void => {
  server.serve(listNews, ({ viewer, query }) => newsPage(ctx, viewer, query.limit, query.cursor))
  server.serve(countNews, async ({ viewer }) => ({ unread: await unreadNews(ctx, viewer) }))
  ctx.bus.on('albums.opened', (opened) =>
    ctx.bus.later('album-shared', () => notifyAlbumsOpened(ctx, opened)),
  )
}
