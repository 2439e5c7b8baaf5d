import { proxy } from 'valtio'
import type { RouteInput } from '#contract/route'
import { updatePreferences, type AccountPreferences } from '#contract/settings'
import { call } from '../http/api'
import { openTabChannel } from '../hub/between-tabs'
import { createOptimisticChanges } from '../http/optimistic-changes'
import { onSessionChange } from '../session/state'

type Patch = RouteInput<typeof updatePreferences>['body']
type Known = { [K in keyof AccountPreferences]: AccountPreferences[K] | null }
const unknown = (): Known => ({ typing: null, presence: null, contact: null })
/** The account's preferences, as far as loaded; null: not loaded. */
export const preferences = proxy<Known>(unknown())

const changes = createOptimisticChanges<Known, Patch>(
  unknown(),
  (known, patch) => ({ ...known, ...patch }) as Known,
  (known) => void Object.assign(preferences, known),
)
const tellTabs = openTabChannel<Known>('preferences', changes.take)
onSessionChange((what) => {
  if (what === 'account' || what === 'ended') changes.reset(unknown())
})

/** Loads the preferences: an empty change returns them all. Rejects with ApiError. */
export const loadPreferences = async (): Promise<void> =>
  changes.take((await call(updatePreferences, { body: {} })).preferences)

/**
 * Applies a change optimistically, and in other tabs once saved; reverted alone when the server
 * refuses it. Rejects with ApiError.
 */
export const savePreference = async (patch: Patch): Promise<void> => {
  const answer = await changes.save(
    patch,
    async () => (await call(updatePreferences, { body: patch })).preferences,
  )
  if (answer) tellTabs(answer)
}
