import { ROLES, type Role, type World } from '../support/world'
import { newId } from '../../server/tokens'
import { profile } from '../support/profiles'

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
  getProfile: [
    { what: 'the owner’s profile', input: id((w) => w.owner.accountId), expect: members(200, { blocked: 404 }) },
    { what: 'nobody’s profile', input: () => ({ params: { id: newId() } }), expect: members(404) },
  ],
  saveProfile: [{ what: 'one’s own', input: () => ({ body: { data: profile() } }), expect: members(200) }],
  patchAccount: [{ what: 'the owner’s', input: (w) => ({ params: { id: w.owner.accountId }, body: { data: profile() } }), expect: onlyFor(['owner'], 200, 403) }],
  patchAvatar: [{ what: 'the owner’s photo as the owner’s avatar', input: (w) => ({ params: { id: w.owner.accountId }, body: { media_id: w.avatar } }), expect: onlyFor(['owner'], 200, 403) }],
  setIdentityAvatar: [{ what: 'an identity of the owner', input: (w) => ({ params: { id: w.owner.identityIds[1] ?? '' }, body: { mediaId: null } }), expect: onlyFor(['owner'], 200, 403) }],
  addPublicPhotos: [{ what: 'the owner’s avatar', input: (w) => ({ body: { media_ids: [w.avatar] } }), expect: onlyFor(['owner'], 201, 403) }],
  listAccountPhotos: [{ what: 'the owner’s', input: id((w) => w.owner.accountId), expect: members(200, { blocked: 404 }) }],
  listPublicPhotos: [{ what: 'the owner’s', input: id((w) => w.owner.accountId), expect: members(200, { blocked: 404 }) }],
  listOwnPhotos: [{ what: 'one’s own', input: none, expect: members(200) }],
  movePhotos: [{ what: 'the owner’s', input: (w) => ({ params: { id: w.owner.accountId }, body: { positions: [{ id: w.avatar, position: 0 }] } }), expect: onlyFor(['owner'], 200, 403) }],
  removePhoto: [{ what: 'the owner’s', input: (w) => ({ params: { id: w.owner.accountId, photoId: w.avatar } }), expect: onlyFor(['owner'], 200, 403) }],
  getFeelings: [{ what: 'one’s own about the owner', input: id((w) => w.owner.accountId), expect: members(200, { blocked: 404, owner: 400 }) }],
  saveFeelings: [
    { what: 'one’s own about the owner', input: (w, role) => ({ params: { id: w.owner.accountId }, body: { global_comment: null, identity_feelings: { [identityOf(w, role)]: { feeling: 50, comment: null } } } }), expect: members(200, { blocked: 404, owner: 400 }) },
    { what: 'in the name of the owner’s identity', input: (w) => ({ params: { id: w.members.left.accountId }, body: { global_comment: null, identity_feelings: { [w.owner.identityIds[0] ?? '']: { feeling: 50, comment: null } } } }), expect: members(403, { left: 400, owner: 200 }) },
  ],
  searchPlaces: [{ what: 'a city', input: () => ({ query: { input: 'lyon' } }), expect: members(200) }],
  placeDetails: [
    { what: 'a city', input: () => ({ query: { place_id: '69123' } }), expect: members(200) },
    { what: 'nowhere', input: () => ({ query: { place_id: '00000' } }), expect: members(404) },
  ],
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
  listAlbums: [{ what: 'the owner’s albums', input: (w) => ({ query: { accountId: w.owner.accountId, includePrivate: 'true' } }), expect: members(200, { blocked: 404 }) }],
  createAlbum: [{ what: 'one’s own', input: () => ({ body: { name: 'Essai' } }), expect: members(201) }],
  updateAlbum: [{ what: 'the owner’s album', input: (w) => ({ params: { id: w.albums.open }, body: { name: 'Vacances' } }), expect: onlyFor(['owner'], 200) }],
  listAlbumMedia: [
    { what: 'a public album', input: id((w) => w.albums.open), expect: members(200, { blocked: 404 }) },
    { what: 'a private album shared with member', input: id((w) => w.albums.locked), expect: { ...onlyFor(['member', 'owner'], 200, 403), blocked: 404, user: 403 } },
  ],
  addAlbumMedia: [{ what: 'a photo into the owner’s album', input: (w) => ({ params: { id: w.albums.open }, body: { mediaIds: [w.albums.lockedPhoto] } }), expect: onlyFor(['owner'], 201) }],
  removeAlbumMedia: [{ what: 'it out again', input: (w) => ({ params: { id: w.albums.open, mediaId: w.albums.lockedPhoto } }), expect: onlyFor(['owner'], 200) }],
  moveAlbumMedia: [{ what: 'the owner’s album', input: (w) => ({ params: { id: w.albums.open }, body: { positions: [{ mediaId: w.albums.openPhoto, position: 3 }] } }), expect: onlyFor(['owner'], 200) }],
  listAlbumShares: [{ what: 'one’s own', input: none, expect: members(200) }],
  createAlbumShare: [{ what: 'the owner’s album with oneself', input: (w, role) => ({ body: { album_id: w.albums.locked, account_id: role === 'anonymous' || role === 'user' || role === 'owner' ? w.members.member.accountId : w.members[role].accountId } }), expect: onlyFor(['owner'], 201) }],
  updateAlbumShare: [{ what: 'the owner’s share', input: (w) => ({ params: { id: w.albums.share }, body: { expires_at: null } }), expect: onlyFor(['owner'], 200) }],
  albumAccess: [{ what: 'a private album shared with member', input: id((w) => w.albums.locked), expect: members(200, { blocked: 404 }) }],
  logAlbumAccess: [{ what: 'a private album shared with member', input: id((w) => w.albums.locked), expect: { ...onlyFor(['member', 'owner'], 200, 403), blocked: 404, user: 403 } }],
  readAlbumLog: [{ what: 'the owner’s album', input: id((w) => w.albums.locked), expect: onlyFor(['owner'], 200) }],
  deleteAlbumShare: [{ what: 'the owner’s share', input: id((w) => w.albums.share), expect: onlyFor(['owner'], 200) }],
  deleteAlbum: [{ what: 'the owner’s album', input: id((w) => w.albums.open), expect: onlyFor(['owner'], 200) }],
  listDrive: [{ what: 'one’s own', input: none, expect: members(200) }],
  deleteMedia: [{ what: 'a photo of the owner', input: id((w) => w.albums.openPhoto), expect: onlyFor(['owner'], 200, 403) }],
  getSharing: [{ what: 'toward the owner, never set', input: id((w) => w.owner.accountId), expect: members(404, { owner: 400 }) }],
  getIncomingSharing: [{ what: 'from the owner', input: id((w) => w.owner.accountId), expect: members(200, { blocked: 404, owner: 400 }) }],
  // the link of an earlier row made relations of all but the blocked
  setSharing: [
    { what: 'toward the owner', input: (w) => ({ params: { id: w.owner.accountId }, body: { shareNames: true, shareEvents: false, shareAllPrivateAlbums: false, sharedAlbumIds: [] } }), expect: members(200, { blocked: 403, owner: 400 }) },
    { what: 'toward nobody', input: () => ({ params: { id: newId() }, body: { shareNames: true, shareEvents: false, shareAllPrivateAlbums: false, sharedAlbumIds: [] } }), expect: members(403) },
  ],
  listOutgoingSharing: [{ what: 'one’s own', input: none, expect: members(200) }],
  listExposure: [{ what: 'one’s own', input: none, expect: members(200) }],
  cutExposure: [{ what: 'one’s own, toward the owner', input: (w) => ({ body: { account_id: w.owner.accountId } }), expect: members(200) }],
  listBlocks: [{ what: 'one’s own', input: none, expect: members(200) }],
  report: [
    { what: 'the owner’s profile', input: (w) => ({ body: { kind: 'profile', id: w.owner.accountId, reason: 'spam' } }), expect: members(201, { blocked: 404, owner: 400 }) },
    { what: 'a message of the owner', input: (w) => ({ body: { kind: 'message', id: w.message, reason: 'spam' } }), expect: members(404, { member: 201, owner: 400 }) },
    { what: 'a photo of the direct conversation', input: (w) => ({ body: { kind: 'photo', id: w.photo, reason: 'other' } }), expect: members(404, { member: 201, owner: 400 }) },
  ],
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
  // at the end: they end relations
  endRelation: [{ what: 'nobody', input: () => ({ params: { id: newId() } }), expect: members(404) }],
  block: [{ what: 'nobody', input: () => ({ params: { id: newId() } }), expect: members(404) }, { what: 'oneself', input: (w, role) => ({ params: { id: role === 'anonymous' || role === 'user' ? newId() : w.members[role].accountId } }), expect: members(400) }],
  unblock: [{ what: 'whom one does not block', input: () => ({ params: { id: newId() } }), expect: members(404) }],
  logout: [{ what: 'without a cookie', input: none, expect: all(200) }],
}
