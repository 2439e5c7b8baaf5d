import { proxy } from 'valtio'
import type { Input } from '#contract/route'
import { updatePreferences, type AccountPreferences } from '#contract/settings'
import { call } from './api'
import { onSessionChange } from './session-state'

type Known = { [K in keyof AccountPreferences]: AccountPreferences[K] | null }
const unknown = (): Known => ({ typing: null, presence: null, contact: null })
/** What the account chose, as far as it is known here; null: not asked yet. */
export const preferences = proxy<Known>(unknown())
onSessionChange((what) => { if (what === 'account' || what === 'ended') Object.assign(preferences, unknown()) })

/** Asks what is chosen: a change that names nothing changes nothing and answers all. Rejects with ApiError. */
export const loadPreferences = async (): Promise<void> => void Object.assign(preferences, (await call(updatePreferences, { body: {} })).preferences)
/** At once here; taken back when the server does not take it. Rejects with ApiError. */
export const savePreference = async (patch: Input<typeof updatePreferences>['body']): Promise<void> => {
  const before = { ...preferences }
  Object.assign(preferences, patch)
  try {
    Object.assign(preferences, (await call(updatePreferences, { body: patch })).preferences)
  } catch (error) {
    Object.assign(preferences, before)
    throw error
  }
}
