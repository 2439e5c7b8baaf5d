import { SLUG, type CanaryWorld, type Name } from '../support/canary-world'

export interface Asked { readonly params?: Record<string, string>; readonly query?: Record<string, string>; readonly body?: unknown }
/** What each caller asks of a route; a text: why it is not asked. */
export type Crawl = string | ((w: CanaryWorld, name: Name) => readonly Asked[])

const CHANGES = 'changes something: what it answers is the shape of a route that is asked'
const once: Crawl = () => [{}]
const ids = (...ids: readonly string[]): Asked[] => ids.map((id) => ({ params: { id } }))
/** The victim, oneself, and somebody whom the victim does not see. Never the concealed one: who knows its id knows it already. */
const accounts: Crawl = (w, name) => ids(w.who.victim.accountId, w.who.host.accountId, name === 'anonymous' ? w.who.victim.accountId : w.who[name].accountId)
const talks = (w: CanaryWorld) => ids(w.ids.direct, w.ids.group, w.ids.eventTalk, w.ids.organizersTalk)
const events: Crawl = (w) => ids(w.ids.evening, w.ids.draft, w.ids.party)
const albums: Crawl = (w) => ids(w.ids.albumOne, w.ids.albumTwo, w.ids.albumOpen)
const pictures = (w: CanaryWorld) => [w.ids.albumPhoto, w.ids.directPhoto, w.ids.unsent, w.ids.banner, w.ids.avatar, w.ids.shown]
const search: Crawl = () => [{ query: { q: 'zq' } }, { query: { q: 'z' } }, { query: { q: '' } }]
const withQuery = (list: readonly Asked[], ...queries: readonly Record<string, string>[]): Asked[] => list.flatMap((a) => queries.map((query) => ({ ...a, query })))
const AROUND = { bbox: '47,1,49,3' }
/** As near to the precise address as one can ask. */
const AT = { bbox: '47.913576,1.903455,47.913578,1.903457' }

/** Route id → what is asked. A route of the server without a row here fails the test, and so does a row without a route. */
export const CRAWL: Readonly<Record<string, Crawl>> = {
  config: once, me: once, checkAccount: once, refresh: once, mapConfig: once, presenceBootstrap: once, presenceHeartbeat: once, deletionState: once, countNews: once,
  getAccount: accounts, getIdentities: accounts, getProfile: accounts, listAccountPhotos: accounts, listPublicPhotos: accounts, getFeelings: accounts, getSharing: accounts, getIncomingSharing: accounts, listRelationEvents: accounts,
  listRelations: search, listOwnPhotos: once, listOutgoingSharing: once, listExposure: once, listBlocks: once, listJoinLinks: once, listDrive: once,
  readJoinLink: (w) => [{ params: { token: w.joinToken } }],
  searchPlaces: () => [{ query: { input: 'orleans' } }], placeDetails: () => [{ query: { place_id: '45234' } }],
  mediaUrl: (w) => ids(...pictures(w)), mediaThumbnail: (w) => ids(...pictures(w)),
  mediaUrls: (w) => [{ body: { items: pictures(w).flatMap((id) => [{ id, variant: 'full' }, { id, variant: 'thumbnail' }]) } }],
  listAlbums: (w) => withQuery([{}], {}, { accountId: w.who.victim.accountId, includePrivate: 'true', includeShared: 'true' }, { includeShared: 'true', includePrivate: 'true' }),
  listAlbumMedia: albums, albumAccess: albums, readAlbumLog: albums,
  listAlbumShares: () => withQuery([{}], { type: 'incoming', includeExpired: 'true' }, { type: 'outgoing', includeExpired: 'true' }),
  listConversations: once, searchConversations: search, searchMembers: search, searchAllMessages: () => [{ query: { q: 'zq' } }],
  getConversation: (w) => talks(w), listParticipants: (w) => talks(w), listPhotos: (w) => talks(w),
  listMessages: (w) => [...talks(w), { params: { id: w.ids.direct }, query: { around: w.ids.message } }],
  syncConversation: (w) => withQuery(talks(w), { since: '2020-01-01T00:00:00.000Z' }),
  searchMessages: (w) => withQuery(talks(w), { q: 'zq' }),
  listInvitedEvents: search, listMyEvents: search,
  getEvent: (w) => [...withQuery(ids(w.ids.evening, w.ids.draft, w.ids.party), {}, { include_private: '1' }, { include_private: 'true' }), { params: { id: SLUG } }],
  getEventBySlug: () => [{ params: { slug: SLUG } }, { params: { slug: 'zqcode-brouillon' } }],
  listEventParticipants: events, listCoOrganizers: events, entryCode: events, entryList: events, participantsCsv: events, checkOrganizersConversation: events,
  listEventRelations: (w) => withQuery(ids(w.ids.evening, w.ids.party), {}, { q: 'zq' }), listEventGroups: (w) => withQuery(ids(w.ids.evening, w.ids.party), {}, { q: 'zq' }), listGroups: search,
  checkEventConversation: (w) => [w.ids.acceptedRow, w.ids.concealedRow].map((participantId) => ({ params: { id: w.ids.evening, participantId } })),
  eventIcs: (w) => withQuery(ids(w.ids.evening, w.ids.draft, w.ids.party), {}, { discreet: 'true' }),
  // of the accepted one's calendar; whoever holds its address reads it, the precise address of nothing
  readCalendarFeed: (w, name) => (name === 'anonymous' ? [{ params: { token: w.feed } }] : []),
  listPlaces: () => [{ query: AROUND }, { query: AT }], listRelationLocations: () => [{ query: AROUND }, { query: AT }],
  listNews: () => [{ query: { limit: '25' } }],
  pusherAuth: 'asked for every channel, below', exportData: 'asked as the text of the archive, below',
  register: CHANGES, login: CHANGES, verifyEmail: CHANGES, resendVerification: CHANGES, forgotPassword: CHANGES, resetPassword: CHANGES, logout: CHANGES, createAccount: CHANGES, setAvatar: CHANGES,
  updatePreferences: CHANGES, saveProfile: CHANGES, patchAccount: CHANGES, patchAvatar: CHANGES, setIdentityAvatar: CHANGES, setSharing: CHANGES, endRelation: CHANGES, cutExposure: CHANGES,
  createJoinLink: CHANGES, revokeJoinLink: CHANGES, acceptJoinLink: CHANGES, uploadMedia: CHANGES, deleteMedia: CHANGES, addPublicPhotos: CHANGES, removePhoto: CHANGES, movePhotos: CHANGES,
  saveFeelings: CHANGES, createAlbumShare: CHANGES, updateAlbumShare: CHANGES, deleteAlbumShare: CHANGES, createAlbum: CHANGES, updateAlbum: CHANGES, deleteAlbum: CHANGES, addAlbumMedia: CHANGES,
  removeAlbumMedia: CHANGES, moveAlbumMedia: CHANGES, logAlbumAccess: CHANGES, block: CHANGES, unblock: CHANGES, report: CHANGES, startConversation: CHANGES, sendMessage: CHANGES, markRead: CHANGES,
  setReaction: CHANGES, removeReaction: CHANGES, deleteMessage: CHANGES, sayTyping: CHANGES, setConversationSettings: CHANGES, createGroup: CHANGES, updateGroup: CHANGES, addParticipants: CHANGES,
  removeParticipant: CHANGES, setAdmin: CHANGES, leaveConversation: CHANGES, joinBySlug: CHANGES, createEvent: CHANGES, updateEvent: CHANGES, deleteEvent: CHANGES, cancelEvent: CHANGES,
  duplicateEvent: CHANGES, publishEvent: CHANGES, subscribe: CHANGES, unsubscribe: CHANGES, revealLocation: CHANGES, hideLocation: CHANGES, patchParticipant: CHANGES, hideMyself: CHANGES,
  inviteToEvent: CHANGES, addCoOrganizer: CHANGES, removeCoOrganizer: CHANGES, startEventConversation: CHANGES, recordEntries: CHANGES, calendarFeed: CHANGES, endCalendarFeed: CHANGES,
  deleteAccount: CHANGES, keepAccount: CHANGES, presenceOffline: CHANGES, sendFeedback: CHANGES,
  listPasskeys: once, passkeyQuestion: once, newPasskey: CHANGES, addPasskey: CHANGES, renamePasskey: CHANGES, removePasskey: CHANGES, setSecondFactor: CHANGES, newRecoveryCodes: CHANGES, passkeyLogin: CHANGES, recoveryLogin: CHANGES,
  listSessions: once, closeSession: CHANGES, closeOtherSessions: CHANGES, changePassword: CHANGES, changeEmail: CHANGES, confirmNewEmail: CHANGES,
  getUserPreferences: once, pushSetup: once, listWebPush: once, currentPushDevice: (w) => [{ query: { deviceId: w.ids.message } }], pushAuth: (w) => [{ query: { user_id: w.who.victim.accountId } }],
  saveUserPreferences: CHANGES, subscribePush: CHANGES, unsubscribePush: CHANGES, saveWebPush: CHANGES, deleteWebPush: CHANGES,
}

/** Where a sighting was made. */
export interface Sighting { readonly secret: string; readonly name: Name; readonly where: string }
export interface Secret {
  readonly texts: readonly string[]
  /** Exactly these see it: the others never, each of these at least once. */
  readonly sees?: readonly Name[]
  /** Only these may not; the others may or may not. */
  readonly never?: readonly Name[]
  /** Routes where a sighting by one of `never` is right. */
  readonly but?: readonly string[]
}

const ORGANIZERS = ['victim', 'coorg'] as const
const WITHIN = [...ORGANIZERS, 'invited', 'pending', 'waiting', 'accepted', 'concealed'] as const
/** Those who declined or were taken off keep what was said to them then: the title, in their news. */
const INVOLVED = [...WITHIN, 'cancelled', 'declined'] as const
const IN_TALK = [...ORGANIZERS, 'accepted', 'concealed'] as const
/** A discussion in which both are stays one: the block ends what the two of them see of each other elsewhere. */
const COMMON_TALKS = ['listConversations', 'searchConversations', 'getConversation', 'listParticipants', 'listMessages', 'syncConversation', 'conversation.created', 'conversation.message.created', 'conversation.left', 'system.message']

/** Secret → who sees it. Each is also a marker that one of the columns below must hold. */
export const secretsOf = (w: CanaryWorld): Readonly<Record<string, Secret>> => {
  const { ids, who } = w
  const blocked = ['blocked', 'blocker', 'anonymous'] as const
  return {
    birthDate: { texts: ['1971-03-17', '1974-08-23', '1975-09-24'], sees: ['victim'] },
    firstName: { texts: ['Zqprenom'], sees: ['victim', 'named'] },
    civilName: { texts: ['Zqnomcivil'], sees: ['victim'] },
    email: { texts: ['Zqcourriel', 'zqcourriel'], sees: ['victim'] },
    password: { texts: ['$argon2', '$scrypt'], sees: [] },
    device: { texts: ['Zqappareil'], sees: ['victim'] },
    position: { texts: ['12.345678', '98.765432', 'rue de la Paix'], sees: [] },
    note: { texts: ['Zqnote', 'Zqressenti'], sees: ['victim'] },
    albumOne: { texts: ['Zqalbumun', ids.albumPhoto, 'LZqflouteurUn'], sees: ['victim', 'oneAlbum', 'allAlbums'] },
    albumTwo: { texts: ['Zqalbumdeux'], sees: ['victim', 'allAlbums'] },
    filename: { texts: ['Zqfichier'], sees: ['victim', 'concealed'] },
    exif: { texts: ['Zqexif'], sees: [] },
    unsent: { texts: [ids.unsent], sees: ['victim'] },
    direct: { texts: ['Zqdirect', ids.directPhoto], sees: ['victim', 'confidant'] },
    deleted: { texts: ['Zqefface'], sees: [] },
    // its archive names the group that one was in
    group: { texts: ['Zqgroupe'], sees: ['victim', 'confidant', 'late', 'left'] },
    groupNow: { texts: ['Zqrecent', 'Zqgroupedesc'], sees: ['victim', 'confidant', 'late'] },
    groupThen: { texts: ['Zqancien'], sees: ['victim', 'confidant'] },
    // its calendar's address is a key; one's own archive keeps the title of what one had joined
    evening: { texts: ['Zqsoiree'], sees: [...INVOLVED, 'evented', 'anonymous'], but: ['archive'] },
    fiche: { texts: ['Zqdescription', 'Zqtarif', 'zqpaiement', SLUG], sees: WITHIN },
    banner: { texts: [ids.banner], sees: [...WITHIN, 'evented'] },
    address: { texts: ['Zqadresse', '47.9135', '1.9034'], sees: ORGANIZERS },
    draft: { texts: ['Zqbrouillon', 'Zqadressedeux', 'zqcode-brouillon', ids.draft], sees: ORGANIZERS },
    comment: { texts: ['Zqcommentaire'], sees: ORGANIZERS },
    concealed: { texts: ['zqcache', who.concealed.accountId, ...who.concealed.identityIds, ids.concealedAvatar], sees: [...ORGANIZERS, 'concealed'] },
    spoken: { texts: ['Zqparole'], sees: IN_TALK },
    organizersTalk: { texts: ['Zqorganisateurs'], sees: [...ORGANIZERS, 'accepted'] },
    code: { texts: [w.code], sees: ['accepted'] },
    report: { texts: ['Zqsignalement'], sees: ['victim'] },
    push: { texts: ['zqabonnement', 'Zqtelephone'], sees: ['victim'] },
    feedback: { texts: ['Zqavis', 'zqpage'], sees: ['victim'] },
    victim: { texts: ['zqvictime', 'Zqalbumpublic', ids.avatar, ids.shown, who.victim.accountId, ...who.victim.identityIds], never: blocked, but: [...COMMON_TALKS, 'listBlocks of blocker', 'archive of blocker', 'readJoinLink', 'account.relation.updated'] },
    blocked: { texts: ['zqbloque', who.blocked.accountId, who.blocker.accountId], never: ['victim'], but: [...COMMON_TALKS, 'listBlocks of victim', 'archive of victim', 'account.relation.updated'] },
  }
}

const ID = 'an id: grants nothing by itself'
const KIND = 'one of a few words'
const HASH = 'a digest'
const PUBLIC = 'what every member may read'
const OPEN_ID = 'which media: asked of the rights at each fetch'

/** Every text and every coordinate of the database: the secret that it holds here, or why it is none. */
export const COLUMNS: Readonly<Record<string, string>> = {
  'accounts.id': ID, 'accounts.handle': 'victim', 'accounts.handle_key': 'victim', 'accounts.avatar_media_id': 'concealed', 'accounts.data': 'firstName birthDate', 'accounts.preferences': 'settings of the app', 'accounts.last_seen_identity_id': ID,
  'album_accesses.album_id': ID, 'album_accesses.account_id': ID, 'album_accesses.day': 'a day', 'album_media.album_id': ID, 'album_media.media_id': 'albumOne',
  'album_shares.id': ID, 'album_shares.album_id': ID, 'album_shares.account_id': ID, 'album_shares.with_account_id': ID,
  'albums.id': ID, 'albums.account_id': ID, 'albums.name': 'albumOne albumTwo', 'albums.description': 'albumOne albumTwo',
  'blocks.account_id': 'victim', 'blocks.blocked_account_id': 'blocked', 'calendar_feeds.account_id': ID, 'calendar_feeds.token_hash': HASH,
  'consents.id': ID, 'consents.user_id': ID, 'consents.purpose': KIND, 'consents.text_version': KIND, 'consents.text_hash': HASH,
  'conversation_participants.conversation_id': ID, 'conversation_participants.account_id': 'concealed',
  'conversation_reads.conversation_id': ID, 'conversation_reads.identity_id': 'concealed', 'conversation_reads.account_id': 'concealed', 'conversation_reads.last_read_message_id': ID,
  'conversations.id': ID, 'conversations.type': KIND, 'conversations.title': 'group', 'conversations.title_key': 'search key of the title', 'conversations.description': 'groupNow', 'conversations.avatar_media_id': OPEN_ID,
  'conversations.direct_key': ID, 'conversations.event_id': 'draft', 'conversations.metadata': KIND, 'conversations.last_message_id': ID, 'conversations.event_title': 'evening draft', 'conversations.event_title_key': 'search key of the title', 'conversations.group_options': KIND, 'conversations.event_participant_id': ID,
  'email_tokens.id': ID, 'email_tokens.user_id': ID, 'email_tokens.purpose': KIND, 'email_tokens.token_hash': HASH, 'email_tokens.address': 'never read: written into users by its link', 'email_tokens.keep_session': ID,
  'event_participants.id': ID, 'event_participants.event_id': 'draft', 'event_participants.account_id': 'concealed', 'event_participants.status': KIND, 'event_participants.organizer_comment': 'comment', 'event_participants.invited_by_account_id': ID,
  'event_reminders.event_id': ID, 'event_reminders.kind': KIND,
  'events.id': 'draft', 'events.creator_account_id': ID, 'events.slug': 'fiche draft', 'events.title': 'evening draft', 'events.title_key': 'search key of the title', 'events.description': 'fiche draft', 'events.status': KIND,
  'events.place': 'the commune: public', 'events.place_lat': 'the commune: public', 'events.place_lng': 'the commune: public', 'events.address': 'address draft', 'events.address_lat': 'address', 'events.address_lng': 'address',
  'events.price': 'fiche', 'events.payment_url': 'fiche', 'events.banner_media_id': OPEN_ID, 'events.access_type': KIND, 'events.group_options': KIND,
  'feedbacks.id': ID, 'feedbacks.account_id': ID, 'feedbacks.content': 'feedback', 'feedbacks.url_path': 'feedback',
  'identities.id': 'concealed', 'identities.account_id': ID, 'identities.handle': 'concealed', 'identities.handle_key': 'concealed', 'identities.gender': KIND, 'identities.firstname': 'firstName', 'identities.avatar_media_id': 'concealed',
  'join_links.id': ID, 'join_links.account_id': ID, 'join_links.kind': KIND, 'join_links.event_id': ID, 'join_links.token_hash': HASH,
  'media.id': 'albumOne direct unsent', 'media.account_id': ID, 'media.identity_id': ID, 'media.category': KIND, 'media.filename': 'albumOne', 'media.original_filename': 'filename', 'media.mime_type': KIND, 'media.blurhash': 'albumOne',
  'media.storage_key': 'unsent', 'media.thumbnail_key': 'unsent', 'media.status': KIND, 'media_identities.media_id': ID, 'media_identities.identity_id': ID, 'message_media.message_id': ID, 'message_media.media_id': 'direct',
  'messages.id': ID, 'messages.conversation_id': ID, 'messages.sender_account_id': 'concealed', 'messages.sender_identity_id': 'concealed', 'messages.content': 'direct groupNow groupThen spoken organizersTalk', 'messages.content_key': 'search key of the content', 'messages.system_type': KIND, 'messages.client_msg_id': ID, 'messages.client_hash': HASH, 'messages.quote_id': ID,
  'news.id': ID, 'news.account_id': ID, 'news.actor_account_id': 'victim', 'news.event_id': 'draft', 'news.news_type': KIND, 'news.payload': 'evening',
  'notes.account_id': ID, 'notes.about_account_id': ID, 'notes.global_comment': 'note', 'notes.identity_feelings': 'note',
  'profile_photos.id': ID, 'profile_photos.account_id': ID, 'profile_photos.media_id': PUBLIC, 'reactions.message_id': ID, 'reactions.account_id': 'concealed', 'reactions.identity_key': 'concealed', 'reactions.emoji': KIND,
  'refresh_tokens.id': ID, 'refresh_tokens.session_id': ID, 'refresh_tokens.token_hash': HASH, 'refresh_tokens.parent_id': ID, 'relations.account_id': 'victim', 'relations.with_account_id': 'victim', 'relations.origin': KIND,
  'push_devices.id': ID, 'push_devices.kind': KIND, 'push_devices.endpoint': 'push', 'push_devices.endpoint_hash': HASH, 'push_devices.p256dh': 'a key: no route answers it', 'push_devices.auth': 'a key: no route answers it', 'push_devices.platform': KIND, 'push_devices.user_agent': 'push', 'push_devices.sdk_version': KIND, 'push_devices.user_id': ID, 'push_devices.account_id': ID, 'push_devices.identity_id': ID, 'push_devices.session_id': ID,
  'push_interests.device_id': ID, 'push_interests.name': ID, 'push_queue.id': ID, 'push_queue.device_id': ID, 'push_queue.tag': ID, 'push_queue.source': KIND, 'push_queue.source_id': ID,
  'passkeys.id': ID, 'passkeys.user_id': ID, 'passkeys.credential_id': 'public by design: proves nothing without its device', 'passkeys.public_key': 'public by design', 'passkeys.transports': KIND, 'passkeys.name': 'a name of one’s own: only the own list and archive answer it',
  'passkey_challenges.hash': HASH, 'passkey_challenges.kind': KIND, 'passkey_challenges.user_id': ID, 'recovery_codes.id': ID, 'recovery_codes.user_id': ID, 'recovery_codes.code_hash': HASH,
  'reports.id': ID, 'reports.account_id': ID, 'reports.kind': KIND, 'reports.target_id': ID, 'reports.target_account_id': ID, 'reports.reason': KIND, 'reports.comment': 'report', 'reports.copy': 'what was reported: no route answers it',
  'sessions.id': ID, 'sessions.user_id': ID, 'sessions.user_agent': 'device', 'sessions.end_reason': KIND, 'settings.name': KIND, 'settings.value': 'of the installation', 'sharings.account_id': ID, 'sharings.with_account_id': ID,
  'users.id': ID, 'users.email': 'email', 'users.email_key': 'email', 'users.password_hash': 'password', 'users.name': 'civilName', 'users.birth_date': 'birthDate', 'users.account_id': ID, 'users.preferences': 'settings of the app', 'users.join_token_hash': HASH,
  'work_claims.name': KIND, 'work_claims.owner': ID,
}
