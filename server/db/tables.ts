import type {
  KeptPhotos,
  PartedPairs,
  PartedPhotos,
  PartingChoices,
  Partings,
  PastTalks,
} from './tables-parting'
import type { Generated, Insertable, Selectable } from 'kysely'
import type { Ms, Fixed } from './columns'
import type {
  AccountKeys,
  AgeChecks,
  Users,
  Passkeys,
  PasskeyChallenges,
  RecoveryCodes,
  Consents,
  Sessions,
  RefreshTokens,
  EmailTokens,
  Accounts,
  Identities,
  Profiles,
  JoinLinks,
  Relations,
  Blocks,
  Sharings,
  Notes,
  Reports,
  Feedbacks,
} from './tables-accounts'
import type {
  Conversations,
  ConversationParticipants,
  ConversationReads,
  Messages,
  SearchPages,
  MessageMedia,
  Reactions,
} from './tables-messaging'
import type {
  Media,
  MediaIdentities,
  ProfilePhotos,
  Albums,
  AlbumMedia,
  PhotoMarks,
  AlbumShares,
  AlbumAccesses,
  AlbumRequests,
} from './tables-media'
import type {
  Events,
  EventAcceptances,
  EventAnswers,
  EventAddressViews,
  EventParticipants,
  EventImpressions,
  EventReturns,
  EventReunions,
  EventRides,
  News,
  EventReminders,
  CalendarFeeds,
} from './tables-events'
import type {
  Staff,
  StaffUnlocks,
  StaffCodes,
  StaffLinks,
  Cases,
  Evidence,
  EvidencePhotos,
  PhotoLooks,
  Letters,
  Decisions,
  Sanctions,
  Appeals,
  Notices,
  CommunityRules,
  AuditLog,
  BanMarks,
} from './tables-staff'
import type {
  IdentityCodes,
  IdentityPasskeys,
  MediaPlaces,
  MediaRefusals,
  PhotoClaims,
  MediaSubjects,
} from './tables-agreements'
import type { Announcements, Applications, CommunitySettings, Vouches } from './tables-community'
import type {
  Meetings,
  MetCodes,
  ProofKeys,
  VerificationPhotos,
  VerificationRequests,
  Verifications,
} from './tables-verification'
import type {
  Agreements,
  BriefPhotos,
  BriefViews,
  HeldAnswers,
  HeldComings,
  HeldMedia,
  HeldMessages,
} from './tables-held'
import type { PushDevices, PushInterests, PushQueue } from './tables-push'
import type { Wishes } from './tables-wishes'
import type { Apart, ZoneExceptions, ZonePairs, Zones } from './tables-zones'

/** A scheduled job: its owner, the end of the lease, and its last run. */
interface WorkClaims {
  name: Fixed<string>
  owner: string
  until: Ms
  ran_at: Ms
  /** Of the last run, when it failed. */
  failed_at: Generated<Ms | null>
}
export interface Settings {
  name: Fixed<string>
  value: string
}

export interface Tables {
  users: Users
  age_checks: AgeChecks
  consents: Consents
  sessions: Sessions
  refresh_tokens: RefreshTokens
  email_tokens: EmailTokens
  accounts: Accounts
  profiles: Profiles
  identities: Identities
  join_links: JoinLinks
  relations: Relations
  blocks: Blocks
  media: Media
  media_identities: MediaIdentities
  conversations: Conversations
  conversation_participants: ConversationParticipants
  conversation_reads: ConversationReads
  messages: Messages
  search_pages: SearchPages
  message_media: MessageMedia
  reactions: Reactions
  profile_photos: ProfilePhotos
  albums: Albums
  album_media: AlbumMedia
  photo_marks: PhotoMarks
  sharings: Sharings
  album_shares: AlbumShares
  album_requests: AlbumRequests
  album_accesses: AlbumAccesses
  notes: Notes
  reports: Reports
  events: Events
  event_participants: EventParticipants
  event_acceptances: EventAcceptances
  event_answers: EventAnswers
  event_returns: EventReturns
  event_impressions: EventImpressions
  event_reunions: EventReunions
  event_rides: EventRides
  event_address_views: EventAddressViews
  news: News
  event_reminders: EventReminders
  calendar_feeds: CalendarFeeds
  passkeys: Passkeys
  passkey_challenges: PasskeyChallenges
  recovery_codes: RecoveryCodes
  feedbacks: Feedbacks
  settings: Settings
  work_claims: WorkClaims
  push_devices: PushDevices
  push_interests: PushInterests
  push_queue: PushQueue
  staff: Staff
  staff_unlocks: StaffUnlocks
  staff_codes: StaffCodes
  staff_links: StaffLinks
  cases: Cases
  evidence: Evidence
  evidence_photos: EvidencePhotos
  photo_looks: PhotoLooks
  letters: Letters
  decisions: Decisions
  sanctions: Sanctions
  appeals: Appeals
  notices: Notices
  house_rules: CommunityRules
  audit_log: AuditLog
  ban_marks: BanMarks
  applications: Applications
  vouches: Vouches
  community_settings: CommunitySettings
  announcements: Announcements
  verification_requests: VerificationRequests
  verifications: Verifications
  verification_photos: VerificationPhotos
  meetings: Meetings
  met_codes: MetCodes
  proof_keys: ProofKeys
  account_keys: AccountKeys
  zones: Zones
  zone_exceptions: ZoneExceptions
  zone_pairs: ZonePairs
  wishes: Wishes
  held_messages: HeldMessages
  brief_photos: BriefPhotos
  brief_views: BriefViews
  held_media: HeldMedia
  held_answers: HeldAnswers
  held_comings: HeldComings
  agreements: Agreements
  media_subjects: MediaSubjects
  media_places: MediaPlaces
  media_refusals: MediaRefusals
  photo_claims: PhotoClaims
  identity_codes: IdentityCodes
  identity_passkeys: IdentityPasskeys
  partings: Partings
  parting_choices: PartingChoices
  past_talks: PastTalks
  kept_photos: KeptPhotos
  parted_photos: PartedPhotos
  parted_pairs: PartedPairs
  /** A view. */
  apart: Apart
}
export type Row<T extends keyof Tables> = Selectable<Tables[T]>
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>
