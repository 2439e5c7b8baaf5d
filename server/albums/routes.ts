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
import { decideAlbumRequest, requestAlbum, listWaitingRequests } from './requests'
import {
  listAlbumAccesses,
  readAlbumAccess,
  listVisibleAlbums,
  changeAlbum,
  makeAlbum,
  recordAlbumAccess,
  removeAlbum,
} from './service'
import { addMedia, readAlbumPage, reorderAlbum, removeFromAlbum } from './photos'
import { changeShare, endShare, shareAlbum, listShares } from './shares'

export const serveAlbums = (server: Server, ctx: Ctx): void => {
  // before /albums/:id: Fastify prefers the fixed path anyway
  server.serve(listAlbumShares, async ({ viewer, query }) => ({
    shares: await listShares(ctx, viewer, query),
  }))
  server.serve(createAlbumShare, async ({ viewer, body }) => ({
    share: await shareAlbum(ctx, viewer, body),
  }))
  server.serve(updateAlbumShare, async ({ viewer, params, body }) => ({
    share: await changeShare(ctx, viewer, params.id, body),
  }))
  server.serve(deleteAlbumShare, ({ viewer, params }) => endShare(ctx, viewer, params.id))
  server.serve(askAlbum, {
    limits: [{ name: 'ask-album', points: 10, perS: 3600, by: 'account' }],
    handler: ({ viewer, body }) => requestAlbum(ctx, viewer, body),
  })
  server.serve(listAlbumRequests, async ({ viewer }) => ({
    requests: await listWaitingRequests(ctx, viewer),
  }))
  server.serve(answerAlbumRequest, ({ viewer, params, body }) =>
    decideAlbumRequest(ctx, viewer, params.id, body.answer),
  )
  server.serve(a.listAlbums, ({ viewer, query }) => listVisibleAlbums(ctx, viewer, query))
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
    readAlbumPage(ctx, viewer, params.id, query.limit, query.offset),
  )
  server.serve(a.addAlbumMedia, ({ viewer, params, body }) =>
    addMedia(ctx, viewer, params.id, body),
  )
  server.serve(a.removeAlbumMedia, ({ viewer, params }) =>
    removeFromAlbum(ctx, viewer, params.id, params.mediaId),
  )
  server.serve(a.moveAlbumMedia, ({ viewer, params, body }) =>
    reorderAlbum(ctx, viewer, params.id, body.positions),
  )
  server.serve(albumAccess, ({ viewer, params }) => readAlbumAccess(ctx, viewer, params.id))
  server.serve(logAlbumAccess, ({ viewer, params }) => recordAlbumAccess(ctx, viewer, params.id))
  server.serve(readAlbumLog, async ({ viewer, params }) => ({
    accesses: await listAlbumAccesses(ctx, viewer, params.id),
  }))
}
