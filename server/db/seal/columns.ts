/**
 * Encrypted columns by table. `keys`: the primary key, to which a value is bound, so that values
 * cannot be swapped between rows. A column's value here is what a row reads as when its value was
 * altered. A new text column belongs here or in OPEN (tests/server/db/seal.test.ts), and if here in
 * OWNED or NOT_OWNED (server/moving/owned.ts).
 */
interface SealedTable {
  readonly keys: readonly string[]
  readonly columns: Readonly<Record<string, string | null>>
}
const ID = ['id'] as const

export const SEALED_COLUMNS: Readonly<Record<string, SealedTable>> = {
  notes: {
    keys: ['account_id', 'about_account_id'],
    columns: { global_comment: null, identity_feelings: '{}' },
  },
  events: { keys: ID, columns: { address: null, address_point: null } },
  event_participants: { keys: ID, columns: { organizer_comment: null } },
  event_answers: {
    keys: ['event_id', 'account_id', 'question_id'],
    columns: { question: '', answer: '' },
  },
  users: { keys: ID, columns: { email: '', name: '', birth_date: '' } },
  identities: { keys: ID, columns: { firstname: null } },
  profiles: { keys: ['account_id'], columns: { data: '{}' } },
  passkeys: { keys: ID, columns: { name: '' } },
  identity_passkeys: { keys: ID, columns: { name: '' } },
  account_keys: { keys: ['account_id'], columns: { key: '' } },
  albums: { keys: ID, columns: { name: '', description: null } },
  album_requests: { keys: ID, columns: { words: '' } },
  reports: { keys: ID, columns: { comment: '', copy: null } },
  evidence: { keys: ID, columns: { payload: null } },
  evidence_photos: { keys: ['evidence_id', 'position'], columns: { jpeg: '', blurred: '' } },
  photo_looks: { keys: ['evidence_id', 'position', 'user_id'], columns: { reason: '' } },
  cases: { keys: ID, columns: { proposal: null } },
  decisions: { keys: ID, columns: { facts: '' } },
  appeals: { keys: ID, columns: { text: '', answer: null } },
  notices: { keys: ID, columns: { email: null } },
  feedbacks: { keys: ID, columns: { content: '', answer: null } },
  applications: { keys: ['user_id'], columns: { words: '', answer: null } },
  verification_requests: { keys: ID, columns: { words: null } },
  push_devices: { keys: ID, columns: { endpoint: null } },
  messages: { keys: ID, columns: { content: '' } },
  search_pages: { keys: ID, columns: { text: '' } },
  held_messages: { keys: ID, columns: { content: '' } },
  agreements: {
    keys: ['subject_id', 'identity_id', 'revision'],
    // of a short text, a hash is as good as the text
    columns: { content_hash: '' },
  },
  wishes: { keys: ['identity_id', 'with_account_id'], columns: { ratings: '{}' } },
  letters: { keys: ID, columns: { address: null } },
  email_tokens: { keys: ID, columns: { address: null } },
  staff_links: { keys: ID, columns: { address: null } },
}
/** Their names, in the order in which queries number them. */
export const SEALED_TABLES = Object.keys(SEALED_COLUMNS)
