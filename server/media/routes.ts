import type { FastifyInstance } from 'fastify'
import { deleteMedia, listDrive } from '#contract/albums/albums'
import { mediaThumbnail, mediaUrl, mediaUrls, uploadMedia } from '#contract/media'
import type { Ctx } from '../context'
import { fail } from '../fail'
import type { Server } from '../plugins/serve'
import { deleteOwnMedia, listOwnMedia } from './drive'
import { addPhoto, createMediaLinks, openMediaLink, presentMedia } from './service'
import { withUpload } from './upload'

export const serveMedia = (server: Server, ctx: Ctx, fastify: FastifyInstance): void => {
  server.serve(uploadMedia, {
    limits: [{ name: 'upload', points: 120, perS: 60, by: 'account' }],
    handler: async ({ viewer, request }) => {
      const row = await withUpload(request, viewer.accountId, (media) =>
        addPhoto(ctx, viewer, media),
      )
      return { media_id: row.id, media_ids: [row.id], media: presentMedia(row) }
    },
  })
  server.serve(mediaUrl, async ({ viewer, params }) => {
    const link =
      (await createMediaLinks(ctx, viewer, [{ id: params.id, variant: 'full' }]))[0] ??
      fail('not_found')
    return { signed_url: link.url, expires_in: link.expires_in }
  })
  server.serve(mediaThumbnail, async ({ viewer, params }) => {
    const link =
      (await createMediaLinks(ctx, viewer, [{ id: params.id, variant: 'thumbnail' }]))[0] ??
      fail('not_found')
    return { thumbnail_url: link.url, expires_in: link.expires_in }
  })
  server.serve(mediaUrls, async ({ viewer, body }) => ({
    links: await createMediaLinks(ctx, viewer, body.items),
  }))

  server.serve(listDrive, ({ viewer, query }) =>
    listOwnMedia(ctx, viewer, query.limit, query.before),
  )
  server.serve(deleteMedia, ({ viewer, params }) => deleteOwnMedia(ctx, viewer, params.id))

  // an <img> sends no bearer: the signed link authenticates, and permission is checked again
  fastify.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
    '/api/media/:id/bytes',
    { config: { routeId: 'mediaBytes' } },
    async (request, reply) => {
      const { key, leftS, name, marked } = await openMediaLink(
        ctx,
        request.params.id,
        request.query,
      )
      const picture = marked && (await marked())
      const file = picture
        ? { size: picture.length, stream: picture }
        : ((await ctx.storage.get(key)) ?? fail('not_found'))
      return reply
        .type('image/jpeg')
        .header('content-length', file.size)
        .header('content-disposition', `inline; filename="${name}"`)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cache-control', `private, max-age=${leftS}`)
        .send(file.stream)
    },
  )
}
