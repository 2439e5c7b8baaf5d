import * as z from 'zod/mini'
import { idParams, isoDate, ok, uuid } from './common'
import { givenDate } from './given-date'
import { relation } from './relations'
import { route } from './route'

/** The sharing of one account with another. `{id}` of a path is the other account. */
export const sharing = z.object({
  shareNames: z.boolean(),
  shareEvents: z.boolean(),
  shareAllPrivateAlbums: z.boolean(),
  sharedAlbumIds: z.array(uuid),
  /** End of each share that has one, by album id; empty in the view of the other member. */
  sharedAlbumEnds: z.record(uuid, isoDate),
  sharingPermissions: z.record(z.string(), z.unknown()),
  updatedAt: z.nullable(isoDate),
})
export type Sharing = z.infer<typeof sharing>
const ALBUMS_MAX = 500
const albumIds = z.optional(z.array(uuid).check(z.maxLength(ALBUMS_MAX)))
/**
 * What is not named stays as it is. `sharedAlbumIds`: all that are shared from now on, and no others.
 * An album that is named there or in `addedAlbumIds` is shared again if its share was over, until
 * its date in `addedAlbumEnds`, or without an end. A share that has not ended keeps its end.
 */
const input = z.object({
  shareNames: z.optional(z.boolean()),
  shareEvents: z.optional(z.boolean()),
  shareAllPrivateAlbums: z.optional(z.boolean()),
  sharedAlbumIds: albumIds,
  addedAlbumIds: albumIds,
  addedAlbumEnds: z.optional(
    z
      .record(uuid, givenDate)
      .check(z.refine((ends) => Object.keys(ends).length <= ALBUMS_MAX, 'Trop d’albums')),
  ),
  removedAlbumIds: albumIds,
})

export const getSharing = route({
  id: 'getSharing',
  method: 'GET',
  path: '/relations/:id/sharing',
  auth: 'account',
  summary: 'The caller’s sharing with a member; 404 before it was first set',
  params: idParams,
  reply: sharing,
})
export const getIncomingSharing = route({
  id: 'getIncomingSharing',
  method: 'GET',
  path: '/relations/:id/sharing/incoming',
  auth: 'account',
  summary: 'A member’s sharing with the caller; empty when never set',
  params: idParams,
  reply: sharing,
})
export const setSharing = route({
  id: 'setSharing',
  method: 'PATCH',
  path: '/relations/:id/sharing',
  auth: 'account',
  summary:
    'Changes the sharing with an account that the caller has a direct conversation with (403 ' +
    'without one, or blocked); what is not named stays; effective at once',
  params: idParams,
  body: input,
  reply: sharing,
})
/** Pages of members by handle; `cursor`: `next_cursor` of the page before. */
const pages = z.object({ cursor: z.optional(z.string().check(z.maxLength(100))) })
const nextCursor = z.nullable(z.string())
export const listOutgoingSharing = route({
  id: 'listOutgoingSharing',
  method: 'GET',
  path: '/relations/sharing/outgoing',
  auth: 'account',
  summary: 'Members that the caller shares something with, by handle, 500 at a time',
  query: pages,
  reply: z.object({
    relations: z.array(z.extend(sharing, { with_account_id: uuid })),
    next_cursor: nextCursor,
  }),
})
export const endRelation = route({
  id: 'endRelation',
  method: 'DELETE',
  path: '/relations/:id',
  auth: 'account',
  summary: 'Ends a relation and the sharing of both accounts',
  params: idParams,
  reply: ok,
})

/** «Qui voit quoi», computed by the permission functions themselves. */
export const exposure = z.object({
  relation: z.pick(relation, {
    with_account_id: true,
    with_account_handle: true,
    avatar_url: true,
    identities: true,
  }),
  is_relation: z.boolean(),
  names: z.boolean(),
  events: z.boolean(),
  allPrivateAlbums: z.boolean(),
  /** Private albums that this member can open now; `until` (null: without an end) when each closes. */
  albums: z.array(z.object({ id: uuid, name: z.string(), until: z.nullable(isoDate) })),
})
export type Exposure = z.infer<typeof exposure>
export const listExposure = route({
  id: 'listExposure',
  method: 'GET',
  path: '/account/exposure',
  auth: 'account',
  summary:
    'What each member can see of the caller beyond the public profile, by handle, 500 at a time',
  query: pages,
  reply: z.object({ exposures: z.array(exposure), next_cursor: nextCursor }),
})
export const cutExposure = route({
  id: 'cutExposure',
  method: 'POST',
  path: '/account/exposure/cut',
  auth: 'account',
  summary: 'Ends all sharing at once, with every member or one, signed links included',
  body: z.object({ account_id: z.optional(uuid) }),
  reply: ok,
})
