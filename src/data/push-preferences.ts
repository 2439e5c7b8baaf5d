import { proxy } from 'valtio'
import { getUserPreferences, saveUserPreferences, type UserPreferences } from '#contract/push'
import type { Input } from '#contract/route'
import { call } from './api'
import { onSessionChange, session } from './session-state'

type Patch = Input<typeof saveUserPreferences>['body']
export const LOAD_FAILED = 'Impossible de charger vos préférences pour le moment.'
export const SAVE_FAILED = 'Impossible de sauvegarder vos préférences. Merci de réessayer.'
export const SAVED = 'Préférences mises à jour.'
/** How long the good news stays. */
export const SAVED_MS = 2_500

/** `value` null: not loaded. `error` and `saved` are what the panel says about the last load or save. */
export const pushPreferences = proxy<{ value: UserPreferences | null; loading: boolean; error: string | null; saved: boolean }>({ value: null, loading: false, error: null, saved: false })

/** The documents have them at the top, or under `preferences`. */
const read = (answer: UserPreferences | { preferences: UserPreferences }): UserPreferences => ('preferences' in answer ? answer.preferences : answer)
const take = (answer: UserPreferences): void => {
  pushPreferences.value = read(answer)
  if (session.user) session.user.preferences.pushNotifications = pushPreferences.value.pushNotifications
}

export const loadPushPreferences = async (): Promise<void> => {
  pushPreferences.loading = true
  pushPreferences.error = null
  try {
    take(await call(getUserPreferences, {}))
  } catch {
    pushPreferences.error = LOAD_FAILED
  } finally {
    pushPreferences.loading = false
  }
}

let timer: ReturnType<typeof setTimeout> | undefined
/** At once here, taken back when the server does not take it; says how it went for 2.5 s. Never rejects. */
export const savePushPreference = async (patch: Patch): Promise<void> => {
  const before = pushPreferences.value
  if (before) pushPreferences.value = { ...before, ...patch, push: { ...before.push, ...patch.push } } as UserPreferences
  pushPreferences.error = null
  clearTimeout(timer)
  pushPreferences.saved = false
  try {
    take(await call(saveUserPreferences, { body: patch }))
    pushPreferences.saved = true
    timer = setTimeout(() => { pushPreferences.saved = false }, SAVED_MS)
  } catch {
    pushPreferences.value = before
    pushPreferences.error = SAVE_FAILED
  }
}

onSessionChange((what) => {
  if (what === 'account' || what === 'ended') Object.assign(pushPreferences, { value: null, loading: false, error: null, saved: false })
})
