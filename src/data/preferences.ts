import { proxy } from 'valtio'
import { updatePreferences } from '#contract/settings'
import { call } from './api'
import { onSessionChange } from './session-state'

/** What the account chose, as far as it is known here; null: not asked yet. */
export const preferences = proxy<{ typing: boolean | null }>({ typing: null })
onSessionChange((what) => { if (what === 'account' || what === 'ended') preferences.typing = null })

/** Asks what is chosen: a change that names nothing changes nothing and answers all. Rejects with ApiError. */
export const loadPreferences = async (): Promise<void> => void Object.assign(preferences, (await call(updatePreferences, { body: {} })).preferences)
/** «Montrer quand j’écris», at once here; taken back when the server does not take it. Rejects with ApiError. */
export const saveTyping = async (typing: boolean): Promise<void> => {
  const before = preferences.typing
  preferences.typing = typing
  try {
    Object.assign(preferences, (await call(updatePreferences, { body: { typing } })).preferences)
  } catch (error) {
    preferences.typing = before
    throw error
  }
}
