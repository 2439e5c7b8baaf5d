import * as z from 'zod/mini'
import { idParams, uuid } from './common'
import { route } from './route'

export const uploadStatus = z.enum(['completed', 'failed', 'processing'])
/**
 * A media for members of its conversation and others who may see it. Storage keys never leave the
 * server.
 */
export const attachment = z.object({
  id: uuid,
  category: z.string(),
  filename: z.string(),
  originalFilename: z.string(),
  mimeType: z.string(),
  fileSize: z.number(),
  width: z.number(),
  height: z.number(),
  blurhash: z.nullable(z.string()),
  /** Storage fields of the documents: always null on the wire, the client requests signed links. */
  r2Key: z.null(),
  r2ThumbnailKey: z.null(),
  uploadStatus,
  uploadProgress: z.number(),
})
export type Attachment = z.infer<typeof attachment>

export const uploadMedia = route({
  id: 'uploadMedia',
  method: 'POST',
  path: '/media/upload',
  auth: 'account',
  multipart: true,
  summary:
    'Multipart, field `files`: one photo per call, at most 30 MB; re-encoded without metadata',
  reply: z.object({ media_id: uuid, media_ids: z.array(uuid), media: attachment }),
  status: 201,
})
export const mediaUrl = route({
  id: 'mediaUrl',
  method: 'GET',
  path: '/media/:id/url',
  auth: 'account',
  summary: 'A signed link to the photo, checked again when it is fetched',
  params: idParams,
  reply: z.object({ signed_url: z.string(), expires_in: z.number() }),
})
export const mediaThumbnail = route({
  id: 'mediaThumbnail',
  method: 'GET',
  path: '/media/:id/thumbnail',
  auth: 'account',
  summary: 'A signed link to the thumbnail',
  params: idParams,
  reply: z.object({ thumbnail_url: z.string(), expires_in: z.number() }),
})
/**
 * Several links in one call: a list of photos never makes one call each. Ids that the caller may
 * not see are left out.
 */
export const mediaUrls = route({
  id: 'mediaUrls',
  method: 'POST',
  path: '/media/urls',
  auth: 'account',
  summary: 'Signed links of up to 100 media at once',
  body: z.object({
    items: z
      .array(z.object({ id: uuid, variant: z.enum(['full', 'thumbnail']) }))
      .check(z.minLength(1), z.maxLength(100)),
  }),
  reply: z.object({
    links: z.array(
      z.object({
        id: uuid,
        variant: z.enum(['full', 'thumbnail']),
        url: z.string(),
        expires_in: z.number(),
      }),
    ),
  }),
})
