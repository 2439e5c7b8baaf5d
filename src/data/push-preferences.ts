import { proxy } from 'valtio'
import { getUserPreferences, saveUserPreferences, type UserPreferences } from '#contract/push'
import type { Input } from '#contract/route'
import { call } from './api'
import { betweenTabs } from './between-tabs'
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
/** What the server said last, and what is on its way to it, oldest first: shown over it. */
let said: UserPreferences | null = null
let waiting: readonly Patch[] = []
const show = (): void => {
  // a copy: what valtio holds becomes its own
  pushPreferences.value = said && waiting.reduce<UserPreferences>((value, patch) => ({ ...value, ...patch, push: { ...value.push, ...patch.push } }) as UserPreferences, structuredClone(said))
}
const take = (answer: UserPreferences): void => {
  said = read(answer)
  show()
  if (session.user) session.user.preferences.pushNotifications = said.pushNotifications
}
const tellTabs = betweenTabs<UserPreferences>('push-preferences', take)

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
/** One after the other: the last answer is then the latest state. */
let before: Promise<unknown> = Promise.resolve()
/** At once here, in the other tabs when it is saved; alone taken back when the server does not take it; says how it went. Never rejects. */
export const savePushPreference = async (patch: Patch): Promise<void> => {
  waiting = [...waiting, patch]
  show()
  pushPreferences.error = null
  clearTimeout(timer)
  pushPreferences.saved = false
  const saving = before.then(() => call(saveUserPreferences, { body: patch }))
  before = saving.catch(() => undefined)
  const answer = await saving.catch(() => null)
  // somebody else is here now
  if (!waiting.includes(patch)) return
  waiting = waiting.filter((w) => w !== patch)
  if (!answer) {
    show()
    pushPreferences.error = SAVE_FAILED
    return
  }
  take(answer)
  tellTabs(read(answer))
  pushPreferences.saved = true
  clearTimeout(timer)
  timer = setTimeout(() => { pushPreferences.saved = false }, SAVED_MS)
}

onSessionChange((what) => {
  if (what !== 'account' && what !== 'ended') return
  said = null
  waiting = []
  Object.assign(pushPreferences, { value: null, loading: false, error: null, saved: false })
})
