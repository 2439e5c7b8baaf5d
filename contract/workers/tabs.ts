import type { RealtimeEvent } from '../realtime'

/** State of the one realtime connection, as the library names it. */
export type ConnectionState =
  | 'initialized'
  | 'connecting'
  | 'connected'
  | 'unavailable'
  | 'failed'
  | 'disconnected'

/** What a tab tells the hub of the session. The token lives in the hub's memory and in the tabs' local storage. */
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
  /** Milliseconds since epoch of this build: the version poll compares with it. */
  readonly buildDate: string
}

/** State that every tab mirrors. */
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

/** What the hub sends to a tab; one batch per 16 ms at most. */
export type HubMessage =
  | { readonly type: 'state'; readonly patch: Partial<HubState> }
  | { readonly type: 'event'; readonly event: RealtimeEvent }
  /** The token was refreshed (by the hub, for all tabs) or changed by another tab. */
  | { readonly type: 'token'; readonly token: string }
  /** The session cannot be saved: `expired` from a background check, `lost` after a 401. */
  | { readonly type: 'ended'; readonly reason: 'expired' | 'lost' | 'logout' }
  /** The connection is back after a gap: every tab catches up by sync. */
  | { readonly type: 'resync' }
  /** Links of these media are no longer good (unshared, left, deleted). */
  | { readonly type: 'links-dropped'; readonly ids: readonly string[] }
  /** Another version of the hub must take the socket: reload. */
  | { readonly type: 'reload' }

/** The hub as a tab sees it through Comlink. Every method is safe to call from several tabs at once. */
export interface HubApi {
  /** The tab already holds the Web Lock `tab:{tabId}`; the hub drops the tab when that lock is free. */
  join(
    tabId: string,
    config: HubConfig,
    sink: (batch: readonly HubMessage[]) => void,
  ): Promise<HubState>
  setSession(tabId: string, session: HubSession | null): Promise<void>
  /** One refresh for all tabs, whoever asks. null: the session is over (tabs also get `ended`). */
  refresh(failedToken: string | null): Promise<string | null>
  setVisible(tabId: string, visible: boolean): Promise<void>
  /** The tab returned after `hiddenMs` in the background. */
  returned(tabId: string, hiddenMs: number): Promise<void>
  watchConversation(tabId: string, conversationId: string | null): Promise<void>
  /**
   * Signed link from the shared cache, asked in batches; null: not visible to this member. `fresh`: true for another one than
   * the cache has; a time (ms) for one that lives beyond it, which another tab may have asked for already.
   */
  link(mediaId: string, variant: LinkVariant, fresh?: boolean | number): Promise<SignedLink | null>
  dropLinks(ids: readonly string[]): Promise<void>
  reconnect(): Promise<void>
  logout(): Promise<void>
}
