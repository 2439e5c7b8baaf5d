import { HEARTBEAT_MS } from '#contract/limits'

/**
 * Switching tabs hides the first before it shows the second: only after this delay is the member
 * offline.
 */
const LEAVE_MS = 300

/**
 * One heartbeat for all tabs every 20 s while one of them is visible (MSG-133), offline when the
 * last one hides (MSG-134). `post` ignores failures: presence never shows an error (MSG-199). The
 * returned function takes whether the member is signed in with a visible tab, and the tab that changed
 * last.
 */
export const createPresence = (
  post: (path: string, body?: unknown) => void,
): ((present: boolean, tabId: string) => void) => {
  let beats: ReturnType<typeof setInterval> | undefined
  let leaving: ReturnType<typeof setTimeout> | undefined
  const beat = (): void => post('/presence/heartbeat')
  const leave = (tabId: string): void => {
    clearInterval(beats)
    beats = undefined
    leaving = undefined
    post('/presence/offline', { sessionId: tabId })
  }
  return (present, tabId) => {
    if (present) {
      clearTimeout(leaving)
      leaving = undefined
      if (beats !== undefined) return
      beat()
      beats = setInterval(beat, HEARTBEAT_MS)
    } else if (beats !== undefined) leaving ??= setTimeout(() => leave(tabId), LEAVE_MS)
  }
}
