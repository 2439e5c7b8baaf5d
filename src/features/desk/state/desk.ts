import { proxy } from 'valtio'
import { lockDesk, staffMe, type DeskState } from '#contract/staff/access'
import type { RouteInput, Reply, RouteShape } from '#contract/route'
import { ApiError, call } from '../../../data/http/api'
import { mutate } from '../../../data/http/mutate'
import { onForget } from '../../../data/session/state'

/** `missing`: the caller is not staff, and the desk does not exist for them. */
type DeskPhase = 'asking' | 'missing' | 'failed' | 'locked' | 'open'

interface Desk {
  phase: DeskPhase
  me: DeskState | null
  /** What was on the screen stays mounted, hidden, behind the unlock screen. */
  kept: boolean
  /** Single keys act (j, k, digits); Escape and Ctrl+Enter always do. */
  keys: boolean
}
const empty = (): Desk => ({ phase: 'asking', me: null, kept: false, keys: true })
export const desk = proxy<Desk>(empty())

const forgetters = new Set<() => void>()
/** Calls `fn` when nothing of the desk may stay in memory: locked on purpose, or signed out. */
export const onDeskForgotten = (fn: () => void): void => void forgetters.add(fn)

/** Grows when everything is forgotten: a reply on its way then fills nothing that is shown later. */
let generation = 0
/** Cache key of what the desk shows. */
export const deskKey = (...parts: readonly string[]): readonly (string | number)[] => [
  'desk',
  generation,
  ...parts,
]
const isDeskKey = (key: unknown): boolean => Array.isArray(key) && key[0] === 'desk'
const forget = (): void => {
  generation += 1
  for (const fn of forgetters) fn()
  void mutate(isDeskKey, undefined, { revalidate: false })
}
onForget(() => {
  Object.assign(desk, empty())
  forget()
})

let focused: Element | null = null
const showLock = (): void => {
  if (desk.phase === 'open') focused = document.activeElement
  desk.phase = 'locked'
}
/** Gives the focus back to where it was before the lock. */
export const restoreFocus = (): void => {
  if (focused instanceof HTMLElement && focused.isConnected) focused.focus()
  focused = null
}

/** Asks who the caller is at the desk. */
export const loadDesk = async (): Promise<void> => {
  const before = desk.phase
  try {
    const me = await call(staffMe, {})
    // locked while the reply was on its way
    if (before === 'open' && desk.phase !== 'open') return
    desk.me = me
    desk.phase = me.unlocked ? 'open' : 'locked'
    if (me.unlocked) desk.kept = true
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) desk.phase = 'missing'
    else if (desk.phase === 'asking') desk.phase = 'failed'
  }
}

/** After a successful unlock: what failed meanwhile is loaded again. */
export const deskUnlocked = async (): Promise<void> => {
  await loadDesk()
  await mutate(isDeskKey)
}

/**
 * Like `call`. A locked desk shows the unlock screen over the current one; a 404 may mean that
 * the role was removed.
 */
export const staffCall = async <R extends RouteShape>(
  route: R,
  input: RouteInput<R>,
): Promise<Reply<R>> => {
  try {
    return await call(route, input)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'staff_locked') showLock()
    else if (error instanceof ApiError && error.status === 404 && desk.phase === 'open')
      void loadDesk()
    throw error
  }
}

/** Locks the desk in this session. On purpose, nothing stays; after idling, what was typed does. */
export const lockDeskSession = async (how: 'purpose' | 'idle'): Promise<void> => {
  showLock()
  if (how === 'purpose') {
    desk.kept = false
    forget()
  }
  await call(lockDesk, {})
}
