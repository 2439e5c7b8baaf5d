import { loadConfig } from '../data/start/config'
import { startedAway } from '../data/start/prefetched'
import { startHub } from '../data/hub/hub'
import { onSessionChange, session, startSession } from '../data/session/session'
import { storage } from '../data/device/storage'
import { BUILD_DATE } from '../data/start/version'
import { Inside } from './app'
import { isPublic } from './shell/nav'
import { opening } from './opening'
import { Login, Private } from './routes/routes'

/** What the device has kept is waited for this long, ms. */
const KEPT_MS = 500

/** Once a page: configuration, then hub and session beside one another; what the session asks of the hub waits until it is there. */
export const startApp = async (): Promise<void> => {
  onSessionChange((what, reason) => {
    // asked for in another tab or on another device: this page starts again with the one thing that is left to do
    if (what === 'deleting') location.reload()
    if (what !== 'ended') return
    // a full load: nothing of the member stays in the memory of this page
    location.replace(
      reason === 'expired' ? '/login?reason=session_expired' : reason === 'logout' ? '/login' : '/',
    )
  })
  // a member will see a private screen: read while it is found out who this is
  const code =
    storage.get('auth_token') && (location.pathname === '/' || !isPublic(location.pathname))
      ? Promise.all([Inside.load(), Private.load()]).catch(() => undefined)
      : null
  opening.held = code !== null
  // a visitor will see the login: on its way while the configuration is asked for
  if (!storage.get('auth_token') && /^\/(?:login)?$/.test(location.pathname))
    void Login.load().catch(() => undefined)
  try {
    const config = await loadConfig()
    startHub({ ...config.realtime, buildDate: BUILD_DATE }).catch(reportError)
    await startSession()
    if (session.phase === 'signed-in' && code) {
      await code
      if (startedAway())
        await Promise.race([
          import('../features/messaging/realtime')
            .then((m) => m.keptShown())
            .catch(() => undefined),
          new Promise((resolve) => setTimeout(resolve, KEPT_MS)),
        ])
    }
  } finally {
    opening.held = false
  }
}
