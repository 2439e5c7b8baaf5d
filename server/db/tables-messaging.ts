import type { Message } from '#contract/messaging/messages'
import type { Generated } from 'kysely'
import type { Flag, Ms, Fixed } from './columns'

/** The column `metadata`. */
export interface ConversationMetadata {
  /** The account that opened a direct or event-direct conversation. */
  readonly startedBy?: string
  /** Its members were told that its event is deleted. */
  readonly closed?: true
}
export interface Conversations {
  id: Fixed<string>
  type: Fixed<'direct' | 'group' | 'event' | 'event-direct'>
  title: string | null
  title_key: string | null
  description: string | null
  avatar_media_id: string | null
  /**
   * direct: the two account ids, sorted, joined by ':' (`directKey`), or `parted:` and its own id once
   * a parting has closed it; event: `event:` and its id; group: `group:` and a hash of its creator and
   * their `idempotency_key`, if they gave one. Unique.
   */
  direct_key: Fixed<string | null>
  event_id: Fixed<string | null>
  /** JSON of `ConversationMetadata`. */
  metadata: Generated<string>
  created_at: Fixed<Ms>
  /**
   * Commit-ordered clock of the conversation, about ms since epoch but strictly increasing: every
   * change takes max(now, clock + 1) under the row's write lock. It is the `since` of sync, so that
   * late commits are not missed.
   */
  clock: number
  /** Copied from the event by its room: titles and rights need no query of another room. */
  event_title: string | null
  event_title_key: string | null
  event_start_at: Ms | null
  group_options: 'organizers' | 'all' | null
  /** event: it is a draft again («en pause»). */
  paused_at: Ms | null
  /** event: when it closes; null: never, or closed and without photos already. */
  closes_at: Ms | null
  /** event: closed for writing. */
  closed_at: Ms | null
  /** event-direct: the participant who writes with the organizers; unique with event_id. */
  event_participant_id: Fixed<string | null>
  /** Of a deleted event: with this account its titles go. */
  event_creator_account_id: Generated<string | null>
  last_message_id: string | null
  last_message_at: Ms | null
}
export interface ConversationParticipants {
  conversation_id: Fixed<string>
  account_id: Fixed<string>
  is_admin: Flag
  joined_at: Ms
  /** Messages above this seq are visible; 0 when a later member may read the past. */
  visible_after: number
  left_at: Ms | null
  /** Has written at least once: two writers of a direct conversation become relations. */
  has_written: Flag
  /** The member's own settings. */
  muted: Generated<Flag>
  pinned_at: Generated<Ms | null>
  archived_at: Generated<Ms | null>
  /** «Pseudo caché» for all members except the organizers of the event. */
  hidden: Generated<Flag>
  /** What is sent in both mode waits for both identities. */
  four_hands: Generated<Flag>
  /** The identity that has asked to end that; the other's request ends it. */
  four_hands_ending: Generated<string | null>
}
export interface ConversationReads {
  conversation_id: Fixed<string>
  identity_id: Fixed<string>
  account_id: Fixed<string>
  last_read_seq: number
  last_read_message_id: string | null
  read_at: Ms
}
export interface Messages {
  id: Fixed<string>
  conversation_id: Fixed<string>
  /** Conversation clock at creation: the order of the thread. */
  seq: Fixed<number>
  /** Conversation clock at the last change (reaction, edit, deletion): what sync reads. */
  changed: number
  sender_account_id: string | null
  sender_identity_id: string | null
  content: string
  /** Keyed hash of a longer text and its sender, to notice that it is sent to many. */
  text_hash: string | null
  system_type: Message['systemType']
  client_msg_id: Fixed<string | null>
  /**
   * Keyed hash of what was sent: the same client_msg_id with other content is refused. System message:
   * the account that its first word names.
   */
  client_hash: string | null
  media_count: number
  created_at: Fixed<Ms>
  deleted_at: Ms | null
  quote_id: Generated<string | null>
  /** Last change of the text by its author; null: never, or deleted since. */
  edited_at: Generated<Ms | null>
}
/** Search texts of consecutive messages, with `after_seq` < seq <= `up_to`; may be missing. */
export interface SearchPages {
  id: Fixed<string>
  conversation_id: Fixed<string>
  after_seq: Fixed<number>
  up_to: number
  /** Time of its newest message; 0: it has none. */
  newest_at: Ms
  /** Messages read for it; 512 when its text is long: it is full. */
  size: number
  text: string
}
export interface MessageMedia {
  message_id: Fixed<string>
  media_id: Fixed<string>
  position: number
}
export interface Reactions {
  message_id: Fixed<string>
  account_id: Fixed<string>
  /** Identity id, or '' in both mode: part of the key. */
  identity_key: Fixed<string>
  emoji: string
  created_at: Ms
}
