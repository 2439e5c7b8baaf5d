import * as z from 'zod/mini'
import { photoPeople } from './people'
import { idParams, isoDate, ok, uuid } from '../common'
import { PUBLIC_PHOTOS_MAX } from '../limits'
import { route } from '../route'

const profilePhoto = z.object({
  id: uuid,
  media_id: uuid,
  url: z.string(),
  thumbnail_url: z.string(),
  created_at: isoDate,
  position: z._default(z.number(), 0),
  public: z.boolean(),
  width: z.number(),
  height: z.number(),
  blurhash: z.nullable(z.string()),
  /** For the owner only, where it is known. */
  people: z.optional(photoPeople),
})
export type ProfilePhoto = z.infer<typeof profilePhoto>
const reply = z.object({ photos: z.array(profilePhoto) })

export const listAccountPhotos = route({
  id: 'listAccountPhotos',
  method: 'GET',
  path: '/accounts/:id/photos',
  auth: 'account',
  summary: 'Profile photos of a member, by position',
  params: idParams,
  reply,
})
export const listPublicPhotos = route({
  id: 'listPublicPhotos',
  method: 'GET',
  path: '/accounts/:id/public-photos',
  auth: 'account',
  summary: 'Public photos of a member, by position',
  params: idParams,
  reply,
})
export const listOwnPhotos = route({
  id: 'listOwnPhotos',
  method: 'GET',
  path: '/account/public-photos',
  auth: 'account',
  summary: 'The caller’s public photos',
  reply,
})
export const addPublicPhotos = route({
  id: 'addPublicPhotos',
  method: 'POST',
  path: '/account/public-photos',
  auth: 'account',
  summary: 'Appends media to the public photos; existing ones are ignored',
  body: z.object({
    media_ids: z.array(uuid).check(z.minLength(1), z.maxLength(PUBLIC_PHOTOS_MAX)),
  }),
  reply,
  status: 201,
})
export const removePhoto = route({
  id: 'removePhoto',
  method: 'DELETE',
  path: '/accounts/:id/photos/:photoId',
  auth: 'account',
  summary: 'Removes a photo from the profile',
  params: z.object({ id: uuid, photoId: uuid }),
  reply: ok,
})
export const movePhotos = route({
  id: 'movePhotos',
  method: 'PATCH',
  path: '/accounts/:id/photos/positions',
  auth: 'account',
  summary: 'Reorders the public photos',
  params: idParams,
  body: z.object({
    positions: z
      .array(z.object({ id: uuid, position: z.number().check(z.int(), z.gte(0)) }))
      .check(z.maxLength(PUBLIC_PHOTOS_MAX)),
  }),
  reply,
})
