import { proxy } from 'valtio'
import { onForget } from '../session/state'

/** The pages of the settings; `/settings/{page}` opens one. */
export const SETTINGS_PAGES = [
  'appearance',
  'notifications',
  'privacy',
  'security',
  'app',
  'data',
  'zones',
  'code',
] as const
export type SettingsPage = (typeof SETTINGS_PAGES)[number]
export type Panel =
  /** `album`: at this album of theirs. `at`: at what one shares with them. */
  | { kind: 'profile'; id: string; album?: string; at?: 'sharing' }
  | { kind: 'group'; id: string }
  | { kind: 'event'; id: string }
  | { kind: 'settings'; page?: SettingsPage }
  | { kind: 'find' }
  | { kind: 'share-album'; id: string; handle: string }
  | { kind: 'feedback' }
  | { kind: 'about' }
  | { kind: 'menu' }
  | { kind: 'drive' }
  | { kind: 'camera' }
/** What the shell gives to every panel. `level`: how many are below it. */
export interface PanelProps {
  readonly open: boolean
  readonly level: number
  readonly onClose: () => void
}
export interface OpenPanel {
  key: string
  panel: Panel
}

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
  panels.stack.push({ key: `panel-${(count += 1)}`, panel })
}

export const closeTop = (): void => void panels.stack.pop()

/** Closes the profile menu of the side bar, wherever it is in the stack. */
export const closeMenu = (): void => {
  panels.stack = panels.stack.filter((open) => open.panel.kind !== 'menu')
}

/** Closes all panels. Resolves once they have left the state: navigate then. */
export const closeAll = (): Promise<void> => {
  panels.stack.splice(0)
  return Promise.resolve()
}
// the next account may not see them
onForget(() => void closeAll())
