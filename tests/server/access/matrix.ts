import { ROLES, type Role, type World } from '../../support/world/world'
import { maskedIdOf, newId } from '../../../server/tokens'
import { createPuzzle } from '../../../server/moderation/puzzle'
import { solved } from '../../support/world/notice'
import { profile } from '../../support/world/profiles'

/** One question put to a route by every role, and the status each must get. */
export interface Case {
  readonly what: string
  readonly input: (
    w: World,
    role: Role,
  ) => { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
  readonly expect: Readonly<Record<Role, number>>
}

const all = (status: number): Record<Role, number> =>
  Object.fromEntries(ROLES.map((r) => [r, status])) as Record<Role, number>
/** Every member gets `status`, a user without account 403, an anonymous caller 401. */
const members = (
  status: number,
  except: Partial<Record<Role, number>> = {},
): Record<Role, number> => ({ ...all(status), anonymous: 401, user: 403, ...except })
/** Only these roles get `status`; other members get `other` (404: as if it did not exist). */
const onlyFor = (roles: readonly Role[], status: number, other = 404): Record<Role, number> =>
  members(other, Object.fromEntries(roles.map((r) => [r, status])) as Partial<Record<Role, number>>)
const none = (): Record<string, never> => ({})
const id = (pick: (w: World) => string) => (w: World) => ({ params: { id: pick(w) } })
const message = (w: World, role: Role, pick: (w: World) => string) => ({
  params: { id: pick(w) },
  body: {
    content: 'Essai',
    sender_identity_id:
      role === 'anonymous' || role === 'user' ? newId() : (w.members[role].identityIds[0] ?? null),
    client_msg_id: newId(),
  },
})
const identityOf = (w: World, role: Role): string =>
  role === 'anonymous' || role === 'user' ? newId() : (w.members[role].identityIds[0] ?? '')

const PASSKEY = { id: 'abc', rawId: 'abc', type: 'public-key' }
const PASSKEY_MADE = { ...PASSKEY, response: { clientDataJSON: 'abc', attestationObject: 'abc' } }
const PASSKEY_SIGNED = {
  ...PASSKEY,
  response: { clientDataJSON: 'abc', authenticatorData: 'abc', signature: 'abc' },
}

/** Route id → its cases. A route of the server without a row here fails the test, and so does a row without a route. */
export const MATRIX: Readonly<Record<string, readonly Case[]>> = {
  config: [{ what: 'public configuration', input: none, expect: all(200) }],
  register: [{ what: 'an empty form', input: () => ({ body: {} }), expect: all(400) }],
  login: [
    {
      what: 'a wrong password',
      input: () => ({ body: { email: 'x@test.invalid', password: 'faux' } }),
      expect: all(401),
    },
  ],
  refresh: [{ what: 'no cookie', input: none, expect: all(401) }],
  verifyEmail: [
    {
      what: 'an unknown token',
      input: () => ({ body: { token: 'x'.repeat(43) } }),
      expect: all(400),
    },
  ],
  resendVerification: [
    {
      what: 'an unknown e-mail',
      input: () => ({ body: { email: 'x@test.invalid' } }),
      expect: all(202),
    },
  ],
  forgotPassword: [
    {
      what: 'an unknown e-mail',
      input: () => ({ body: { email: 'x@test.invalid' } }),
      expect: all(202),
    },
  ],
  resetPassword: [
    {
      what: 'an unknown token',
      input: () => ({ body: { token: 'x'.repeat(43), password: 'un-bon-mot-de-passe' } }),
      expect: all(400),
    },
  ],
  readStaffLink: [
    {
      what: 'an unknown token',
      input: () => ({ body: { token: 'x'.repeat(43) } }),
      expect: all(400),
    },
  ],
  followStaffLink: [
    {
      what: 'an unknown token',
      input: () => ({
        body: { token: 'x'.repeat(43), name: 'Clé', credential: PASSKEY_MADE },
      }),
      expect: all(400),
    },
  ],
  me: [{ what: 'oneself', input: none, expect: { ...all(200), anonymous: 401 } }],
  checkAccount: [{ what: 'oneself', input: none, expect: { ...all(200), anonymous: 401 } }],
  listSessions: [{ what: 'one’s own', input: none, expect: { ...all(200), anonymous: 401 } }],
  closeSession: [
    {
      what: 'nobody’s',
      input: () => ({ params: { id: newId() } }),
      expect: { ...all(404), anonymous: 401 },
    },
  ],
  closeOtherSessions: [{ what: 'one’s own', input: none, expect: { ...all(200), anonymous: 401 } }],
  listLogins: [{ what: 'one’s own', input: none, expect: members(200) }],
  endLogin: [
    {
      what: 'of another account, with the right password',
      input: (w) => ({
        params: { id: w.members.relation.userId },
        body: { password: 'un-bon-mot-de-passe' },
      }),
      // the only login of its account is the first one
      expect: members(404, { relation: 403 }),
    },
    {
      what: 'with a wrong password',
      input: () => ({ params: { id: newId() }, body: { password: 'faux' } }),
      expect: members(403),
    },
  ],
  changePassword: [
    {
      what: 'with a wrong password',
      input: () => ({ body: { current: 'faux', password: 'trois-hiboux-sous-la-lune' } }),
      expect: { ...all(403), anonymous: 401 },
    },
  ],
  changeEmail: [
    {
      what: 'with a wrong password',
      input: () => ({ body: { password: 'faux', email: 'autre@test.invalid' } }),
      expect: { ...all(403), anonymous: 401 },
    },
  ],
  confirmNewEmail: [
    {
      what: 'an unknown token',
      input: () => ({ body: { token: 'x'.repeat(43) } }),
      expect: all(400),
    },
  ],
  listPasskeys: [{ what: 'one’s own', input: none, expect: { ...all(200), anonymous: 401 } }],
  newPasskey: [
    {
      what: 'with a wrong password',
      input: () => ({ body: { password: 'faux' } }),
      expect: { ...all(403), anonymous: 401 },
    },
  ],
  addPasskey: [
    {
      what: 'one that nobody asked for',
      input: () => ({ body: { name: 'Clé', credential: PASSKEY_MADE } }),
      expect: all(401),
    },
  ],
  renamePasskey: [
    {
      what: 'nobody’s',
      input: () => ({ params: { id: newId() }, body: { name: 'Clé' } }),
      expect: { ...all(404), anonymous: 401 },
    },
  ],
  removePasskey: [
    {
      what: 'with a wrong password',
      input: () => ({ params: { id: newId() }, body: { password: 'faux' } }),
      expect: { ...all(403), anonymous: 401 },
    },
  ],
  setSecondFactor: [
    {
      what: 'with a wrong password',
      input: () => ({ body: { on: true, password: 'faux' } }),
      expect: { ...all(403), anonymous: 401 },
    },
  ],
  newRecoveryCodes: [
    {
      what: 'with a wrong password',
      input: () => ({ body: { password: 'faux' } }),
      expect: { ...all(403), anonymous: 401 },
    },
  ],
  passkeyQuestion: [{ what: 'whoever one is', input: none, expect: all(200) }],
  passkeyLogin: [
    {
      what: 'an unknown passkey',
      input: () => ({ body: { credential: PASSKEY_SIGNED } }),
      expect: all(401),
    },
  ],
  recoveryLogin: [
    {
      what: 'an unknown ticket',
      input: () => ({ body: { ticket: 'x'.repeat(43), code: 'aaaaa-aaaaa' } }),
      expect: all(401),
    },
  ],
  createAccount: [
    {
      what: 'a second account',
      input: (_w, role) => ({
        body: {
          account_handle: `nouveau_${role}`,
          identities: [
            { identity_handle: `nouveau_${role}`, gender: 'other', is_primary: role !== 'user' },
          ],
        },
      }),
      // the user without account is refused for the identities only: it stays without account for the other rows
      expect: { ...all(409), anonymous: 401, user: 400 },
    },
  ],
  checkHandle: [
    {
      what: 'who has an account already has no use for it',
      input: () => ({ body: { handle: 'proprio' } }),
      expect: { ...all(409), anonymous: 401, user: 200 },
    },
  ],
  getAccount: [
    {
      what: 'the owner’s account',
      input: id((w) => w.owner.accountId),
      expect: members(200, { blocked: 404 }),
    },
    { what: 'nobody’s account', input: () => ({ params: { id: newId() } }), expect: members(404) },
  ],
  getIdentities: [
    {
      what: 'the owner’s identities',
      input: id((w) => w.owner.accountId),
      expect: members(200, { blocked: 404 }),
    },
  ],
  setAvatar: [
    {
      what: 'the owner’s photo as one’s avatar',
      input: (w) => ({ body: { mediaId: w.avatar } }),
      expect: onlyFor(['owner'], 200, 403),
    },
  ],
  createJoinLink: [
    { what: 'a member link', input: () => ({ body: { kind: 'member' } }), expect: members(201) },
  ],
  listJoinLinks: [{ what: 'one’s own', input: none, expect: members(200) }],
  readJoinLink: [
    {
      what: 'the owner’s link',
      input: (w) => ({ params: { token: w.linkToken } }),
      expect: all(200),
    },
  ],
  // before the next row makes relations of everybody
  listHeld: [
    {
      what: 'of the group',
      input: id((w) => w.group),
      expect: onlyFor(['owner', 'member'], 200),
    },
  ],
  setFourHands: [
    {
      what: 'of the group; its other member has no second identity',
      input: (w) => ({ params: { id: w.group }, body: { on: true } }),
      expect: members(404, { owner: 200, member: 409 }),
    },
  ],
  openBrief: [
    {
      what: 'of nobody',
      input: () => ({ params: { id: newId() }, body: { view_id: newId() } }),
      expect: members(404),
    },
  ],
  approveHeld: [
    {
      what: 'of the owner’s account, another revision',
      input: (w) => ({ params: { id: w.held }, body: { revision: 0 } }),
      expect: onlyFor(['owner'], 409),
    },
  ],
  amendHeld: [
    {
      what: 'of the owner’s account, as both',
      input: (w) => ({ params: { id: w.held }, body: { revision: 0, content: 'Essai' } }),
      expect: onlyFor(['owner'], 403),
    },
  ],
  takeBackHeld: [
    {
      what: 'of the owner’s account',
      input: id((w) => w.held),
      expect: onlyFor(['owner'], 200),
    },
  ],
  approveAnswer: [
    {
      what: 'where nothing waits',
      input: (w) => ({ params: { id: w.events.open }, body: { revision: 1 } }),
      expect: members(403, { member: 404, owner: 404, blocked: 404 }),
    },
  ],
  takeBackAnswer: [
    {
      what: 'where nothing waits',
      input: id((w) => w.events.open),
      expect: members(403, { member: 200, owner: 200, blocked: 404 }),
    },
  ],
  listRequestsByCode: [{ what: 'one’s own', input: none, expect: members(200) }],
  getAnswersTogether: [{ what: 'one’s own', input: none, expect: members(200) }],
  setAnswersTogether: [
    {
      what: 'only the owner has a second identity',
      input: () => ({ body: { on: false } }),
      expect: members(409, { owner: 200 }),
    },
  ],
  getWishes: [
    {
      what: 'with the owner',
      input: id((w) => w.owner.accountId),
      expect: members(404, { relation: 200 }),
    },
  ],
  acceptJoinLink: [
    {
      what: 'the owner’s link',
      input: (w) => ({ params: { token: w.linkToken } }),
      expect: members(200, { blocked: 404, owner: 409, user: 403 }),
    },
  ],
  revokeJoinLink: [
    { what: 'the owner’s link', input: id((w) => w.linkId), expect: onlyFor(['owner'], 200) },
  ],
  listRelations: [{ what: 'one’s own', input: none, expect: members(200) }],
  uploadMedia: [{ what: 'no file', input: none, expect: members(400) }],
  mediaUrl: [
    {
      what: 'a photo of the direct conversation',
      input: id((w) => w.photo),
      expect: onlyFor(['member', 'owner'], 200),
    },
    {
      what: 'a photo that was not sent',
      input: id((w) => w.unsent),
      expect: onlyFor(['owner'], 200),
    },
    {
      what: 'the owner’s avatar',
      input: id((w) => w.avatar),
      expect: members(200, { blocked: 404 }),
    },
  ],
  mediaThumbnail: [
    {
      what: 'a photo of the direct conversation',
      input: id((w) => w.photo),
      expect: onlyFor(['member', 'owner'], 200),
    },
  ],
  // invisible ids are left out of the reply; media.test.ts checks the content
  mediaUrls: [
    {
      what: 'a photo of the direct conversation',
      input: (w) => ({ body: { items: [{ id: w.photo, variant: 'full' }] } }),
      expect: members(200),
    },
  ],
  getProfile: [
    {
      what: 'the owner’s profile',
      input: id((w) => w.owner.accountId),
      expect: members(200, { blocked: 404 }),
    },
    { what: 'nobody’s profile', input: () => ({ params: { id: newId() } }), expect: members(404) },
  ],
  saveProfile: [
    { what: 'one’s own', input: () => ({ body: { data: profile() } }), expect: members(200) },
  ],
  patchAccount: [
    {
      what: 'the owner’s',
      input: (w) => ({ params: { id: w.owner.accountId }, body: { data: profile() } }),
      expect: onlyFor(['owner'], 200, 403),
    },
  ],
  patchAvatar: [
    {
      what: 'the owner’s photo as the owner’s avatar',
      input: (w) => ({ params: { id: w.owner.accountId }, body: { media_id: w.avatar } }),
      expect: onlyFor(['owner'], 200, 403),
    },
  ],
  setIdentityAvatar: [
    {
      what: 'an identity of the owner',
      input: (w) => ({ params: { id: w.owner.identityIds[1] ?? '' }, body: { mediaId: null } }),
      expect: onlyFor(['owner'], 200, 403),
    },
  ],
  addPublicPhotos: [
    {
      what: 'the owner’s avatar',
      input: (w) => ({ body: { media_ids: [w.avatar] } }),
      expect: onlyFor(['owner'], 201, 403),
    },
  ],
  listAccountPhotos: [
    {
      what: 'the owner’s',
      input: id((w) => w.owner.accountId),
      expect: members(200, { blocked: 404 }),
    },
  ],
  listPublicPhotos: [
    {
      what: 'the owner’s',
      input: id((w) => w.owner.accountId),
      expect: members(200, { blocked: 404 }),
    },
  ],
  listOwnPhotos: [{ what: 'one’s own', input: none, expect: members(200) }],
  movePhotos: [
    {
      what: 'the owner’s',
      input: (w) => ({
        params: { id: w.owner.accountId },
        body: { positions: [{ id: w.avatar, position: 0 }] },
      }),
      expect: onlyFor(['owner'], 200, 403),
    },
  ],
  removePhoto: [
    {
      what: 'the owner’s',
      input: (w) => ({ params: { id: w.owner.accountId, photoId: w.avatar } }),
      expect: onlyFor(['owner'], 200, 403),
    },
  ],
  getFeelings: [
    {
      what: 'one’s own about the owner',
      input: id((w) => w.owner.accountId),
      expect: members(200, { blocked: 404, owner: 400 }),
    },
  ],
  saveFeelings: [
    {
      what: 'one’s own about the owner',
      input: (w, role) => ({
        params: { id: w.owner.accountId },
        body: {
          global_comment: null,
          identity_feelings: { [identityOf(w, role)]: { feeling: 50, comment: null } },
        },
      }),
      expect: members(200, { blocked: 404, owner: 400 }),
    },
    {
      what: 'in the name of the owner’s identity',
      input: (w) => ({
        params: { id: w.members.left.accountId },
        body: {
          global_comment: null,
          identity_feelings: { [w.owner.identityIds[0] ?? '']: { feeling: 50, comment: null } },
        },
      }),
      expect: members(403, { left: 400, owner: 200 }),
    },
  ],
  searchPlaces: [
    { what: 'a city', input: () => ({ query: { input: 'lyon' } }), expect: members(200) },
  ],
  placeDetails: [
    { what: 'a city', input: () => ({ query: { place_id: '69123' } }), expect: members(200) },
    { what: 'nowhere', input: () => ({ query: { place_id: '00000' } }), expect: members(404) },
  ],
  listConversations: [{ what: 'one’s own', input: none, expect: members(200) }],
  searchConversations: [
    { what: 'one’s own', input: () => ({ query: { q: 'proprio' } }), expect: members(200) },
  ],
  searchMembers: [
    {
      what: 'among those one knows',
      input: () => ({ query: { q: 'prop', type: 'participants' } }),
      expect: members(200),
    },
  ],
  getConversation: [
    {
      what: 'a direct conversation',
      input: id((w) => w.direct),
      expect: onlyFor(['member', 'owner'], 200),
    },
    { what: 'a group', input: id((w) => w.group), expect: onlyFor(['member', 'owner'], 200) },
  ],
  startConversation: [
    {
      what: 'with the owner',
      input: () => ({ body: { handle: 'proprio' } }),
      expect: members(200, { blocked: 404, owner: 400 }),
    },
    {
      what: 'with nobody',
      input: () => ({ body: { handle: 'inexistant' } }),
      expect: members(404),
    },
  ],
  listMessages: [
    {
      what: 'a direct conversation',
      input: id((w) => w.direct),
      expect: onlyFor(['member', 'owner'], 200),
    },
    { what: 'a group', input: id((w) => w.group), expect: onlyFor(['member', 'owner'], 200) },
  ],
  sendMessage: [
    {
      what: 'to a direct conversation',
      input: (w, role) => message(w, role, (x) => x.direct),
      expect: onlyFor(['member', 'owner'], 201),
    },
    {
      what: 'to a group',
      input: (w, role) => message(w, role, (x) => x.group),
      expect: onlyFor(['member', 'owner'], 201),
    },
  ],
  markRead: [
    {
      what: 'a direct conversation',
      input: (w, role) => ({ params: { id: w.direct }, body: { identityId: identityOf(w, role) } }),
      expect: onlyFor(['member', 'owner'], 200),
    },
    {
      what: 'a group, up to a message of the direct conversation',
      input: (w, role) => ({
        params: { id: w.group },
        body: { identityId: identityOf(w, role), up_to: w.message },
      }),
      expect: members(404),
    },
  ],
  syncConversation: [
    {
      what: 'a direct conversation',
      input: (w) => ({ params: { id: w.direct }, query: { since: '2020-01-01T00:00:00.000Z' } }),
      expect: onlyFor(['member', 'owner'], 200),
    },
  ],
  setReaction: [
    {
      what: 'to a message of the direct conversation',
      input: (w, role) => ({
        params: { id: w.message },
        body: { emoji: '👍', identity_id: identityOf(w, role) },
      }),
      expect: onlyFor(['member', 'owner'], 200),
    },
    {
      what: 'in the name of the owner’s identity',
      input: (w) => ({
        params: { id: w.message },
        body: { emoji: '👍', identity_id: w.owner.identityIds[0] ?? '' },
      }),
      expect: onlyFor(['owner'], 200, 403),
    },
  ],
  removeReaction: [
    {
      what: 'from a message of the direct conversation',
      input: id((w) => w.message),
      expect: onlyFor(['member', 'owner'], 200),
    },
  ],
  sayTyping: [
    {
      what: 'in a direct conversation',
      input: (w, role) => ({
        params: { id: w.direct },
        body: { identity_id: identityOf(w, role), isTyping: true },
      }),
      expect: onlyFor(['member', 'owner'], 200),
    },
  ],
  setConversationSettings: [
    {
      what: 'of a direct conversation',
      input: (w) => ({ params: { id: w.direct }, body: { muted: true } }),
      expect: onlyFor(['member', 'owner'], 200),
    },
  ],
  listPhotos: [
    {
      what: 'of a direct conversation',
      input: id((w) => w.direct),
      expect: onlyFor(['member', 'owner'], 200),
    },
    { what: 'of a group', input: id((w) => w.group), expect: onlyFor(['member', 'owner'], 200) },
  ],
  searchMessages: [
    {
      what: 'in a direct conversation',
      input: (w) => ({ params: { id: w.direct }, query: { q: 'bonsoir' } }),
      expect: onlyFor(['member', 'owner'], 200),
    },
    {
      what: 'below a message that one may not read',
      input: (w, role) => ({
        params: { id: role === 'member' || role === 'owner' ? w.direct : newId() },
        query: { q: 'bonsoir', before: w.message },
      }),
      expect: onlyFor(['member', 'owner'], 200),
    },
  ],
  searchAllMessages: [
    { what: 'one’s own', input: () => ({ query: { q: 'bonsoir' } }), expect: members(200) },
    {
      what: 'below a message that one may not read',
      input: (w) => ({ query: { q: 'bonsoir', before: w.message } }),
      expect: onlyFor(['member', 'owner'], 200),
    },
  ],
  getUserPreferences: [{ what: 'one’s own', input: none, expect: { ...all(200), anonymous: 401 } }],
  saveUserPreferences: [
    {
      what: 'one’s own',
      input: () => ({ body: { pushNotifications: true } }),
      expect: { ...all(200), anonymous: 401 },
    },
  ],
  pushSetup: [{ what: 'where devices register', input: none, expect: members(200) }],
  pushAuth: [
    {
      what: 'a token for the owner’s account',
      input: (w) => ({ query: { user_id: w.owner.accountId } }),
      expect: onlyFor(['owner'], 200, 403),
    },
  ],
  currentPushDevice: [
    {
      what: 'an unknown device',
      input: () => ({ query: { deviceId: 'web-inconnu' } }),
      expect: members(200),
    },
  ],
  subscribePush: [
    {
      what: 'an unknown device for oneself',
      input: (w, role) => ({
        body: {
          deviceId: 'web-inconnu',
          interests: [`identity-${identityOf(w, role)}`],
          identityId: identityOf(w, role),
          platform: 'web',
          userAgent: 'Essai',
        },
      }),
      expect: members(404),
    },
    {
      what: 'the owner’s interest',
      input: (w, role) => ({
        body: {
          deviceId: 'web-inconnu',
          interests: [`account-${w.owner.accountId}`],
          identityId: identityOf(w, role),
          platform: 'web',
          userAgent: 'Essai',
        },
      }),
      expect: onlyFor(['owner'], 404, 403),
    },
  ],
  unsubscribePush: [
    {
      what: 'an unknown device',
      input: () => ({ body: { deviceId: 'web-inconnu' } }),
      expect: members(200),
    },
  ],
  saveWebPush: [
    {
      what: 'an endpoint of no push service',
      input: (w, role) => ({
        body: {
          endpoint: 'https://exemple.invalid/push',
          keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
          origin: 'https://exemple.invalid',
          userAgent: 'Essai',
          platform: 'ios',
          identityId: identityOf(w, role),
        },
      }),
      expect: members(400),
    },
  ],
  listWebPush: [{ what: 'one’s own', input: none, expect: members(200) }],
  deleteWebPush: [
    {
      what: 'an unknown endpoint',
      input: () => ({ query: { endpoint: 'https://exemple.invalid/push' } }),
      expect: members(200),
    },
  ],
  updatePreferences: [
    { what: 'one’s own', input: () => ({ body: { typing: true } }), expect: members(200) },
  ],
  listAlbums: [
    {
      what: 'the owner’s albums',
      input: (w) => ({ query: { accountId: w.owner.accountId, includePrivate: 'true' } }),
      expect: members(200, { blocked: 404 }),
    },
  ],
  createAlbum: [
    { what: 'one’s own', input: () => ({ body: { name: 'Essai' } }), expect: members(201) },
  ],
  updateAlbum: [
    {
      what: 'the owner’s album',
      input: (w) => ({ params: { id: w.albums.open }, body: { name: 'Vacances' } }),
      expect: onlyFor(['owner'], 200),
    },
  ],
  listAlbumMedia: [
    {
      what: 'a public album',
      input: id((w) => w.albums.open),
      expect: members(200, { blocked: 404 }),
    },
    {
      what: 'a private album shared with member',
      input: id((w) => w.albums.locked),
      expect: { ...onlyFor(['member', 'owner'], 200, 403), blocked: 404, user: 403 },
    },
  ],
  addAlbumMedia: [
    {
      what: 'a photo into the owner’s album',
      input: (w) => ({ params: { id: w.albums.open }, body: { mediaIds: [w.albums.lockedPhoto] } }),
      expect: onlyFor(['owner'], 201),
    },
  ],
  removeAlbumMedia: [
    {
      what: 'it out again',
      input: (w) => ({ params: { id: w.albums.open, mediaId: w.albums.lockedPhoto } }),
      expect: onlyFor(['owner'], 200),
    },
  ],
  moveAlbumMedia: [
    {
      what: 'the owner’s album',
      input: (w) => ({
        params: { id: w.albums.open },
        body: { positions: [{ mediaId: w.albums.openPhoto, position: 3 }] },
      }),
      expect: onlyFor(['owner'], 200),
    },
  ],
  askAlbum: [
    {
      what: 'the owner’s private album, which member sees already',
      input: (w) => ({
        body: {
          account_id: w.owner.accountId,
          album_id: maskedIdOf(w.t.ctx.secret, 'album', w.albums.locked),
        },
      }),
      // all but the blocked one have a conversation with the owner by now
      expect: members(204, { member: 404, blocked: 404, owner: 404 }),
    },
  ],
  listAlbumRequests: [{ what: 'one’s own', input: none, expect: members(200) }],
  answerAlbumRequest: [
    {
      what: 'nobody’s request',
      input: () => ({ params: { id: newId() }, body: { answer: 'hour' } }),
      expect: members(404),
    },
  ],
  listAlbumShares: [{ what: 'one’s own', input: none, expect: members(200) }],
  createAlbumShare: [
    {
      what: 'the owner’s album with oneself',
      input: (w, role) => ({
        body: {
          album_id: w.albums.locked,
          account_id:
            role === 'anonymous' || role === 'user' || role === 'owner'
              ? w.members.member.accountId
              : w.members[role].accountId,
        },
      }),
      expect: onlyFor(['owner'], 201),
    },
  ],
  updateAlbumShare: [
    {
      what: 'the owner’s share',
      input: (w) => ({ params: { id: w.albums.share }, body: { expires_at: null } }),
      expect: onlyFor(['owner'], 200),
    },
  ],
  albumAccess: [
    {
      what: 'a private album shared with member',
      input: id((w) => w.albums.locked),
      expect: members(200, { blocked: 404 }),
    },
  ],
  logAlbumAccess: [
    {
      what: 'a private album shared with member',
      input: id((w) => w.albums.locked),
      expect: { ...onlyFor(['member', 'owner'], 204, 403), blocked: 404, user: 403 },
    },
  ],
  readAlbumLog: [
    {
      what: 'the owner’s album',
      input: id((w) => w.albums.locked),
      expect: onlyFor(['owner'], 200),
    },
  ],
  deleteAlbumShare: [
    {
      what: 'the owner’s share',
      input: id((w) => w.albums.share),
      expect: onlyFor(['owner'], 200),
    },
  ],
  deleteAlbum: [
    { what: 'the owner’s album', input: id((w) => w.albums.open), expect: onlyFor(['owner'], 200) },
  ],
  listDrive: [{ what: 'one’s own', input: none, expect: members(200) }],
  deleteMedia: [
    {
      what: 'a photo of the owner',
      input: id((w) => w.albums.openPhoto),
      expect: onlyFor(['owner'], 200, 403),
    },
  ],
  getSharing: [
    {
      what: 'toward the owner, never set',
      input: id((w) => w.owner.accountId),
      expect: members(404, { owner: 400 }),
    },
  ],
  getIncomingSharing: [
    {
      what: 'from the owner',
      input: id((w) => w.owner.accountId),
      expect: members(200, { blocked: 404, owner: 400 }),
    },
  ],
  // the link of an earlier row made relations of all but the blocked
  setSharing: [
    {
      what: 'toward the owner',
      input: (w) => ({
        params: { id: w.owner.accountId },
        body: {
          shareNames: true,
          shareEvents: false,
          shareAllPrivateAlbums: false,
          sharedAlbumIds: [],
        },
      }),
      expect: members(200, { blocked: 403, owner: 400 }),
    },
    {
      what: 'toward nobody',
      input: () => ({
        params: { id: newId() },
        body: {
          shareNames: true,
          shareEvents: false,
          shareAllPrivateAlbums: false,
          sharedAlbumIds: [],
        },
      }),
      expect: members(403),
    },
  ],
  listOutgoingSharing: [{ what: 'one’s own', input: none, expect: members(200) }],
  listExposure: [{ what: 'one’s own', input: none, expect: members(200) }],
  cutExposure: [
    {
      what: 'one’s own, toward the owner',
      input: (w) => ({ body: { account_id: w.owner.accountId } }),
      expect: members(200),
    },
  ],
  listBlocks: [{ what: 'one’s own', input: none, expect: members(200) }],
  saveWishes: [
    {
      what: 'with nobody',
      input: () => ({ params: { id: newId() }, body: { open: true, ratings: {} } }),
      expect: members(404),
    },
  ],
  listAgreements: [{ what: 'one’s own', input: none, expect: members(200) }],
  answerAgreement: [
    {
      what: 'on the owner’s photo',
      input: (w) => ({ params: { id: w.avatar }, body: { answer: 'yes' } }),
      expect: members(404, { owner: 403 }),
    },
    {
      what: 'not to be on the owner’s photo',
      input: (w) => ({ params: { id: w.avatar }, body: { answer: 'absent' } }),
      expect: members(404, { owner: 403 }),
    },
  ],
  getPeople: [
    {
      what: 'on the owner’s photo',
      input: (w) => ({ params: { id: w.avatar } }),
      expect: members(403, { owner: 200 }),
    },
  ],
  setPeople: [
    {
      what: 'on the owner’s photo',
      input: (w) => ({ params: { id: w.avatar }, body: { people: 'nobody' } }),
      expect: members(403, { owner: 200 }),
    },
  ],
  setIdentityCode: [
    {
      what: 'with a wrong password',
      input: () => ({ body: { password: 'faux', code: null } }),
      expect: members(403),
    },
  ],
  newIdentityPasskey: [
    {
      what: 'with a wrong password',
      input: () => ({ body: { password: 'faux' } }),
      expect: members(403),
    },
  ],
  addIdentityPasskey: [
    {
      what: 'one that no member asked for',
      input: () => ({ body: { name: 'Clé', credential: PASSKEY_MADE } }),
      // in both mode it would be of neither
      expect: members(401, { owner: 403 }),
    },
  ],
  removeIdentityPasskey: [
    {
      what: 'with a wrong password',
      input: () => ({ params: { id: newId() }, body: { password: 'faux' } }),
      expect: members(403),
    },
  ],
  askIdentityPasskey: [
    {
      what: 'of a person of the owner, who has none',
      input: (w) => ({ body: { identity_id: w.owner.identityIds[0] } }),
      expect: members(403, { owner: 409 }),
    },
  ],
  proveByPasskey: [
    {
      what: 'by one that no member asked for',
      input: (w) => ({ body: { identity_id: w.owner.identityIds[0], credential: PASSKEY_SIGNED } }),
      expect: members(401),
    },
  ],
  forgetIdentityCode: [
    {
      what: 'of a person of the owner, taken back',
      input: (w) => ({ body: { identity_id: w.owner.identityIds[0], on: false } }),
      expect: members(403, { owner: 200 }),
    },
  ],
  setLoginIdentity: [
    {
      what: 'as a person of the owner',
      input: (w) => ({ body: { identity_id: w.owner.identityIds[0] } }),
      // of its own account the only login is nobody’s in particular
      expect: members(403, { owner: 409 }),
    },
  ],
  getParting: [{ what: 'one’s own', input: none, expect: members(200) }],
  startParting: [
    {
      what: 'with a wrong password',
      input: () => ({ body: { kind: 'leave', password: 'faux' } }),
      expect: members(403),
    },
  ],
  cancelParting: [{ what: 'without one', input: none, expect: members(409) }],
  agreeToParting: [
    {
      what: 'with a wrong password',
      input: () => ({ body: { password: 'faux' } }),
      expect: members(403),
    },
  ],
  chooseInParting: [
    {
      what: 'without one',
      input: () => ({ body: { kind: 'photo', ids: [newId()], on: true } }),
      expect: members(409),
    },
  ],
  listPartingPhotos: [{ what: 'without one', input: none, expect: members(409) }],
  listPastTalks: [{ what: 'one’s own', input: none, expect: members(200) }],
  readPastTalk: [
    {
      what: 'a discussion of the owner',
      input: id((w) => w.direct),
      expect: members(404),
    },
  ],
  deletePastMessage: [
    {
      what: 'a message of the owner in the direct conversation',
      input: id((w) => w.message),
      expect: members(404),
    },
  ],
  listZones: [{ what: 'one’s own', input: none, expect: members(200) }],
  previewZone: [
    {
      what: 'one’s own relations',
      input: () => ({ query: { place_id: '45234', radius_km: '5' } }),
      expect: members(200),
    },
    {
      what: 'another radius',
      input: () => ({ query: { place_id: '45234', radius_km: '7' } }),
      expect: members(400),
    },
  ],
  addZone: [
    {
      what: 'an unknown commune',
      input: () => ({ body: { place_id: 'x', radius_km: 5 } }),
      expect: members(404),
    },
  ],
  removeZone: [
    { what: 'nobody’s', input: () => ({ params: { id: newId() } }), expect: members(404) },
  ],
  exceptFromZones: [
    {
      what: 'nobody’s',
      input: () => ({ params: { id: newId() }, body: { excepted: true } }),
      expect: members(403),
    },
  ],
  report: [
    {
      what: 'the owner’s profile',
      input: (w) => ({ body: { kind: 'profile', id: w.owner.accountId, reason: 'spam' } }),
      expect: members(201, { blocked: 404, owner: 400 }),
    },
    {
      what: 'a message of the owner',
      input: (w) => ({ body: { kind: 'message', id: w.message, reason: 'spam' } }),
      expect: members(404, { member: 201, owner: 400 }),
    },
    {
      what: 'a photo of the direct conversation',
      input: (w) => ({ body: { kind: 'photo', id: w.photo, reason: 'other' } }),
      expect: members(404, { member: 201, owner: 400 }),
    },
  ],
  listInvitedEvents: [{ what: 'one’s own', input: none, expect: members(200) }],
  listMyEvents: [{ what: 'one’s own', input: none, expect: members(200) }],
  listRelationEvents: [
    {
      what: 'of the owner, who shares none',
      input: id((w) => w.owner.accountId),
      expect: members(403, { blocked: 404, owner: 200 }),
    },
  ],
  getEvent: [
    {
      what: 'a published one by invitation',
      input: id((w) => w.events.open),
      expect: members(403, { member: 200, owner: 200, blocked: 404 }),
    },
    { what: 'a draft', input: id((w) => w.events.draft), expect: onlyFor(['owner'], 200) },
    { what: 'nobody’s', input: () => ({ params: { id: newId() } }), expect: members(404) },
  ],
  getEventBySlug: [
    {
      what: 'a published one by invitation',
      input: (w) => ({ params: { slug: w.events.slug } }),
      expect: members(404, { member: 200, owner: 200 }),
    },
  ],
  joinBySlug: [
    {
      what: 'a draft’s code',
      input: (w) => ({ body: { slug: w.events.draftSlug } }),
      expect: onlyFor(['owner'], 200),
    },
  ],
  createEvent: [
    {
      what: 'one’s own',
      input: () => ({
        body: { title: 'Essai', start_date: new Date(Date.now() + 1e9).toISOString() },
      }),
      expect: members(201),
    },
  ],
  updateEvent: [
    {
      what: 'the owner’s',
      input: (w) => ({ params: { id: w.events.open }, body: { title: 'Soirée' } }),
      expect: members(403, { owner: 200, blocked: 404 }),
    },
  ],
  duplicateEvent: [
    {
      what: 'the owner’s',
      input: (w) => ({
        params: { id: w.events.open },
        body: { start_date: new Date(Date.now() + 1e9).toISOString() },
      }),
      expect: members(403, { owner: 201, blocked: 404 }),
    },
  ],
  publishEvent: [
    {
      what: 'the owner’s',
      input: (w) => ({ params: { id: w.events.open }, body: { status: 'published' } }),
      expect: members(403, { owner: 200, blocked: 404 }),
    },
  ],
  subscribe: [
    {
      what: 'the owner’s',
      input: id((w) => w.events.open),
      expect: members(403, { member: 200, owner: 409, blocked: 404 }),
    },
  ],
  acceptEventRules: [
    {
      what: 'of the owner’s, which has none',
      input: (w) => ({
        params: { id: w.events.open },
        body: { rules_version: 1, accepted_by: [] },
      }),
      expect: members(403, { member: 409, owner: 409, blocked: 404 }),
    },
  ],
  addressSeen: [
    {
      what: 'of the owner’s, once it is revealed',
      input: id((w) => w.events.open),
      expect: members(403, { member: 200, owner: 200, blocked: 404 }),
    },
  ],
  listAddressViews: [
    {
      what: 'of the owner’s',
      input: id((w) => w.events.open),
      expect: members(403, { owner: 200, blocked: 404 }),
    },
  ],
  listRides: [
    {
      what: 'of the owner’s',
      input: id((w) => w.events.open),
      expect: members(403, { member: 200, owner: 200, blocked: 404 }),
    },
  ],
  getAfter: [
    {
      what: 'of the owner’s, before it has ended',
      input: id((w) => w.events.open),
      expect: members(403, { member: 409, owner: 409, blocked: 404 }),
    },
    {
      what: 'of the owner’s past one',
      input: id((w) => w.events.past),
      expect: members(403, { member: 200, owner: 200, blocked: 404 }),
    },
  ],
  sayHome: [
    {
      what: 'after the owner’s',
      input: (w) => ({ params: { id: w.events.past }, body: { home: true } }),
      expect: members(403, { member: 200, owner: 200, blocked: 404 }),
    },
  ],
  sayImpressions: [
    {
      what: 'of the owner’s, as a guest',
      input: (w) => ({
        params: { id: w.events.past },
        body: { impressions: { welcome: 3, respect: 3, again: 2 } },
      }),
      expect: members(403, { member: 200, owner: 409, blocked: 404 }),
    },
  ],
  chooseAgain: [
    {
      what: 'who was not there',
      input: (w) => ({ params: { id: w.events.past }, body: { account_id: newId(), yes: true } }),
      expect: members(403, { member: 404, owner: 404, blocked: 404 }),
    },
    {
      what: 'no longer',
      input: (w) => ({ params: { id: w.events.past }, body: { account_id: newId(), yes: false } }),
      expect: members(403, { member: 200, owner: 200, blocked: 404 }),
    },
  ],
  offerRide: [
    {
      what: 'to the owner’s',
      input: (w) => ({
        params: { id: w.events.open },
        body: { seats: 2, place_id: '45234', leaves_at: null },
      }),
      expect: members(403, { member: 200, owner: 200, blocked: 404 }),
    },
  ],
  withdrawRide: [
    {
      what: 'from the owner’s',
      input: id((w) => w.events.open),
      expect: members(403, { member: 200, owner: 200, blocked: 404 }),
    },
  ],
  remindInvited: [
    {
      what: 'of the owner’s',
      input: id((w) => w.events.open),
      expect: members(403, { owner: 200, blocked: 404 }),
    },
  ],
  refuseReminder: [
    {
      what: 'of the owner’s, once one takes part',
      input: id((w) => w.events.open),
      expect: members(403, { member: 409, owner: 409, blocked: 404 }),
    },
  ],
  reconfirm: [
    {
      what: 'to the owner’s, which has not asked',
      input: id((w) => w.events.open),
      expect: members(403, { member: 409, owner: 409, blocked: 404 }),
    },
  ],
  listEventReplies: [
    {
      what: 'of the owner’s',
      input: id((w) => w.events.open),
      expect: members(403, { owner: 200, blocked: 404 }),
    },
  ],
  revealLocation: [
    {
      what: 'the owner’s',
      input: id((w) => w.events.open),
      expect: members(403, { owner: 200, blocked: 404 }),
    },
  ],
  hideLocation: [
    {
      what: 'the owner’s draft',
      input: id((w) => w.events.draft),
      expect: onlyFor(['owner'], 200),
    },
  ],
  listEventParticipants: [
    {
      what: 'the owner’s',
      input: id((w) => w.events.open),
      expect: members(403, { member: 200, owner: 200, blocked: 404 }),
    },
  ],
  patchParticipant: [
    {
      what: 'the owner’s',
      input: (w) => ({
        params: { id: w.events.open },
        body: { participantId: w.events.participant, has_paid: true },
      }),
      expect: members(403, { owner: 200, blocked: 404 }),
    },
  ],
  hideMyself: [
    {
      what: 'in the owner’s',
      input: (w) => ({ params: { id: w.events.open }, body: { is_hidden: false } }),
      expect: members(403, { member: 200, owner: 409, blocked: 404 }),
    },
  ],
  inviteToEvent: [
    {
      what: 'to the owner’s',
      input: (w) => ({ params: { id: w.events.open }, body: { account_handle: 'inexistante' } }),
      expect: members(403, { owner: 200, blocked: 404 }),
    },
  ],
  listCoOrganizers: [
    {
      what: 'of the owner’s',
      input: id((w) => w.events.open),
      expect: members(403, { member: 200, owner: 200, blocked: 404 }),
    },
  ],
  addCoOrganizer: [
    {
      what: 'nobody to the owner’s',
      input: (w) => ({ params: { id: w.events.open }, body: { account_id: newId() } }),
      expect: members(403, { blocked: 404 }),
    },
  ],
  removeCoOrganizer: [
    {
      what: 'nobody from the owner’s',
      input: (w) => ({ params: { id: w.events.open, accountId: newId() } }),
      expect: members(403, { owner: 404, blocked: 404 }),
    },
    {
      what: 'oneself, who does not organize it',
      input: (w, role) => ({
        params: {
          id: w.events.open,
          accountId: role === 'anonymous' || role === 'user' ? newId() : w.members[role].accountId,
        },
      }),
      expect: members(403, { owner: 404, blocked: 404 }),
    },
  ],
  listEventRelations: [
    {
      what: 'for the owner’s',
      input: id((w) => w.events.open),
      expect: members(403, { owner: 200, blocked: 404 }),
    },
  ],
  listEventGroups: [
    {
      what: 'for the owner’s',
      input: id((w) => w.events.open),
      expect: members(403, { member: 200, owner: 200, blocked: 404 }),
    },
  ],
  startEventConversation: [
    {
      what: 'with the owner',
      input: (w) => ({ params: { id: w.events.open }, body: {} }),
      expect: members(403, { member: 200, owner: 200, blocked: 404 }),
    },
  ],
  checkEventConversation: [
    {
      what: 'with a participant',
      input: (w) => ({ params: { id: w.events.open, participantId: w.events.participant } }),
      expect: members(403, { member: 400, owner: 200, blocked: 404 }),
    },
  ],
  checkOrganizersConversation: [
    {
      what: 'with the owner',
      input: id((w) => w.events.open),
      expect: members(403, { member: 200, owner: 200, blocked: 404 }),
    },
  ],
  entryCode: [
    {
      what: 'of the owner’s',
      input: id((w) => w.events.open),
      expect: members(403, { member: 200, owner: 200, blocked: 404 }),
    },
  ],
  entryList: [
    {
      what: 'of the owner’s',
      input: id((w) => w.events.open),
      expect: members(403, { owner: 200, blocked: 404 }),
    },
  ],
  recordEntries: [
    {
      what: 'at the owner’s',
      input: (w) => ({
        params: { id: w.events.open },
        body: {
          entries: [
            {
              participant_id: w.events.participant,
              is_present: true,
              at: new Date().toISOString(),
            },
          ],
        },
      }),
      expect: members(403, { owner: 200, blocked: 404 }),
    },
  ],
  participantsCsv: [
    {
      what: 'of the owner’s',
      input: id((w) => w.events.open),
      expect: members(403, { owner: 200, blocked: 404 }),
    },
  ],
  eventIcs: [
    {
      what: 'of the owner’s',
      input: id((w) => w.events.open),
      expect: members(403, { member: 200, owner: 200, blocked: 404 }),
    },
  ],
  currentCalendarFeed: [{ what: 'one’s own', input: none, expect: members(200) }],
  calendarFeed: [
    { what: 'one’s own', input: () => ({ body: { discreet: true } }), expect: members(200) },
  ],
  endCalendarFeed: [{ what: 'one’s own', input: none, expect: members(200) }],
  readCalendarFeed: [
    {
      what: 'an unknown address',
      input: () => ({ params: { token: 'x'.repeat(43) } }),
      expect: all(404),
    },
  ],
  unsubscribe: [
    {
      what: 'from the owner’s',
      input: id((w) => w.events.open),
      expect: members(403, { member: 200, owner: 409, blocked: 404 }),
    },
  ],
  cancelEvent: [
    {
      what: 'the owner’s draft',
      input: id((w) => w.events.draft),
      expect: onlyFor(['owner'], 409),
    },
  ],
  deleteEvent: [
    {
      what: 'the owner’s draft',
      input: id((w) => w.events.draft),
      expect: onlyFor(['owner'], 200),
    },
  ],
  listNews: [{ what: 'one’s own', input: none, expect: members(200) }],
  countNews: [{ what: 'one’s own', input: none, expect: members(200) }],
  listPlaces: [
    {
      what: 'around Orléans',
      input: () => ({ query: { bbox: '47,1,48,3' } }),
      expect: members(200),
    },
  ],
  listRelationLocations: [
    {
      what: 'around Orléans',
      input: () => ({ query: { bbox: '47,1,48,3' } }),
      expect: members(200),
    },
  ],
  mapConfig: [{ what: 'the tiles', input: none, expect: members(200) }],
  presenceBootstrap: [{ what: 'one’s own circle', input: none, expect: members(200) }],
  presenceHeartbeat: [{ what: 'oneself', input: none, expect: members(200) }],
  presenceOffline: [
    { what: 'oneself', input: () => ({ body: { sessionId: 'onglet' } }), expect: members(200) },
  ],
  sendFeedback: [
    {
      what: 'a comment',
      input: () => ({ body: { content: 'Merci', url_path: '/news' } }),
      expect: members(201),
    },
  ],
  pusherAuth: [
    {
      what: 'the direct conversation',
      input: (w) => ({
        body: { socket_id: '1.1', channel_name: `private-conversation-${w.direct}` },
      }),
      expect: onlyFor(['member', 'owner'], 200, 403),
    },
    {
      what: 'the group',
      input: (w) => ({
        body: { socket_id: '1.1', channel_name: `private-conversation-${w.group}` },
      }),
      expect: onlyFor(['member', 'owner'], 200, 403),
    },
    {
      what: 'the owner’s account',
      input: (w) => ({
        body: { socket_id: '1.1', channel_name: `private-account-${w.owner.accountId}` },
      }),
      expect: onlyFor(['owner'], 200, 403),
    },
    {
      what: 'the owner’s system channel',
      input: (w) => ({
        body: { socket_id: '1.1', channel_name: `private-system-${w.owner.accountId}` },
      }),
      expect: onlyFor(['owner'], 200, 403),
    },
    {
      what: 'an identity of the owner',
      input: (w) => ({
        body: { socket_id: '1.1', channel_name: `private-identity-${w.owner.identityIds[1]}` },
      }),
      expect: onlyFor(['owner'], 200, 403),
    },
    // the link of an earlier row made relations of all but the blocked
    {
      what: 'the owner’s presence',
      input: (w) => ({
        body: { socket_id: '1.1', channel_name: `presence-account-${w.owner.accountId}` },
      }),
      expect: members(200, { blocked: 403 }),
    },
    {
      what: 'any other name',
      input: () => ({ body: { socket_id: '1.1', channel_name: 'private-everything' } }),
      expect: members(403),
    },
  ],
  // the link of an earlier row made relations of all but the blocked
  createGroup: [
    {
      what: 'with the owner (the owner: with a relation)',
      input: (w, role) => ({
        body: {
          title: 'Essai',
          account_ids: [role === 'owner' ? w.members.relation.accountId : w.owner.accountId],
        },
      }),
      expect: members(201, { blocked: 403 }),
    },
    {
      what: 'with nobody',
      input: () => ({ body: { title: 'Essai', account_ids: [newId()] } }),
      expect: members(403),
    },
  ],
  listParticipants: [
    { what: 'a group', input: id((w) => w.group), expect: onlyFor(['member', 'owner'], 200) },
    {
      what: 'a direct conversation',
      input: id((w) => w.direct),
      expect: onlyFor(['member', 'owner'], 200),
    },
  ],
  updateGroup: [
    {
      what: 'a group of the owner',
      input: (w) => ({ params: { id: w.group }, body: { title: 'Les voisins' } }),
      expect: { ...onlyFor(['owner'], 200), member: 403 },
    },
    {
      what: 'a direct conversation',
      input: (w) => ({ params: { id: w.direct }, body: { title: 'Nous' } }),
      expect: onlyFor(['member', 'owner'], 409),
    },
  ],
  addParticipants: [
    {
      what: 'a group of the owner',
      input: (w) => ({
        params: { id: w.group },
        body: { account_ids: [w.members.member.accountId] },
      }),
      expect: { ...onlyFor(['owner'], 200), member: 403 },
    },
  ],
  setAdmin: [
    {
      what: 'a group of the owner',
      input: (w) => ({
        params: { id: w.group },
        body: { account_id: w.members.member.accountId, is_admin: false },
      }),
      expect: { ...onlyFor(['owner'], 200), member: 403 },
    },
  ],
  removeParticipant: [
    {
      what: 'who is no longer in a group of the owner',
      input: (w) => ({ params: { id: w.group }, body: { account_id: w.members.left.accountId } }),
      expect: { ...onlyFor([], 200), member: 403 },
    },
  ],
  // the last one to leave ends it
  leaveConversation: [
    {
      what: 'a direct conversation',
      input: id((w) => w.direct),
      expect: onlyFor(['member', 'owner'], 409),
    },
    { what: 'a group', input: id((w) => w.group), expect: onlyFor(['member', 'owner'], 200) },
  ],
  editMessage: [
    {
      what: 'a message of the owner in the direct conversation',
      input: (w) => ({ params: { id: w.message }, body: { content: 'modifié' } }),
      expect: members(404, { member: 403, owner: 200 }),
    },
  ],
  deleteMessage: [
    {
      what: 'a message of the owner in the direct conversation',
      input: id((w) => w.message),
      expect: members(404, { member: 403, owner: 200 }),
    },
  ],
  // at the end: they end relations
  endRelation: [
    { what: 'nobody', input: () => ({ params: { id: newId() } }), expect: members(404) },
  ],
  block: [
    { what: 'nobody', input: () => ({ params: { id: newId() } }), expect: members(404) },
    {
      what: 'oneself',
      input: (w, role) => ({
        params: {
          id: role === 'anonymous' || role === 'user' ? newId() : w.members[role].accountId,
        },
      }),
      expect: members(400),
    },
  ],
  unblock: [
    {
      what: 'whom one does not block',
      input: () => ({ params: { id: newId() } }),
      expect: members(404),
    },
  ],
  exportData: [
    {
      what: 'with a wrong password',
      input: () => ({ body: { password: 'faux' } }),
      expect: members(403),
    },
  ],
  deleteAccount: [
    {
      what: 'with a wrong password',
      input: () => ({ body: { password: 'faux' } }),
      expect: members(403),
    },
  ],
  keepAccount: [{ what: 'one’s own', input: none, expect: members(200) }],

  // the desk does not exist for members; what staff may is in tests/server/moderation
  ...Object.fromEntries(
    [
      'staffMe',
      'startUnlock',
      'listTeam',
      'listAudit',
      'listCases',
      'staffFigures',
      'readSettings',
      'listAnnouncements',
      'instanceState',
      'sendTestMail',
      'sendTestPush',
    ].map((route) => [
      route,
      [{ what: 'a member', input: none, expect: { ...all(404), anonymous: 401 } }],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries<object>({
      saveSettings: { body: { registration: 'invitation' } },
      saveRules: { body: { version: 0, rules: [{ key: 'a', title: 'A', text: 'A' }] } },
      sendAnnouncement: { body: { text: 'Bonsoir' } },
      countRecipients: { body: { who: 'women', verified: true, department: '45' } },
      searchAccounts: { query: { q: 'proprio' } },
      endVerification: { params: { id: newId() }, body: { reason: 'essai' } },
      endAccountSessions: { params: { id: newId() }, body: { reason: 'essai' } },
      changeLoginEmail: {
        params: { id: newId() },
        body: { email: 'neuve@example.test', reason: 'essai' },
      },
      deleteAccountNow: { params: { id: newId() }, body: { reason: 'essai', handle: 'proprio' } },
    }).map(([route, input]) => [
      route,
      [{ what: 'a member', input: () => input, expect: { ...all(404), anonymous: 401 } }],
    ]),
  ),
  ...Object.fromEntries(
    [
      'removeStaff',
      'getCase',
      'claimCase',
      'releaseCase',
      'warnReporter',
      'staffAccount',
      'accountLogins',
      'cancelAnnouncement',
    ].map((route) => [
      route,
      [
        {
          what: 'a member',
          input: id((w) => w.owner.accountId),
          expect: { ...all(404), anonymous: 401 },
        },
      ],
    ]),
  ),
  unlockDesk: [
    {
      what: 'a member',
      input: () => ({ body: { code: '000000' } }),
      expect: { ...all(404), anonymous: 401 },
    },
  ],
  lockDesk: [
    { what: 'one that is not open', input: none, expect: { ...all(200), anonymous: 401 } },
  ],
  decideCase: [
    {
      what: 'a member',
      input: () => ({ params: { id: newId() }, body: { version: 1, measure: 'dismiss' } }),
      expect: { ...all(404), anonymous: 401 },
    },
  ],
  undoDecision: [
    {
      what: 'a member',
      input: () => ({ params: { id: newId() }, body: { reason: 'essai' } }),
      expect: { ...all(404), anonymous: 401 },
    },
  ],
  openEvidencePhoto: [
    {
      what: 'a member',
      input: () => ({ params: { id: newId(), position: '0' }, body: { reason: 'essai' } }),
      expect: { ...all(404), anonymous: 401 },
    },
  ],
  allowEvidencePhoto: [
    {
      what: 'a member',
      input: () => ({ params: { id: newId(), position: '0' } }),
      expect: { ...all(404), anonymous: 401 },
    },
  ],
  keepEvidence: [
    {
      what: 'a member',
      input: () => ({ params: { id: newId() }, body: { reason: 'essai' } }),
      expect: { ...all(404), anonymous: 401 },
    },
  ],
  tagCase: [
    {
      what: 'a case',
      input: () => ({ params: { id: newId() }, body: { tag: 'idea' } }),
      expect: { ...all(404), anonymous: 401 },
    },
  ],
  letHoldEnd: [
    {
      what: 'a case',
      input: () => ({ params: { id: newId() } }),
      expect: { ...all(404), anonymous: 401 },
    },
  ],
  endFreeze: [
    {
      what: 'a case',
      input: () => ({ params: { id: newId() }, body: { reason: 'essai' } }),
      expect: { ...all(404), anonymous: 401 },
    },
  ],
  freezeCase: [
    {
      what: 'a case',
      input: () => ({ params: { id: newId() }, body: { reason: 'essai' } }),
      expect: { ...all(404), anonymous: 401 },
    },
  ],
  exportCase: [
    {
      what: 'a member',
      input: () => ({ params: { id: newId() }, body: { reason: 'essai' } }),
      expect: { ...all(404), anonymous: 401 },
    },
  ],
  openOwnCase: [
    {
      what: 'a member',
      input: (w) => ({ params: { id: w.owner.accountId }, body: { reason: 'spam' } }),
      expect: { ...all(404), anonymous: 401 },
    },
  ],
  noticePuzzle: [{ what: 'everybody', input: none, expect: all(200) }],
  communityRules: [{ what: 'everybody', input: none, expect: all(200) }],
  registrationState: [{ what: 'everybody', input: none, expect: all(200) }],
  startAge: [
    { what: 'no proof is asked for', input: none, expect: { ...all(404), anonymous: 401 } },
  ],
  ageState: [
    {
      what: 'nobody’s check',
      input: () => ({ params: { id: newId() } }),
      expect: { ...all(404), anonymous: 401 },
    },
  ],
  browserAge: [
    {
      what: 'nobody’s check',
      input: () => ({ params: { id: newId() }, body: { vp_token: '{}' } }),
      expect: { ...all(404), anonymous: 401 },
    },
  ],
  walletAge: [
    {
      what: 'nobody’s check',
      input: () => ({ params: { id: newId() }, body: { vp_token: '{}' } }),
      expect: all(404),
    },
  ],
  finishAge: [
    {
      what: 'nobody’s check',
      input: () => ({
        params: { id: newId() },
        body: { over18: '1', at: '1', signature: 'a'.repeat(64) },
      }),
      expect: { ...all(404), anonymous: 401 },
    },
  ],
  enter: [
    { what: 'one’s own', input: () => ({ body: {} }), expect: { ...all(200), anonymous: 401 } },
  ],
  apply: [
    {
      what: 'who has an account',
      input: () => ({ body: { words: 'Nous aimerions entrer chez vous.' } }),
      expect: { ...all(409), anonymous: 401 },
    },
  ],
  listVouches: [{ what: 'one’s own', input: none, expect: members(200) }],
  answerVouch: [
    {
      what: 'for somebody who did not ask',
      input: (w) => ({ params: { id: w.owner.userId }, body: { vouch: true } }),
      expect: members(404),
    },
  ],
  myComments: [{ what: 'one’s own', input: none, expect: members(200) }],
  ownVerification: [{ what: 'one’s own', input: none, expect: members(200) }],
  startVerification: [
    { what: 'without a photo on the profile', input: none, expect: members(409, { owner: 201 }) },
  ],
  contestVerification: [{ what: 'without a refusal', input: none, expect: members(409) }],
  sendVerification: [
    { what: 'no file', input: () => ({ params: { id: newId() } }), expect: members(400) },
  ],
  withdrawVerification: [{ what: 'one’s own', input: none, expect: members(200) }],
  showMetCode: [
    {
      what: 'to the owner, where nobody is verified',
      input: (w) => ({ params: { id: w.owner.accountId } }),
      expect: members(404),
    },
  ],
  sayMet: [
    {
      what: 'of the owner, where nobody is verified',
      input: (w) => ({ params: { id: w.owner.accountId }, body: { code: '123456' } }),
      expect: members(404),
    },
  ],
  unsayMet: [
    {
      what: 'of the owner, who cannot be seen across a block',
      input: (w) => ({ params: { id: w.owner.accountId } }),
      expect: members(200, { blocked: 404 }),
    },
  ],
  acceptRules: [
    {
      what: 'the present version',
      input: () => ({ body: { version: 0 } }),
      expect: { ...all(200), anonymous: 401 },
    },
  ],
  myReports: [{ what: 'one’s own', input: none, expect: members(200) }],
  myDecisions: [{ what: 'one’s own', input: none, expect: members(200) }],
  appealDecision: [
    {
      what: 'nobody’s decision',
      input: () => ({ params: { id: newId() }, body: { text: 'Je conteste.' } }),
      expect: members(404),
    },
  ],
  sendNotice: [
    {
      what: 'about a handle, with a solved puzzle',
      input: (w) => ({
        body: {
          target: 'proprio',
          reason: 'impersonation',
          text: 'Ce profil montre mes photos.',
          goodFaith: true,
          proof: solved(createPuzzle(w.t.ctx)),
        },
      }),
      expect: all(201),
    },
    {
      what: 'without one',
      input: () => ({
        body: {
          target: 'proprio',
          reason: 'impersonation',
          text: 'Ce profil montre mes photos.',
          goodFaith: true,
          proof: '',
        },
      }),
      expect: all(409),
    },
  ],
  followNotice: [
    {
      what: 'an unknown code',
      input: () => ({ body: { code: 'aaaa-bbbb-cccc-dddd' } }),
      expect: all(404),
    },
  ],

  // ends the sessions of the callers
  logout: [{ what: 'without a cookie', input: none, expect: all(200) }],
}
