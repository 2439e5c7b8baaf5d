import type { EndReason } from '#contract/workers/tabs'
import { resetBadges } from '../state/badges'
import { wipeDeviceDb, wipeKeptConversations } from '../device/device-db'
import { wipeOriginals } from '../device/originals'
import { hubIfStarted, tabId } from '../hub/hub'
import { emptySession, emitSession, forgetCached, session } from './state'
import { clearAccountStorage, clearSessionStorage, storage } from '../device/storage'

/** Cached responses of the service worker, except the shell (the same for everyone). */
const clearCaches = async (): Promise<void> => {
  if (typeof caches === 'undefined') return
  for (const name of await caches.keys()) if (!name.includes('precache')) await caches.delete(name)
}

/**
 * Removes everything of the member from this page and device. Drafts and outgoing messages are kept
 * when the session expired.
 */
export const clearMemberData = (reason: EndReason): void => {
  resetBadges()
  if (reason === 'logout') {
    clearAccountStorage()
    wipeDeviceDb()
  } else {
    wipeKeptConversations()
    void wipeOriginals()
    clearSessionStorage()
    storage.set('session_lost', 'true')
  }
  Object.assign(session, { ...emptySession(), phase: 'signed-out', ready: true })
  forgetCached()
  void clearCaches().catch(() => undefined)
}

/**
 * Ends the session in this tab, once; src/app navigates on the `ended` that this emits. `byHub`:
 * the hub already knows.
 */
export const endSession = (reason: EndReason, byHub = false): void => {
  if (session.phase === 'signed-out') return
  // found during the start: nothing is on the screen yet, and the guard redirects to the login
  const quiet = session.phase === 'starting'
  clearMemberData(reason)
  if (!byHub) void hubIfStarted()?.setSession(tabId, null)
  if (!quiet) emitSession('ended', reason)
}
