import { SEALED_COLUMNS } from '../db/seal/columns'

/** What a value reads as when the key of its account was removed; `unique`: a text of its own. */
type Lost = string | number | null | typeof UNIQUE
export const UNIQUE = Symbol('unique')
interface Owned {
  readonly table: string
  /** SQL: the account whose value it is. */
  readonly owner: string
  readonly columns: Readonly<Record<string, Lost>>
}

const sealed = (table: string, ...only: readonly string[]): Readonly<Record<string, Lost>> =>
  Object.fromEntries(
    Object.entries(SEALED_COLUMNS[table]?.columns ?? {}).filter(
      ([column]) => only.length === 0 || only.includes(column),
    ),
  )
const ofCreator = (table: string): string =>
  `(select e.creator_account_id from events e where e.id = ${table}.event_id)`
const ofUser = (table: string): string =>
  `(select u.account_id from users u where u.id = ${table}.user_id)`

/**
 * What a backup holds under the key of the account that wrote it: encrypted columns, and texts that
 * lie in the clear beside a running server.
 */
export const OWNED: readonly Owned[] = [
  {
    table: 'accounts',
    owner: 'id',
    columns: { handle: UNIQUE, handle_key: UNIQUE, data: '{}', preferences: '{}' },
  },
  {
    table: 'users',
    owner: 'account_id',
    columns: { ...sealed('users'), email_key: UNIQUE, password_hash: '' },
  },
  { table: 'profiles', owner: 'account_id', columns: sealed('profiles') },
  { table: 'identity_passkeys', owner: 'account_id', columns: sealed('identity_passkeys') },
  { table: 'passkeys', owner: ofUser('passkeys'), columns: sealed('passkeys') },
  {
    table: 'identities',
    owner: 'account_id',
    columns: { ...sealed('identities'), handle: '', handle_key: '' },
  },
  { table: 'sessions', owner: ofUser('sessions'), columns: { user_agent: '' } },
  { table: 'notes', owner: 'account_id', columns: sealed('notes') },
  {
    table: 'events',
    owner: 'creator_account_id',
    columns: {
      ...sealed('events'),
      slug: null,
      title: 'Sortie supprimée',
      title_key: 'sortie supprimee',
      description: null,
      place: null,
      place_lat: null,
      place_lng: null,
      price: null,
      payment_url: null,
      rules: null,
      questions: null,
    },
  },
  {
    table: 'conversations',
    owner: `coalesce(conversations.event_creator_account_id, ${ofCreator('conversations')})`,
    columns: {
      event_title: 'Sortie supprimée',
      event_title_key: 'sortie supprimee',
      title: null,
      title_key: null,
    },
  },
  {
    table: 'event_participants',
    owner: ofCreator('event_participants'),
    columns: sealed('event_participants'),
  },
  {
    table: 'event_answers',
    owner: ofCreator('event_answers'),
    columns: sealed('event_answers', 'question'),
  },
  { table: 'event_answers', owner: 'account_id', columns: sealed('event_answers', 'answer') },
  { table: 'event_rides', owner: 'account_id', columns: { place: '', leaves_at: null } },
  // a system message names the account in `client_hash`
  {
    table: 'messages',
    owner: 'coalesce(sender_account_id, client_hash)',
    columns: sealed('messages'),
  },
  { table: 'held_messages', owner: 'account_id', columns: sealed('held_messages') },
  { table: 'agreements', owner: 'account_id', columns: sealed('agreements') },
  {
    table: 'media',
    owner: 'account_id',
    columns: { filename: '', blurhash: null },
  },
  { table: 'albums', owner: 'account_id', columns: sealed('albums') },
  { table: 'album_requests', owner: 'with_account_id', columns: sealed('album_requests') },
  { table: 'reports', owner: 'account_id', columns: sealed('reports', 'comment') },
  { table: 'reports', owner: 'target_account_id', columns: sealed('reports', 'copy') },
  { table: 'appeals', owner: 'account_id', columns: sealed('appeals') },
  {
    table: 'feedbacks',
    owner: 'account_id',
    columns: { ...sealed('feedbacks'), url_path: '' },
  },
  // nothing was reported in these cases: their evidence goes with the account
  {
    table: 'evidence',
    owner: `(select c.account_id from cases c where c.id = evidence.case_id
      and c.kind in ('comment', 'verification'))`,
    columns: sealed('evidence'),
  },
  {
    table: 'evidence_photos',
    owner: `(select c.account_id from evidence e join cases c on c.id = e.case_id
      where e.id = evidence_photos.evidence_id and c.kind in ('comment', 'verification'))`,
    columns: sealed('evidence_photos'),
  },
  { table: 'applications', owner: ofUser('applications'), columns: sealed('applications') },
  {
    table: 'verification_requests',
    owner: 'account_id',
    columns: sealed('verification_requests'),
  },
  {
    table: 'push_devices',
    owner: 'account_id',
    columns: { ...sealed('push_devices'), p256dh: null, auth: null, user_agent: '' },
  },
  { table: 'wishes', owner: 'account_id', columns: sealed('wishes') },
  {
    table: 'zones',
    owner: 'account_id',
    columns: { city: '', place_id: '', lat: 0, lng: 0 },
  },
  { table: 'partings', owner: 'account_id', columns: { handle: null } },
  { table: 'past_talks', owner: 'account_id', columns: { title: '', partner_handle: '' } },
  { table: 'letters', owner: ofUser('letters'), columns: sealed('letters') },
  { table: 'email_tokens', owner: ofUser('email_tokens'), columns: sealed('email_tokens') },
  {
    table: 'news',
    owner: 'coalesce(event_creator_account_id, actor_account_id, account_id)',
    columns: { payload: '{}' },
  },
]

/** Encrypted tables that no account's key covers, and why. */
export const NOT_OWNED: Readonly<Record<string, string>> = {
  photo_looks: 'written by the staff',
  cases: 'written by the staff',
  decisions: 'stays for a bounded time when an account goes',
  notices: 'written by people without an account',
  staff_links: 'written by the operator, for an hour',
  search_pages: 'words of several accounts: not in a backup, the search writes them anew',
  account_keys: 'the keys: not in a backup, but in a file beside it',
}
