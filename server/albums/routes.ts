import * as a from '#contract/albums/albums'
import {
  albumAccess,
  createAlbumShare,
  deleteAlbumShare,
  listAlbumShares,
  logAlbumAccess,
  readAlbumLog,
  updateAlbumShare,
} from '#contract/albums/shares'
import { answerAlbumRequest, askAlbum, listAlbumRequests } from '#contract/albums/requests'
import type { Ctx } from '../context'
import type { Server } from '../plugins/serve'
import { decideAlbumRequest, askFor, waitingRequests } from './requests'
import {
  accessLog,
  accessTo,
  albumsFor,
  changeAlbum,
  makeAlbum,
  recordAlbumAccess,
  removeAlbum,
} from './service'
import { addMedia, albumPage, orderMedia, removeFromAlbum } from './photos'
import { changeShare, endShare, shareAlbum, sharesOf } from './shares'

export const serveAlbums = (server: Server, ctx: Ctx): void => {
  // before /albums/:id: Fastify prefers the fixed path anyway
  server.serve(listAlbumShares, async ({ viewer, query }) => ({
    shares: await sharesOf(ctx, viewer, query),
  }))
  server.serve(createAlbumShare, async ({ viewer, body }) => ({
    share: await shareAlbum(ctx, viewer, body),
  }))
  server.serve(updateAlbumShare, async ({ viewer, params, body }) => ({
    share: await changeShare(ctx, viewer, params.id, body.expires_at),
  }))
  server.serve(deleteAlbumShare, ({ viewer, params }) => endShare(ctx, viewer, params.id))
  server.serve(askAlbum, {
    limits: [{ name: 'ask-album', points: 10, perS: 3600, by: 'account' }],
    handler: ({ viewer, body }) => askFor(ctx, viewer, body),
  })
  server.serve(listAlbumRequests, async ({ viewer }) => ({
    requests: await waitingRequests(ctx, viewer),
  }))
  server.serve(answerAlbumRequest, ({ viewer, params, body }) =>
    decideAlbumRequest(ctx, viewer, params.id, body.answer),
  )
  server.serve(a.listAlbums, ({ viewer, query }) => albumsFor(ctx, viewer, query))
  server.serve(a.createAlbum, {
    limits: [{ name: 'create-album', points: 60, perS: 3600, by: 'account' }],
    handler: async ({ viewer, body }) => ({ album: await makeAlbum(ctx, viewer, body) }),
  })
  server.serve(a.updateAlbum, async ({ viewer, params, body }) => ({
    album: await changeAlbum(ctx, viewer, params.id, body),
  }))
  server.serve(a.deleteAlbum, ({ viewer, params, query }) =>
    removeAlbum(ctx, viewer, params.id, query.deleteMedia),
  )
  server.serve(a.listAlbumMedia, ({ viewer, params, query }) =>
    albumPage(ctx, viewer, params.id, query.limit, query.offset),
  )
  server.serve(a.addAlbumMedia, ({ viewer, params, body }) =>
    addMedia(ctx, viewer, params.id, body),
  )
  server.serve(a.removeAlbumMedia, ({ viewer, params }) =>
    removeFromAlbum(ctx, viewer, params.id, params.mediaId),
  )
  server.serve(a.moveAlbumMedia, ({ viewer, params, body }) =>
    orderMedia(ctx, viewer, params.id, body.positions),
  )
  server.serve(albumAccess, ({ viewer, params }) => accessTo(ctx, viewer, params.id))
  server.serve(logAlbumAccess, ({ viewer, params }) => recordAlbumAccess(ctx, viewer, params.id))
  server.serve(readAlbumLog, async ({ viewer, params }) => ({
    accesses: await accessLog(ctx, viewer, params.id),
  }))
}
