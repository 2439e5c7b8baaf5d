import { proxy } from 'valtio'
import type { Input } from '#contract/route'
import { updatePreferences, type AccountPreferences } from '#contract/settings'
import { call } from './api'
import { betweenTabs } from './between-tabs'
import { onSessionChange } from './session-state'

type Patch = Input<typeof updatePreferences>['body']
type Known = { [K in keyof AccountPreferences]: AccountPreferences[K] | null }
const unknown = (): Known => ({ typing: null, presence: null, contact: null })
/** What the account chose, as far as it is known here; null: not asked yet. */
export const preferences = proxy<Known>(unknown())

/** What the server said last, and what is on its way to it, oldest first: shown over it. */
let said = unknown()
let waiting: readonly Patch[] = []
const show = (): void => void Object.assign(preferences, said, ...waiting)
const take = (answer: Known): void => {
  said = { ...answer }
  show()
}
const tellTabs = betweenTabs<AccountPreferences>('preferences', take)
onSessionChange((what) => {
  if (what !== 'account' && what !== 'ended') return
  waiting = []
  take(unknown())
})

/** Asks what is chosen: a change that names nothing changes nothing and answers all. Rejects with ApiError. */
export const loadPreferences = async (): Promise<void> => take((await call(updatePreferences, { body: {} })).preferences)

/** One after the other: the last answer is then the latest state. */
let before: Promise<unknown> = Promise.resolve()
/** At once here, in the other tabs when it is saved; alone taken back when the server does not take it. Rejects with ApiError. */
export const savePreference = async (patch: Patch): Promise<void> => {
  waiting = [...waiting, patch]
  show()
  const saving = before.then(() => call(updatePreferences, { body: patch }))
  before = saving.catch(() => undefined)
  try {
    const { preferences: answer } = await saving
    // somebody else is here now
    if (!waiting.includes(patch)) return
    said = answer
    tellTabs(answer)
  } finally {
    waiting = waiting.filter((w) => w !== patch)
    show()
  }
}
