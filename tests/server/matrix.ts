import { ROLES, type Role, type World } from '../support/world'
import { newId } from '../../server/tokens'

/** One question put to a route by every role, and the status each must get. */
export interface Case {
  readonly what: string
  readonly input: (w: World, role: Role) => { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
  readonly expect: Readonly<Record<Role, number>>
}

const all = (status: number): Record<Role, number> => Object.fromEntries(ROLES.map((r) => [r, status])) as Record<Role, number>
/** Every member gets `status`, a user without account 403, nobody 401. */
const members = (status: number, except: Partial<Record<Role, number>> = {}): Record<Role, number> => ({ ...all(status), anonymous: 401, user: 403, ...except })
/** Only these roles get `status`; other members get `other` (404: as if it did not exist). */
const onlyFor = (roles: readonly Role[], status: number, other = 404): Record<Role, number> =>
  members(other, Object.fromEntries(roles.map((r) => [r, status])) as Partial<Record<Role, number>>)
const none = (): Record<string, never> => ({})
const id = (pick: (w: World) => string) => (w: World) => ({ params: { id: pick(w) } })
const message = (w: World, role: Role, pick: (w: World) => string) => ({
  params: { id: pick(w) },
  body: { content: 'Essai', sender_identity_id: role === 'anonymous' || role === 'user' ? newId() : (w.members[role].identityIds[0] ?? null), client_msg_id: newId() },
})
const identityOf = (w: World, role: Role): string => (role === 'anonymous' || role === 'user' ? newId() : (w.members[role].identityIds[0] ?? ''))

/** Route id → its cases. A route of the server without a row here fails the test, and so does a row without a route. */
export const MATRIX: Readonly<Record<string, readonly Case[]>> = {
  config: [{ what: 'public configuration', input: none, expect: all(200) }],
  register: [{ what: 'an empty form', input: () => ({ body: {} }), expect: all(400) }],
  login: [{ what: 'a wrong password', input: () => ({ body: { email: 'x@test.invalid', password: 'faux' } }), expect: all(401) }],
  refresh: [{ what: 'no cookie', input: none, expect: all(401) }],
  verifyEmail: [{ what: 'an unknown token', input: () => ({ body: { token: 'x'.repeat(43) } }), expect: all(400) }],
  resendVerification: [{ what: 'an unknown e-mail', input: () => ({ body: { email: 'x@test.invalid' } }), expect: all(202) }],
  forgotPassword: [{ what: 'an unknown e-mail', input: () => ({ body: { email: 'x@test.invalid' } }), expect: all(202) }],
  resetPassword: [{ what: 'an unknown token', input: () => ({ body: { token: 'x'.repeat(43), password: 'un-bon-mot-de-passe' } }), expect: all(400) }],
  me: [{ what: 'oneself', input: none, expect: { ...all(200), anonymous: 401 } }],
  checkAccount: [{ what: 'oneself', input: none, expect: { ...all(200), anonymous: 401 } }],
  createAccount: [{
    what: 'a second account', input: (_w, role) => ({ body: { account_handle: `nouveau_${role}`, identities: [{ identity_handle: `nouveau_${role}`, gender: 'other', is_primary: role !== 'user' }] } }),
    // the user without account is refused for the identities only: it stays without account for the other rows
    expect: { ...all(409), anonymous: 401, user: 400 },
  }],
  getAccount: [
    { what: 'the owner’s account', input: id((w) => w.owner.accountId), expect: members(200, { blocked: 404 }) },
    { what: 'nobody’s account', input: () => ({ params: { id: newId() } }), expect: members(404) },
  ],
  getIdentities: [{ what: 'the owner’s identities', input: id((w) => w.owner.accountId), expect: members(200, { blocked: 404 }) }],
  setAvatar: [{ what: 'the owner’s photo as one’s avatar', input: (w) => ({ body: { mediaId: w.avatar } }), expect: onlyFor(['owner'], 200, 403) }],
  createJoinLink: [{ what: 'a member link', input: () => ({ body: { kind: 'member' } }), expect: members(201) }],
  listJoinLinks: [{ what: 'one’s own', input: none, expect: members(200) }],
  readJoinLink: [{ what: 'the owner’s link', input: (w) => ({ params: { token: w.linkToken } }), expect: all(200) }],
  acceptJoinLink: [{ what: 'the owner’s link', input: (w) => ({ params: { token: w.linkToken } }), expect: members(200, { blocked: 404, owner: 409, user: 403 }) }],
  revokeJoinLink: [{ what: 'the owner’s link', input: id((w) => w.linkId), expect: onlyFor(['owner'], 200) }],
  listRelations: [{ what: 'one’s own', input: none, expect: members(200) }],
  uploadMedia: [{ what: 'no file', input: none, expect: members(400) }],
  mediaUrl: [
    { what: 'a photo of the direct conversation', input: id((w) => w.photo), expect: onlyFor(['member', 'owner'], 200) },
    { what: 'a photo that was not sent', input: id((w) => w.unsent), expect: onlyFor(['owner'], 200) },
    { what: 'the owner’s avatar', input: id((w) => w.avatar), expect: members(200, { blocked: 404 }) },
  ],
  mediaThumbnail: [{ what: 'a photo of the direct conversation', input: id((w) => w.photo), expect: onlyFor(['member', 'owner'], 200) }],
  // ids that may not be seen are left out of the answer: the test of content stands in media.test.ts
  mediaUrls: [{ what: 'a photo of the direct conversation', input: (w) => ({ body: { items: [{ id: w.photo, variant: 'full' }] } }), expect: members(200) }],
  listConversations: [{ what: 'one’s own', input: none, expect: members(200) }],
  searchConversations: [{ what: 'one’s own', input: () => ({ query: { q: 'proprio' } }), expect: members(200) }],
  getConversation: [
    { what: 'a direct conversation', input: id((w) => w.direct), expect: onlyFor(['member', 'owner'], 200) },
    { what: 'a group', input: id((w) => w.group), expect: onlyFor(['member', 'owner'], 200) },
  ],
  startConversation: [
    { what: 'with the owner', input: () => ({ body: { handle: 'proprio' } }), expect: members(200, { blocked: 404, owner: 400 }) },
    { what: 'with nobody', input: () => ({ body: { handle: 'inexistant' } }), expect: members(404) },
  ],
  listMessages: [
    { what: 'a direct conversation', input: id((w) => w.direct), expect: onlyFor(['member', 'owner'], 200) },
    { what: 'a group', input: id((w) => w.group), expect: onlyFor(['member', 'owner'], 200) },
  ],
  sendMessage: [
    { what: 'to a direct conversation', input: (w, role) => message(w, role, (x) => x.direct), expect: onlyFor(['member', 'owner'], 201) },
    { what: 'to a group', input: (w, role) => message(w, role, (x) => x.group), expect: onlyFor(['member', 'owner'], 201) },
  ],
  markRead: [{ what: 'a direct conversation', input: (w, role) => ({ params: { id: w.direct }, body: { identityId: identityOf(w, role) } }), expect: onlyFor(['member', 'owner'], 200) }],
  syncConversation: [{ what: 'a direct conversation', input: (w) => ({ params: { id: w.direct }, query: { since: '2020-01-01T00:00:00.000Z' } }), expect: onlyFor(['member', 'owner'], 200) }],
  presenceBootstrap: [{ what: 'one’s own circle', input: none, expect: members(200) }],
  presenceHeartbeat: [{ what: 'oneself', input: none, expect: members(200) }],
  presenceOffline: [{ what: 'oneself', input: () => ({ body: { sessionId: 'onglet' } }), expect: members(200) }],
  sendFeedback: [{ what: 'a comment', input: () => ({ body: { content: 'Merci', url_path: '/news' } }), expect: members(201) }],
  pusherAuth: [
    { what: 'the direct conversation', input: (w) => ({ body: { socket_id: '1.1', channel_name: `private-conversation-${w.direct}` } }), expect: onlyFor(['member', 'owner'], 200, 403) },
    { what: 'the group', input: (w) => ({ body: { socket_id: '1.1', channel_name: `private-conversation-${w.group}` } }), expect: onlyFor(['member', 'owner'], 200, 403) },
    { what: 'the owner’s account', input: (w) => ({ body: { socket_id: '1.1', channel_name: `private-account-${w.owner.accountId}` } }), expect: onlyFor(['owner'], 200, 403) },
    { what: 'the owner’s system channel', input: (w) => ({ body: { socket_id: '1.1', channel_name: `private-system-${w.owner.accountId}` } }), expect: onlyFor(['owner'], 200, 403) },
    { what: 'an identity of the owner', input: (w) => ({ body: { socket_id: '1.1', channel_name: `private-identity-${w.owner.identityIds[1]}` } }), expect: onlyFor(['owner'], 200, 403) },
    // the link of an earlier row made relations of all but the blocked
    { what: 'the owner’s presence', input: (w) => ({ body: { socket_id: '1.1', channel_name: `presence-account-${w.owner.accountId}` } }), expect: members(200, { blocked: 403 }) },
    { what: 'any other name', input: () => ({ body: { socket_id: '1.1', channel_name: 'private-everything' } }), expect: members(403) },
  ],
  logout: [{ what: 'without a cookie', input: none, expect: all(200) }],
}
