import { proxy } from 'valtio'
import type { Account } from '#contract/profile/profile'
import type { User } from '#contract/session/session'
import type { EndReason } from '#contract/workers/tabs'

type SessionPhase = 'starting' | 'signed-out' | 'no-account' | 'signed-in'
type SessionChange = 'account' | 'identity' | 'token' | 'ended' | 'deleting'
export interface Session {
  phase: SessionPhase
  token: string | null
  user: User | null
  account: Account | null
  accountId: string | null
  /** CORE-057 names it; screens read `phase`, which says the same. */
  hasAccount: boolean
  /** Date (ISO) of the account's pending deletion, which can only be cancelled. */
  deletesAt: string | null
  /** A version of the community rules that the member has yet to accept. */
  rulesToAccept: number | null
  /** A decision of the staff closes the account: only its reasons, an appeal and its data are open. */
  suspended: boolean
  /** The server asks for a proof of age first. */
  ageRequired: boolean
  /** null in both mode, and until an identity is chosen. */
  activeIdentityId: string | null
  mode: 'single' | 'both'
  /** The two identities of both mode; empty in single mode. */
  identityIds: string[]
  /** Whether the start has finished. */
  ready: boolean
}

export const emptySession = (): Session => ({
  phase: 'starting',
  token: null,
  user: null,
  account: null,
  accountId: null,
  hasAccount: false,
  deletesAt: null,
  rulesToAccept: null,
  suspended: false,
  ageRequired: false,
  activeIdentityId: null,
  mode: 'single',
  identityIds: [],
  ready: false,
})
export const session = proxy<Session>(emptySession())

type Listener = (what: SessionChange, reason?: EndReason) => void
const listeners = new Set<Listener>()
/**
 * Notifies of a changed account, identity or token, of a deletion requested elsewhere, and of the
 * end with its reason.
 */
export const onSessionChange = (fn: Listener): (() => void) => {
  listeners.add(fn)
  return () => void listeners.delete(fn)
}
export const emitSession = (what: SessionChange, reason?: EndReason): void => {
  for (const fn of listeners) fn(what, reason)
}

const forgetters = new Set<() => void>()
/**
 * Calls `fn` when everything that was loaded for a member must leave the memory of this page:
 * account changed or signed out.
 */
export const onForget = (fn: () => void): void => void forgetters.add(fn)
export const forgetCached = (): void => {
  for (const fn of forgetters) fn()
}

export type Acting = { kind: 'single'; id: string } | { kind: 'both' } | { kind: 'none' }
/** The active identity: one, both, or none yet. */
export const actingIdentity = (): Acting => {
  if (session.mode === 'both') return { kind: 'both' }
  return session.activeIdentityId
    ? { kind: 'single', id: session.activeIdentityId }
    : { kind: 'none' }
}
