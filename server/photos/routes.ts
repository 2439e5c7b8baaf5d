import {
  addPublicPhotos,
  listAccountPhotos,
  listOwnPhotos,
  listPublicPhotos,
  movePhotos,
  removePhoto,
} from '#contract/profile/photos'
import type { Ctx } from '../context'
import type { Server } from '../plugins/serve'
import { listPhotos, orderPhotos, publishPhotos, unpublishPhoto } from './service'

export const servePhotos = (server: Server, ctx: Ctx): void => {
  // every photo of a profile is public: both lists are the same
  server.serve(listAccountPhotos, async ({ viewer, params }) => ({
    photos: await listPhotos(ctx, viewer, params.id),
  }))
  server.serve(listPublicPhotos, async ({ viewer, params }) => ({
    photos: await listPhotos(ctx, viewer, params.id),
  }))
  server.serve(listOwnPhotos, async ({ viewer }) => ({
    photos: await listPhotos(ctx, viewer, viewer.accountId),
  }))
  server.serve(addPublicPhotos, async ({ viewer, body }) => ({
    photos: await publishPhotos(ctx, viewer, body.media_ids),
  }))
  server.serve(removePhoto, ({ viewer, params }) =>
    unpublishPhoto(ctx, viewer, params.id, params.photoId),
  )
  server.serve(movePhotos, async ({ viewer, params, body }) => ({
    photos: await orderPhotos(ctx, viewer, params.id, body.positions),
  }))
}
