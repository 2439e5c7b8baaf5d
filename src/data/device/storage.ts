/**
 * Schema of everything kept in web storage. A key belongs to the `device` (survives sign-out), to
 * the `account` (removed at sign-out) or to the `tab` (session storage, removed at sign-out, except
 * `covered`). Where storage is refused (private windows, full disk), values last as long as the page.
 */
export interface StorageSchema {
  auth_token: string
  account_id: string
  hasAccount: 'true'
  active_identity_id: string
  identity_mode: 'single' | 'both'
  identity_ids: readonly string[]
  session_active: 'true'
  push_device_id: string
  push_identity_id: string
  push_disabled: 'true'
  theme: 'system' | 'dark' | 'light'
  /** Percent, 100 to 200. */
  text_size: number
  allow_zoom: 'true' | 'false'
  /** Titles of pages name the conversation or the event. */
  named_titles: 'true'
  /** Neutral name and icon; src/app/early reads it too. */
  discreet: 'true'
  /** A neutral page hides this tab; src/app/early reads it too. */
  covered: 'true'
  install_dismissed: 'true'
  logout_pending: 'true'
  /** Build that was reloaded once because a chunk was missing. */
  chunk_reloaded: string
  /** Last reply of GET /config, used when the app starts without network. */
  config: unknown
  /**
   * Token of an invitation link that brought the visitor here, kept until the account exists (mails
   * open new tabs).
   */
  join_token: string
  /** What a newcomer has typed for the team. */
  application: string
  /** How the newcomer will appear, as typed so far. */
  onboarding: unknown
  badges: unknown
  crash_reloaded: 'true'
  config_reloaded: 'true'
  pending_email: string
  /** Picked last, newest first. */
  emoji_recent: readonly string[]
  /** The session of this tab expired; shown on the login screen. */
  session_lost: 'true'
  /** The member has read where «Itinéraire» leads. */
  directions_told: 'true'
  /** The member agreed to be counted on this device. */
  visits: 'true'
  [lastRoute: `last_route:${string}`]: string
  /** Last choice of who is on a photo, by place. */
  [people: `people:${string}`]: string
  /**
   * Draft text by account, conversation and author. Its photos are in
   * src/data/device/outbox-store.ts.
   */
  [draft: `draft:${string}:${string}`]: string
  /**
   * Text of a message that is not in src/data/device/outbox-store.ts yet, by account and client id.
   */
  [unsaved: `unsaved_draft:${string}:${string}`]: unknown
  /** Unsaved private notes, by account and member. */
  [notes: `notes_draft:${string}:${string}`]: unknown
  /** An answer that is being sent to an invitation, with its time (ms), by event. */
  [answer: `answer:${string}`]: unknown
  /** Album that is being described, by account and album («new»). */
  [album: `album_draft:${string}:${string}`]: unknown
  /** What is typed in a long form (src/parts/form/kept-form.ts), by account and form. */
  [form: `form_draft:${string}:${string}`]: unknown
  /** Appeal that is being written, by decision. */
  [appeal: `appeal_draft:${string}`]: string
  /** Check-in list of an event as last loaded, and check-ins not sent yet, by account and event. */
  [door: `door:${string}:${string}`]: unknown
  [doorQueue: `door_queue:${string}:${string}`]: unknown
  /** Account that owns this device's databases. */
  device_db: string
}
type Scope = 'device' | 'account' | 'tab'
interface Rule {
  readonly scope: Scope
  readonly parse: (raw: string) => unknown
  readonly format?: (value: unknown) => string
}

const text = (raw: string): string | undefined => (raw === '' ? undefined : raw)
const oneOf =
  (...allowed: string[]) =>
  (raw: string): string | undefined =>
    allowed.includes(raw) ? raw : undefined
const json = (check: (value: unknown) => boolean): Omit<Rule, 'scope'> => ({
  parse: (raw) => {
    try {
      const value: unknown = JSON.parse(raw)
      return check(value) ? value : undefined
    } catch {
      return undefined
    }
  },
  format: JSON.stringify,
})
const ANY_JSON = json(() => true)
const TEXT_LIST = json((value) => Array.isArray(value) && value.every((v) => typeof v === 'string'))
const percent = (raw: string): number | undefined =>
  Number(raw) >= 100 && Number(raw) <= 200 ? Number(raw) : undefined

/** A key without the ids that it contains. */
type RuleName<K = keyof StorageSchema> = K extends `${infer Name}:${string}` ? `${Name}:` : K
/**
 * Last routes survive an expired session, so that each account finds its own (MSG-014), under a hash
 * that identifies no account.
 */
const RULES: Readonly<Record<RuleName, Rule>> = {
  auth_token: { scope: 'account', parse: text },
  account_id: { scope: 'account', parse: text },
  hasAccount: { scope: 'account', parse: oneOf('true') },
  active_identity_id: { scope: 'account', parse: text },
  identity_mode: { scope: 'account', parse: oneOf('single', 'both') },
  identity_ids: { scope: 'account', ...TEXT_LIST },
  session_active: { scope: 'account', parse: oneOf('true') },
  push_device_id: { scope: 'account', parse: text },
  push_identity_id: { scope: 'account', parse: text },
  push_disabled: { scope: 'account', parse: oneOf('true') },
  theme: { scope: 'device', parse: oneOf('system', 'dark', 'light') },
  text_size: { scope: 'device', parse: percent },
  allow_zoom: { scope: 'device', parse: oneOf('true', 'false') },
  named_titles: { scope: 'device', parse: oneOf('true') },
  discreet: { scope: 'device', parse: oneOf('true') },
  covered: { scope: 'tab', parse: oneOf('true') },
  install_dismissed: { scope: 'device', parse: oneOf('true') },
  logout_pending: { scope: 'device', parse: oneOf('true') },
  chunk_reloaded: { scope: 'tab', parse: text },
  visits: { scope: 'account', parse: oneOf('true') },
  directions_told: { scope: 'account', parse: oneOf('true') },
  config: { scope: 'device', ...ANY_JSON },
  device_db: { scope: 'device', parse: text },
  join_token: { scope: 'account', parse: text },
  application: { scope: 'account', parse: text },
  onboarding: { scope: 'account', ...ANY_JSON },
  badges: { scope: 'tab', ...ANY_JSON },
  crash_reloaded: { scope: 'tab', parse: oneOf('true') },
  config_reloaded: { scope: 'tab', parse: oneOf('true') },
  pending_email: { scope: 'tab', parse: text },
  emoji_recent: { scope: 'account', ...TEXT_LIST },
  session_lost: { scope: 'tab', parse: oneOf('true') },
  'last_route:': { scope: 'account', parse: text },
  'people:': { scope: 'account', parse: text },
  'draft:': { scope: 'account', parse: text },
  'unsaved_draft:': { scope: 'account', ...ANY_JSON },
  'notes_draft:': { scope: 'account', ...ANY_JSON },
  'album_draft:': { scope: 'account', ...ANY_JSON },
  'form_draft:': { scope: 'account', ...ANY_JSON },
  'answer:': { scope: 'tab', ...ANY_JSON },
  'appeal_draft:': { scope: 'account', parse: text },
  'door:': { scope: 'account', ...ANY_JSON },
  'door_queue:': { scope: 'account', ...ANY_JSON },
}
const ruleOf = (key: string): Rule | undefined => {
  const name = key.slice(0, key.indexOf(':') + 1) || key
  return Object.hasOwn(RULES, name) ? RULES[name as RuleName] : undefined
}

/** The getter itself may throw. */
const area = (scope: Scope): Storage | null => {
  try {
    return scope === 'tab' ? globalThis.sessionStorage : globalThis.localStorage
  } catch {
    return null
  }
}
const attempt = <T>(work: () => T): T | undefined => {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Values that the browser refused to store. */
const refused = new Map<string, string>()

export const storage = {
  /** The stored value, or undefined when it is absent or malformed. */
  get<K extends keyof StorageSchema>(key: K): StorageSchema[K] | undefined {
    const rule = ruleOf(key)
    const raw = rule && (refused.get(key) ?? attempt(() => area(rule.scope)?.getItem(key)))
    return raw === undefined || raw === null
      ? undefined
      : (rule?.parse(raw) as StorageSchema[K] | undefined)
  },
  set<K extends keyof StorageSchema>(key: K, value: StorageSchema[K]): void {
    const rule = ruleOf(key)
    if (!rule) return
    const raw = rule.format ? rule.format(value) : String(value)
    const store = area(rule.scope)
    const isStored = attempt(() => {
      store?.setItem(key, raw)
      return store !== null
    })
    if (isStored) refused.delete(key)
    else refused.set(key, raw)
  },
  remove(key: keyof StorageSchema): void {
    const rule = ruleOf(key)
    refused.delete(key)
    if (rule) attempt(() => area(rule.scope)?.removeItem(key))
  },
  /** Whether values of this scope survive the page. */
  isPersistent: (scope: Scope = 'device'): boolean =>
    attempt(() => {
      const store = area(scope)
      store?.setItem('probe', '')
      store?.removeItem('probe')
      return store !== null
    }) ?? false,
}

const keysIn = (store: Storage | null): string[] =>
  attempt(() => Array.from({ length: store?.length ?? 0 }, (_, i) => store?.key(i) ?? '')) ?? []
const wipe = (scope: Scope, keep: (key: string) => boolean): void => {
  const store = area(scope)
  for (const key of refused.keys())
    if (ruleOf(key)?.scope === scope && !keep(key)) refused.delete(key)
  for (const key of keysIn(store))
    if (ruleOf(key)?.scope === scope && !keep(key)) attempt(() => store?.removeItem(key))
}

/** Stored keys with this prefix. */
export const storedKeysWith = <
  P extends 'draft' | 'form_draft' | 'unsaved_draft' | 'door' | 'door_queue',
>(
  prefix: `${P}:${string}`,
): `${P}:${string}:${string}`[] =>
  keysIn(area('account')).filter((key): key is `${P}:${string}:${string}` => key.startsWith(prefix))

/**
 * Key of an account's last route: a hash of its id, so that the stored key does not identify it.
 */
export const routeKey = (accountId: string): `last_route:${string}` => {
  let sum = 0
  for (const letter of accountId) sum = Math.imul(sum ^ letter.charCodeAt(0), 16777619)
  return `last_route:${sum >>> 0}`
}

/** A covered tab stays covered: the reload to the login page would show the real name. */
const wipeTab = (): void => wipe('tab', (key) => key === 'covered')

/** Sign-out: removes everything of scope account, and of the tab all but its cover. */
export const clearAccountStorage = (): void => {
  wipe('account', () => false)
  wipeTab()
}

/** Drafts, also of notes, albums, forms and appeals, texts put aside, and check-ins. */
const isUnsent = (key: string): boolean => /^(?:(?:\w+_)?draft|door_queue):/.test(key)

/**
 * Expired session: like sign-out, but last routes, drafts, unsaved notes, albums, forms and
 * appeals, unsent check-ins and the device's push identity are kept for the same account.
 */
export const clearSessionStorage = (): void => {
  wipe(
    'account',
    (key) =>
      key === 'push_identity_id' ||
      key === 'push_device_id' ||
      isUnsent(key) ||
      key.startsWith('last_route:'),
  )
  wipeTab()
}

/** This account signed in after the expired session of another: removes what that has not sent. */
export const clearDraftsOfOthers = (accountId: string): void =>
  wipe('account', (key) => !isUnsent(key) || key.includes(`:${accountId}:`))
