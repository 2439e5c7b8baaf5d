import { IDENTITIES_MAX } from '#contract/limits'
import { hubIfStarted, tabId } from '../hub/hub'
import { emitSession, session } from './state'
import { storage } from '../device/storage'

/** Sends this tab's session (token and channels) to the hub. */
export const sendSessionToHub = (): void => {
  const { token, accountId, activeIdentityId, mode, identityIds } = session
  if (!token) return
  const acting = mode === 'both' ? [...identityIds] : activeIdentityId ? [activeIdentityId] : []
  void hubIfStarted()?.setSession(tabId, {
    token,
    accountId,
    activeIdentityId: mode === 'both' ? null : activeIdentityId,
    identityIds: acting,
  })
}

const keep = (): void => {
  const { activeIdentityId, mode, identityIds } = session
  if (activeIdentityId) storage.set('active_identity_id', activeIdentityId)
  else storage.remove('active_identity_id')
  storage.set('identity_mode', mode)
  if (identityIds.length > 0) storage.set('identity_ids', [...identityIds])
  else storage.remove('identity_ids')
}

const act = (activeIdentityId: string | null, pair: readonly string[]): void => {
  session.activeIdentityId = activeIdentityId
  session.mode = pair.length > 0 ? 'both' : 'single'
  session.identityIds = [...pair]
  keep()
}

/**
 * Acts as this identity only. Ends both mode; conversation lists refresh on the `identity` change.
 */
export const chooseIdentity = (id: string): void => {
  if (session.mode === 'single' && session.activeIdentityId === id) return
  act(id, [])
  sendSessionToHub()
  emitSession('identity')
}

/**
 * Acts as two identities. Returns false and changes nothing with fewer than two; of more, the first
 * two are used.
 */
export const chooseBoth = (ids: readonly string[]): boolean => {
  const pair = [...new Set(ids)].slice(0, IDENTITIES_MAX)
  if (pair.length < 2) return false
  act(null, pair)
  sendSessionToHub()
  emitSession('identity')
  return true
}

/** Account changed or signed out: no identity is selected. */
export const resetIdentity = (): void => act(null, [])

/**
 * Restores the identity stored on this device if the account still has it; a single identity is
 * selected automatically. Without `own` (account not loaded) the stored one is used.
 */
export const restoreIdentity = (own: readonly string[] | null): void => {
  const mine = (id: string): boolean => own === null || own.includes(id)
  const pair = (storage.get('identity_ids') ?? []).filter(mine).slice(0, IDENTITIES_MAX)
  if (storage.get('identity_mode') === 'both' && pair.length === 2) return act(null, pair)
  const stored = storage.get('active_identity_id')
  const only = own?.length === 1 ? own[0] : undefined
  act(stored !== undefined && mine(stored) ? stored : (only ?? null), [])
}
