import { proxy } from 'valtio'
import { getUserPreferences, saveUserPreferences, type UserPreferences } from '#contract/push'
import type { RouteInput } from '#contract/route'
import { call } from '../http/api'
import { openTabChannel } from '../hub/between-tabs'
import { createOptimisticChanges } from '../http/optimistic-changes'
import { onSessionChange, session } from '../session/state'

type Patch = RouteInput<typeof saveUserPreferences>['body']
const LOAD_FAILED = 'Impossible de charger vos préférences pour le moment.'
export const SAVE_FAILED = 'Impossible de sauvegarder vos préférences. Merci de réessayer.'
export const SAVED = 'Préférences mises à jour.'
/** How long the confirmation is shown, ms. */
const SAVED_MS = 2_500

/** `value` null: not loaded. `error` and `saved` describe the last load or save. */
export const pushPreferences = proxy<{
  value: UserPreferences | null
  loading: boolean
  error: string | null
  saved: boolean
}>({ value: null, loading: false, error: null, saved: false })

/** At the top level, or under `preferences` as in the product documents. */
const read = (answer: UserPreferences | { preferences: UserPreferences }): UserPreferences =>
  'preferences' in answer ? answer.preferences : answer
const changes = createOptimisticChanges<UserPreferences | null, Patch>(
  null,
  (value, patch) =>
    value && ({ ...value, ...patch, push: { ...value.push, ...patch.push } } as UserPreferences),
  // a copy: valtio takes ownership of the objects it holds
  (value) => {
    pushPreferences.value = structuredClone(value)
  },
)
const take = (answer: UserPreferences): void => {
  changes.take(answer)
  if (session.user) session.user.preferences.pushNotifications = answer.pushNotifications
}
const tellTabs = openTabChannel<UserPreferences>('push-preferences', take)

/** Never rejects: a failure is in `pushPreferences.error`. */
export const loadPushPreferences = async (): Promise<void> => {
  pushPreferences.loading = true
  pushPreferences.error = null
  try {
    take(read(await call(getUserPreferences, {})))
  } catch {
    pushPreferences.error = LOAD_FAILED
  } finally {
    pushPreferences.loading = false
  }
}

let timer: ReturnType<typeof setTimeout> | undefined
/**
 * Applies a change optimistically, and in other tabs once saved; reverted alone when refused. Never
 * rejects.
 */
export const savePushPreference = async (patch: Patch): Promise<void> => {
  pushPreferences.error = null
  clearTimeout(timer)
  pushPreferences.saved = false
  try {
    const answer = await changes.save(patch, async () =>
      read(await call(saveUserPreferences, { body: patch })),
    )
    if (!answer) return
    if (session.user) session.user.preferences.pushNotifications = answer.pushNotifications
    tellTabs(answer)
    pushPreferences.saved = true
    clearTimeout(timer)
    timer = setTimeout(() => {
      pushPreferences.saved = false
    }, SAVED_MS)
  } catch {
    pushPreferences.error = SAVE_FAILED
  }
}

onSessionChange((what) => {
  if (what !== 'account' && what !== 'ended') return
  changes.reset(null)
  Object.assign(pushPreferences, { loading: false, error: null, saved: false })
})
