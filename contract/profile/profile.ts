import * as z from 'zod/mini'
import { gender, handle, idParams, isoDate, ok, personHandle, uuid } from '../common'
import { HANDLE_MAX, IDENTITIES_MAX } from '../limits'
import { route } from '../route'

export const identity = z.object({
  id: uuid,
  identity_handle: z.string(),
  gender,
  is_primary: z.boolean(),
  avatar_url: z.nullable(z.string()),
  /** Present only for the owner or with canViewFirstNames. */
  firstname: z.nullable(z.string()),
})
export type Identity = z.infer<typeof identity>

/** How a member is named wherever one is shown. */
export const memberFields = {
  account_handle: z.string(),
  avatar_url: z.nullable(z.string()),
  identities: z.array(identity),
}
/** What a list shows of a member. */
export const memberLine = z.object({ id: uuid, ...memberFields })

/** An account as a given viewer may see it. `handle` of a deleted one is «Compte supprimé». */
export const account = z.object({
  id: uuid,
  ...memberFields,
  created_at: isoDate,
  last_seen_at: z.nullable(isoDate),
  is_online: z.boolean(),
  deleted: z.boolean(),
  is_own: z.boolean(),
  permissions: z.object({ canViewFirstNames: z.boolean() }),
})
export type Account = z.infer<typeof account>

const identityInput = z.object({
  identity_handle: personHandle,
  gender,
  is_primary: z.boolean(),
})
export const createAccount = route({
  id: 'createAccount',
  method: 'POST',
  path: '/accounts',
  auth: 'user',
  summary: 'Onboarding: handle and one or two identities, exactly one primary',
  body: z.object({
    account_handle: handle,
    identities: z.array(identityInput).check(z.minLength(1), z.maxLength(IDENTITIES_MAX)),
    /** A member or event link to follow once the account exists. */
    joinToken: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: z.object({ account }),
  status: 201,
})
/** While onboarding only: the pseudo is checked as it is typed. */
export const checkHandle = route({
  id: 'checkHandle',
  method: 'POST',
  path: '/accounts/check-handle',
  auth: 'user',
  summary: 'Whether a handle is still free, for a user without account',
  body: z.object({ handle: z.string().check(z.trim(), z.minLength(1), z.maxLength(HANDLE_MAX)) }),
  reply: z.object({ free: z.boolean() }),
})
export const getIdentities = route({
  id: 'getIdentities',
  method: 'GET',
  path: '/accounts/:id/identities',
  auth: 'account',
  summary: 'The identities of an account',
  params: idParams,
  reply: z.object({ identities: z.array(identity) }),
})
export const setAvatar = route({
  id: 'setAvatar',
  method: 'POST',
  path: '/account/avatar',
  auth: 'account',
  summary: 'Sets the avatar; null removes it. The media must be the caller’s',
  body: z.object({ mediaId: z.nullable(uuid) }),
  reply: z.object({ account }),
})

const joinKind = z.enum(['partner', 'member', 'event'])
export type JoinKind = z.infer<typeof joinKind>
const joinLink = z.object({
  id: uuid,
  kind: joinKind,
  event_id: z.nullable(uuid),
  created_at: isoDate,
  expires_at: isoDate,
  /** Only in the reply of its creation: the server stores a hash. */
  url: z.nullable(z.string()),
})
export type JoinLink = z.infer<typeof joinLink>
/** Any text: a link that was truncated when copied fails like every invalid link. */
const tokenParams = z.object({ token: z.string().check(z.maxLength(300)) })

export const createJoinLink = route({
  id: 'createJoinLink',
  method: 'POST',
  path: '/join-links',
  auth: 'account',
  summary: 'Creates an invitation link, valid for 14 days (partner: once)',
  body: z.object({ kind: joinKind, event_id: z.optional(uuid) }),
  reply: z.object({ link: joinLink }),
  status: 201,
})
export const listJoinLinks = route({
  id: 'listJoinLinks',
  method: 'GET',
  path: '/join-links',
  auth: 'account',
  summary: 'The caller’s valid links',
  reply: z.object({ links: z.array(joinLink) }),
})
export const revokeJoinLink = route({
  id: 'revokeJoinLink',
  method: 'DELETE',
  path: '/join-links/:id',
  auth: 'account',
  summary: 'Revokes one of the caller’s links',
  params: idParams,
  reply: ok,
})
export const readJoinLink = route({
  id: 'readJoinLink',
  method: 'GET',
  path: '/join/:token',
  auth: 'none',
  summary: 'Whether a link is valid, its kind and the inviter’s handle; does not consume it',
  params: tokenParams,
  reply: z.object({ kind: joinKind, inviter_handle: z.string() }),
})
export const acceptJoinLink = route({
  id: 'acceptJoinLink',
  method: 'POST',
  path: '/join/:token',
  auth: 'user',
  summary:
    'Follows a member or event link: relation (and invitation) at once. Without an ' +
    'account: a partner link joins its account',
  params: tokenParams,
  reply: z.object({ kind: joinKind, account_id: uuid, event_id: z.nullable(uuid) }),
})
