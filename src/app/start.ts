import { loadConfig } from '../data/config'
import { startHub } from '../data/hub'
import { onSessionChange, startSession } from '../data/session'
import { BUILD_DATE } from '../data/version'

/** Once a page: configuration and hub, then the session (which may need the hub to refresh). */
export const startApp = async (): Promise<void> => {
  onSessionChange((what, reason) => {
    // asked for in another tab or on another device: this page starts again with the one thing that is left to do
    if (what === 'deleting') location.reload()
    if (what !== 'ended') return
    // a full load: nothing of the member stays in the memory of this page
    location.replace(reason === 'expired' ? '/login?reason=session_expired' : reason === 'logout' ? '/login' : '/')
  })
  const config = await loadConfig()
  await startHub({ ...config.realtime, buildDate: BUILD_DATE })
  await startSession()
}
