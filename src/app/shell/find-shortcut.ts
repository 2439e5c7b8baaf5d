import { discretion } from '../../data/device/discretion'
import { openPanel, panels } from '../../data/state/panels'
import { topLayer } from '../../ui/overlay/layers'

/** A dialog that is no panel (a question, an editor) is finished first. */
const isTaken = (): boolean => {
  const isQuestion = topLayer() !== null && panels.stack.length === 0
  return discretion.covered || isQuestion || topLayer()?.role === 'alertdialog'
}

/** Ctrl+K, or ⌘K on a Mac, opens the search over any screen. */
export const startFindShortcut = (): void =>
  addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey) return
    if (event.ctrlKey === event.metaKey || event.repeat) return
    event.preventDefault()
    if (!isTaken()) openPanel({ kind: 'find' })
  })
