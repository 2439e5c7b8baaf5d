import { proxy } from 'valtio'

export type Panel =
  | { kind: 'profile'; id: string }
  | { kind: 'group'; id: string }
  | { kind: 'event'; id: string }
  | { kind: 'settings' }
  | { kind: 'feedback' }
  | { kind: 'about' }
  | { kind: 'menu' }
  | { kind: 'drive' }
  | { kind: 'camera' }
/** `z`: 5001 for the first panel, one more for each above it. */
export interface OpenPanel {
  key: string
  z: number
  panel: Panel
}

const BASE_Z = 5001

/**
 * Open panels, lowest first. The URL does not change; as in every drawer, Back closes the top one
 * (src/ui/overlay/back.ts).
 */
export const panels = proxy<{ stack: OpenPanel[] }>({ stack: [] })
let count = 0

/** Opens a panel above the others, unless it is already on top. */
export const openPanel = (panel: Panel): void => {
  const top = panels.stack.at(-1)?.panel
  if (top && JSON.stringify(top) === JSON.stringify(panel)) return
  panels.stack.push({ key: `panel-${(count += 1)}`, z: BASE_Z + panels.stack.length, panel })
}

export const closeTop = (): void => void panels.stack.pop()

/** Closes all panels. Resolves once they have left the state: navigate then. */
export const closeAll = (): Promise<void> => {
  panels.stack.splice(0)
  return Promise.resolve()
}
