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
/** `z`: 5001 for the first, one more for each panel above it. */
export interface OpenPanel { key: string; z: number; panel: Panel }

const BASE_Z = 5001

/** Open panels, lowest first. The address never changes; each panel is one history entry, so that Back closes the top one. */
export const panels = proxy<{ stack: OpenPanel[] }>({ stack: [] })
let count = 0
let listening = false

/** How many panels the current history entry stands for. */
const depth = (): number => {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'panels' in state && typeof state.panels === 'number' ? state.panels : 0
}
const keepLowest = (n: number): void => {
  if (panels.stack.length > n) panels.stack.splice(n)
}
const listen = (): void => {
  if (listening) return
  listening = true
  addEventListener('popstate', () => keepLowest(depth()))
}

/** Opens a panel above the others. The one that is already on top is not opened twice. */
export const openPanel = (panel: Panel): void => {
  listen()
  const top = panels.stack.at(-1)?.panel
  if (top && JSON.stringify(top) === JSON.stringify(panel)) return
  panels.stack.push({ key: `panel-${(count += 1)}`, z: BASE_Z + panels.stack.length, panel })
  history.pushState({ ...(history.state as object | null), panels: panels.stack.length }, '')
}

/** Leaves the history entries of `n` panels, when they are the current ones (after a navigation they no longer are). */
const close = (n: number): void => {
  if (n <= 0) return
  const left = panels.stack.length - n
  const matches = depth() === panels.stack.length
  keepLowest(left)
  if (matches) history.go(-n)
}

export const closeTop = (): void => close(Math.min(1, panels.stack.length))

/** Closes every panel together. Resolves once the history is back on the page below: navigate only then. */
export const closeAll = (): Promise<void> => {
  const n = panels.stack.length
  if (n === 0 || depth() !== n) {
    keepLowest(0)
    return Promise.resolve()
  }
  return new Promise((resolve) => {
    const done = (): void => {
      removeEventListener('popstate', done)
      clearTimeout(timer)
      resolve()
    }
    // a history that never answers must not hold a navigation back
    const timer = setTimeout(done, 300)
    addEventListener('popstate', done)
    close(n)
  })
}
