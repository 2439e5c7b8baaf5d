import type { RealtimeEvent } from '../realtime'

/** State of the one realtime connection, as the library names it. */
export type ConnectionState =
  | 'initialized'
  | 'connecting'
  | 'connected'
  | 'unavailable'
  | 'failed'
  | 'disconnected'

/**
 * The session as a tab reports it. The token lives in the hub's memory and in the tabs' local
 * storage.
 */
export interface HubSession {
  readonly token: string
  readonly accountId: string | null
  /** null in both mode. */
  readonly activeIdentityId: string | null
  /** Identities of the account whose channels are subscribed: the active one, or both. */
  readonly identityIds: readonly string[]
}

export interface HubConfig {
  readonly key: string
  readonly cluster: string
  readonly host: string
  readonly port: number | null
  readonly forceTLS: boolean | null
  /** ISO date of this build: the version poll compares with it. */
  readonly buildDate: string
}

/** Hub state, mirrored by every tab. */
export interface HubState {
  connection: ConnectionState
  lastError: string | null
  /** A newer version of the app is served. */
  newVersion: string | null
  tabs: number
}

export type LinkVariant = 'full' | 'thumbnail'
export interface SignedLink {
  readonly url: string
  readonly expiresAt: number
}

/** Why a session ended: `expired` in a background check, `lost` after a 401. */
export type EndReason = 'expired' | 'lost' | 'logout'

/** A message from the hub to a tab; sent in batches, at most one per 16 ms. */
export type HubMessage =
  | { readonly type: 'state'; readonly patch: Partial<HubState> }
  | { readonly type: 'event'; readonly event: RealtimeEvent }
  /** The hub refreshed the token for all tabs, or holds a newer one than this tab. */
  | { readonly type: 'token'; readonly token: string }
  | { readonly type: 'ended'; readonly reason: EndReason }
  /** The connection was re-established after a gap: every tab syncs. */
  | { readonly type: 'resync' }
  /** Links of these media are invalid (unshared, left, deleted). */
  | { readonly type: 'links-dropped'; readonly ids: readonly string[] }
  /**
   * A newer build of the hub has the socket: the tab offers a reload, it does not reload
   * automatically.
   */
  | { readonly type: 'reload' }

/**
 * The hub as a tab calls it over Comlink. Several tabs may call every method at once, and repeat a
 * call.
 */
export interface HubApi {
  setSession(tabId: string, session: HubSession | null): Promise<void>
  /** One refresh for all tabs that call it. null: the session has ended (tabs also get `ended`). */
  refresh(failedToken: string | null): Promise<string | null>
  /**
   * `at`: when the page was shown or hidden, ms since epoch (default: now). A device that freezes
   * the worker delivers the call later.
   */
  setVisible(tabId: string, visible: boolean, at?: number): Promise<void>
  watchConversation(tabId: string, conversationId: string | null): Promise<void>
  /**
   * Signed link from the shared cache, fetched in batches; null: not visible to this member.
   * `fresh`: true bypasses the cache; a time (ms since epoch) accepts a cached link that expires
   * later, which another tab may have fetched.
   */
  link(mediaId: string, variant: LinkVariant, fresh?: boolean | number): Promise<SignedLink | null>
  dropLinks(ids: readonly string[]): Promise<void>
  reconnect(): Promise<void>
  /** Whether the server has ended the session. */
  logout(): Promise<boolean>
}

/** Exposed by the hub on a tab's endpoint. */
export interface ExposedHub extends HubApi {
  /**
   * The tab already holds the Web Lock `tab:{tabId}`; the hub drops the tab when that lock is free.
   */
  join(tabId: string, config: HubConfig): Promise<HubState>
}
/** Exposed by a tab on the same endpoint. The hub never awaits it: a dead tab does not reply. */
export interface ExposedTab {
  receive(batch: readonly HubMessage[]): void
}
