import * as z from 'zod/mini'
import { flag } from './albums'
import { idParams, isoDate, ok, uuid } from '../common'
import { givenDate } from '../given-date'
import { route } from '../route'
import { accessFor } from './requests'

/** A view of the relations' sharing, which is the only source of truth. */
const albumShare = z.object({
  id: uuid,
  album_id: uuid,
  account_id: uuid,
  expires_at: z.nullable(isoDate),
})
export const listAlbumShares = route({
  id: 'listAlbumShares',
  method: 'GET',
  path: '/albums/shares',
  auth: 'account',
  summary:
    'Albums shared with the caller (incoming) or by the caller (outgoing), one by one: the newest ' +
    '2,000, in the order in which they were shared',
  query: z.object({
    type: z._default(z.enum(['incoming', 'outgoing']), 'incoming'),
    includeExpired: flag,
    /** Only those of this album. */
    album_id: z.optional(uuid),
    /** Only those with this account, in either direction. */
    account_id: z.optional(uuid),
  }),
  reply: z.object({ shares: z.array(albumShare) }),
})
export const createAlbumShare = route({
  id: 'createAlbumShare',
  method: 'POST',
  path: '/albums/shares',
  auth: 'account',
  summary: 'Shares a private album with a member, optionally until a date',
  body: z.object({
    album_id: uuid,
    account_id: uuid,
    /**
     * For how long from now, by the clock of the server; counts rather than `expires_at`, which
     * must be sent as well while a server that does not know this field may answer: none means
     * without an end.
     */
    for: z.optional(accessFor),
    expires_at: z.optional(z.nullable(givenDate)),
  }),
  reply: z.object({ share: albumShare }),
  status: 201,
})
export const updateAlbumShare = route({
  id: 'updateAlbumShare',
  method: 'PATCH',
  path: '/albums/shares/:id',
  auth: 'account',
  summary: 'Changes the end of a share',
  params: idParams,
  body: z
    .object({
      /** As in `createAlbumShare`. */
      for: z.optional(accessFor),
      expires_at: z.optional(z.nullable(givenDate)),
    })
    .check(z.refine((body) => body.for !== undefined || body.expires_at !== undefined)),
  reply: z.object({ share: albumShare }),
})
export const deleteAlbumShare = route({
  id: 'deleteAlbumShare',
  method: 'DELETE',
  path: '/albums/shares/:id',
  auth: 'account',
  summary: 'Ends a share',
  params: idParams,
  reply: ok,
})
export const albumAccess = route({
  id: 'albumAccess',
  method: 'GET',
  path: '/albums/:id/access',
  auth: 'account',
  summary: 'Whether the caller may see an album, and why',
  params: idParams,
  reply: z.object({
    canView: z.boolean(),
    reason: z.enum(['owner', 'public', 'shared', 'private']),
  }),
})
export const logAlbumAccess = route({
  id: 'logAlbumAccess',
  method: 'POST',
  path: '/albums/:id/access-log',
  auth: 'account',
  summary: 'Records that the caller opened an album',
  params: idParams,
  reply: z.void(),
  status: 204,
})
export const readAlbumLog = route({
  id: 'readAlbumLog',
  method: 'GET',
  path: '/albums/:id/access-log',
  auth: 'account',
  summary: 'Accesses to a private album, newest first: one per member and day',
  params: idParams,
  reply: z.object({
    accesses: z.array(z.object({ account_id: uuid, handle: z.string(), at: isoDate })),
  }),
})
