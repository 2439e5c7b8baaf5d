import { IDENTITIES_MAX } from '#contract/limits'
import { hubIfStarted, tabId } from '../hub/hub'
import { emitSession, session } from './state'
import { storage } from '../device/storage'

/** Tells the hub what this tab's session is: whose channels, which token. */
export const pushSession = (): void => {
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

/** Acts as this identity alone from now on; both mode ends, conversation lists refresh on the `identity` change. */
export const chooseIdentity = (id: string): void => {
  if (session.mode === 'single' && session.activeIdentityId === id) return
  act(id, [])
  pushSession()
  emitSession('identity')
}

/** Acts as two identities at once. False, and nothing changes, with fewer than two; of more, the first two are kept. */
export const chooseBoth = (ids: readonly string[]): boolean => {
  const pair = [...new Set(ids)].slice(0, IDENTITIES_MAX)
  if (pair.length < 2) return false
  act(null, pair)
  pushSession()
  emitSession('identity')
  return true
}

/** Another account, or none: nobody is chosen. */
export const resetIdentity = (): void => act(null, [])

/** What this device remembers, as far as the identities of the account allow it; the only identity chooses itself. Without `own` (account not loaded) it is believed. */
export const restoreIdentity = (own: readonly string[] | null): void => {
  const mine = (id: string): boolean => own === null || own.includes(id)
  const pair = (storage.get('identity_ids') ?? []).filter(mine).slice(0, IDENTITIES_MAX)
  if (storage.get('identity_mode') === 'both' && pair.length === 2) return act(null, pair)
  const stored = storage.get('active_identity_id')
  const only = own?.length === 1 ? own[0] : undefined
  act(stored !== undefined && mine(stored) ? stored : (only ?? null), [])
}
