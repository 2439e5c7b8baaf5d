/**
 * Everything that this device keeps, in one schema. A key belongs to the `device` (survives logout), to the `account`
 * (wiped by logout) or to the `tab` (session storage, wiped by logout). Storage may be refused (private windows, full
 * disk): reading then answers undefined, writing does nothing.
 */
export interface Stored {
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
  allow_zoom: 'true'
  /** Neutral name and icon; src/app/early reads it too. */
  discreet: 'true'
  /** A neutral page hides this tab; src/app/early reads it too. */
  covered: 'true'
  install_dismissed: 'true'
  /** Build that a missing piece has reloaded once. */
  chunk_reloaded: string
  /** Last answer of GET /config: the app starts with it when the network is away. */
  config: unknown
  /** Token of an invitation link that brought the visitor here, kept until the account exists (mails open new tabs). */
  join_token: string
  badges: unknown
  crash_reloaded: 'true'
  config_reloaded: 'true'
  pending_email: string
  /** The session of this tab ended by itself: the login screen asks why. */
  session_lost: 'true'
  [lastRoute: `last_route:${string}`]: string
  [sync: `sync:${string}`]: string
  /** Text being written: account, conversation and who writes it. Its pictures lie in src/data/device/outbox-store.ts. */
  [draft: `draft:${string}:${string}`]: string
  /** The entry list of an event as the door last had it, and what it noted and could not send yet: account and event. */
  [door: `door:${string}:${string}`]: unknown
  [doorQueue: `door_queue:${string}:${string}`]: unknown
  /** Account whose messages and pictures wait in this device's database. */
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
const json =
  (check: (value: unknown) => boolean) =>
  (raw: string): unknown => {
    try {
      const value: unknown = JSON.parse(raw)
      return check(value) ? value : undefined
    } catch {
      return undefined
    }
  }
const anything = (): boolean => true
const isIds = (value: unknown): boolean =>
  Array.isArray(value) && value.every((v) => typeof v === 'string')
const percent = (raw: string): number | undefined =>
  Number(raw) >= 100 && Number(raw) <= 200 ? Number(raw) : undefined

const RULES: Record<string, Rule> = {
  auth_token: { scope: 'account', parse: text },
  account_id: { scope: 'account', parse: text },
  hasAccount: { scope: 'account', parse: oneOf('true') },
  active_identity_id: { scope: 'account', parse: text },
  identity_mode: { scope: 'account', parse: oneOf('single', 'both') },
  identity_ids: { scope: 'account', parse: json(isIds), format: JSON.stringify },
  session_active: { scope: 'account', parse: oneOf('true') },
  push_device_id: { scope: 'account', parse: text },
  push_identity_id: { scope: 'account', parse: text },
  push_disabled: { scope: 'account', parse: oneOf('true') },
  theme: { scope: 'device', parse: oneOf('system', 'dark', 'light') },
  text_size: { scope: 'device', parse: percent },
  allow_zoom: { scope: 'device', parse: oneOf('true') },
  discreet: { scope: 'device', parse: oneOf('true') },
  covered: { scope: 'tab', parse: oneOf('true') },
  install_dismissed: { scope: 'device', parse: oneOf('true') },
  chunk_reloaded: { scope: 'tab', parse: text },
  config: { scope: 'device', parse: json(anything), format: JSON.stringify },
  device_db: { scope: 'device', parse: text },
  join_token: { scope: 'account', parse: text },
  badges: { scope: 'tab', parse: json(anything), format: JSON.stringify },
  crash_reloaded: { scope: 'tab', parse: oneOf('true') },
  config_reloaded: { scope: 'tab', parse: oneOf('true') },
  pending_email: { scope: 'tab', parse: text },
  session_lost: { scope: 'tab', parse: oneOf('true') },
}
/**
 * Keys with an id in them. Last routes stay after logout: each account of the device finds its own again (MSG-014), under
 * a number that tells of nobody, and without what was open there.
 */
const PREFIXES: readonly (readonly [prefix: string, rule: Rule])[] = [
  ['last_route:', { scope: 'device', parse: text }],
  ['sync:', { scope: 'account', parse: text }],
  ['draft:', { scope: 'account', parse: text }],
  ['door:', { scope: 'account', parse: json(anything), format: JSON.stringify }],
  ['door_queue:', { scope: 'account', parse: json(anything), format: JSON.stringify }],
]
const ruleOf = (key: string): Rule | undefined =>
  Object.hasOwn(RULES, key) ? RULES[key] : PREFIXES.find(([prefix]) => key.startsWith(prefix))?.[1]

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

export const storage = {
  /** The stored value, or undefined when it is absent, malformed or out of reach. */
  get<K extends keyof Stored>(key: K): Stored[K] | undefined {
    const rule = ruleOf(key)
    const raw = rule && attempt(() => area(rule.scope)?.getItem(key))
    return raw === undefined || raw === null
      ? undefined
      : (rule?.parse(raw) as Stored[K] | undefined)
  },
  set<K extends keyof Stored>(key: K, value: Stored[K]): void {
    const rule = ruleOf(key)
    if (rule)
      attempt(() =>
        area(rule.scope)?.setItem(key, rule.format ? rule.format(value) : String(value)),
      )
  },
  remove(key: keyof Stored): void {
    const rule = ruleOf(key)
    if (rule) attempt(() => area(rule.scope)?.removeItem(key))
  },
}

const keysIn = (store: Storage | null): string[] =>
  attempt(() => Array.from({ length: store?.length ?? 0 }, (_, i) => store?.key(i) ?? '')) ?? []
const wipe = (scope: Scope, keep: (key: string) => boolean): void => {
  const store = area(scope)
  for (const key of keysIn(store))
    if (ruleOf(key)?.scope === scope && !keep(key)) attempt(() => store?.removeItem(key))
}

/** Stored keys that begin like this. */
export const keysOf = (prefix: `draft:${string}`): `draft:${string}:${string}`[] => {
  return keysIn(area('account')).filter((key): key is `draft:${string}:${string}` =>
    key.startsWith(prefix),
  )
}

/** Where the last route of an account lies: a number made of its id, which does not lead back to it. */
export const routeKey = (accountId: string): `last_route:${string}` => {
  let sum = 0
  for (const letter of accountId) sum = Math.imul(sum ^ letter.charCodeAt(0), 16777619)
  return `last_route:${sum >>> 0}`
}

/** Logout: removes everything of scope account and tab. */
export const clearAccountStorage = (): void => {
  wipe('account', () => false)
  const store = area('device')
  for (const key of keysIn(store))
    if (key.startsWith('last_route:'))
      attempt(() => store?.setItem(key, /^\/[a-z]*/.exec(store.getItem(key) ?? '')?.[0] ?? ''))
  wipe('tab', () => false)
}

/** A session that ended by itself: as logout, but unsent drafts, arrivals and who uses the device wait for the same account to come back. */
export const clearSessionStorage = (): void => {
  wipe(
    'account',
    (key) =>
      key === 'push_identity_id' ||
      key === 'push_device_id' ||
      key.startsWith('draft:') ||
      key.startsWith('door_queue:'),
  )
  wipe('tab', () => false)
}
