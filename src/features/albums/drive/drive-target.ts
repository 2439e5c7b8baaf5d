import { proxy } from 'valtio'
import { openPanel } from '../../../data/state/panels'

/** Target of the photos picked in the drive panel; null: it only shows them. */
export const driveTarget = proxy<{ name: string | null }>({ name: null })
let pick: ((ids: readonly string[]) => Promise<void>) | null = null

/** Opens the drive to pick photos for `name`. */
export const openDrive = (
  name: string,
  onPick: (ids: readonly string[]) => Promise<void>,
): void => {
  driveTarget.name = name
  pick = onPick
  openPanel({ kind: 'drive' })
}
export const submitPicked = (ids: readonly string[]): Promise<void> =>
  pick?.(ids) ?? Promise.resolve()
export const forgetTarget = (): void => {
  driveTarget.name = null
  pick = null
}
