import { proxy } from 'valtio'
import type { Account } from '#contract/profile/profile'
import type { User } from '#contract/session/session'

export type SessionPhase = 'starting' | 'signed-out' | 'no-account' | 'signed-in'
export type SessionChange = 'account' | 'identity' | 'token' | 'ended' | 'deleting'
export interface Session {
  phase: SessionPhase
  token: string | null
  user: User | null
  account: Account | null
  accountId: string | null
  hasAccount: boolean
  /** The account waits for its deletion, on this day (ISO): it can only be taken back. */
  deletesAt: string | null
  /** null in both mode, and while nobody is chosen. */
  activeIdentityId: string | null
  mode: 'single' | 'both'
  /** The pair of both mode; empty in single mode. */
  identityIds: string[]
  /** The start is over: what the session is, is known. */
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
  activeIdentityId: null,
  mode: 'single',
  identityIds: [],
  ready: false,
})
export const session = proxy<Session>(emptySession())

type Listener = (what: SessionChange, reason?: string) => void
const listeners = new Set<Listener>()
/** Told of a changed account, identity or token, of a deletion that was asked for elsewhere, and of the end with its reason: `expired`, `lost` or `logout`. */
export const onSessionChange = (fn: Listener): (() => void) => {
  listeners.add(fn)
  return () => void listeners.delete(fn)
}
export const emitSession = (what: SessionChange, reason?: string): void => {
  for (const fn of listeners) fn(what, reason)
}

const forgetters = new Set<() => void>()
/** Told when everything that was read for a member must go from the memory of this page: another account, or nobody. */
export const onForget = (fn: () => void): void => void forgetters.add(fn)
export const forgetCached = (): void => {
  for (const fn of forgetters) fn()
}

export type Acting = { kind: 'single'; id: string } | { kind: 'both' } | { kind: 'none' }
/** Who acts now: one identity, both, or nobody yet. */
export const actingIdentity = (): Acting => {
  if (session.mode === 'both') return { kind: 'both' }
  return session.activeIdentityId
    ? { kind: 'single', id: session.activeIdentityId }
    : { kind: 'none' }
}
