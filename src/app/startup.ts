/**
 * The start of the page, by phase. Before paint: configuration, session and the first screen's code.
 * After paint and idle (src/data/start/phases.ts): everything else. What has to run even before this
 * bundle is in src/app/early.
 */
import { applyAppearance, startZoomBlock } from '../data/device/appearance'
import { storage } from '../data/device/storage'
import { startHub } from '../data/hub/hub'
import { onSessionChange, session, startSession } from '../data/session/session'
import { loadConfig } from '../data/start/config'
import { noteFailedStyles } from '../data/start/failed-styles'
import { loadCodeWithRetry } from '../data/start/load-code'
import { whenIdle } from '../data/start/phases'
import { startedOffline } from '../data/start/prefetched'
import { BUILD_DATE } from '../data/start/version'
import { loadDisplayFont } from '../styles/load-display-font'
import { Inside } from './app'
import { openingState } from './opening'
import { Login, Private } from './routes/routes'
import { isDeskPath, isPublicPath } from './shell/nav'
import { delay } from '../lib/delay'

/** How long the first render waits for the session of a member, ms. */
const SESSION_MS = 1_000
/** How long an offline start waits for the kept conversations, ms. */
const KEPT_MS = 500

const atMost = (ms: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, delay(ms)]).catch(() => undefined)

/** A full load leaves nothing of the member in the memory of the page. */
const leaveWithSession = (): void =>
  void onSessionChange((what, reason) => {
    // requested in another tab or on another device
    if (what === 'deleting') location.reload()
    if (what !== 'ended') return
    const afterLogout = reason === 'logout' ? '/login' : '/'
    location.replace(reason === 'expired' ? '/login?reason=session_expired' : afterLogout)
  })

/** Starts loading the code of the first screen. Null for a visitor. */
const loadFirstScreen = (): Promise<unknown> | null => {
  const isMember = storage.get('auth_token') !== undefined
  const path = location.pathname
  if (isDeskPath(path)) return null
  if (isMember && (path === '/' || !isPublicPath(path)))
    return Promise.all([Inside.load(), Private.load()]).catch(() => undefined)
  if (!isMember && /^\/(?:login)?$/.test(path)) void Login.load().catch(() => undefined)
  return null
}

/** Configuration, then hub and session side by side: the session's first call waits for the hub. */
const startData = async (screenCode: Promise<unknown> | null): Promise<void> => {
  const config = await loadConfig()
  startHub({ ...config.realtime, buildDate: BUILD_DATE }).catch(reportError)
  await startSession()
  if (session.phase !== 'signed-in' || !screenCode) return
  await screenCode
  if (startedOffline())
    await atMost(
      KEPT_MS,
      import('../features/messaging/realtime').then((m) => m.whenDeviceCopyShown()),
    )
}

/** Runs once per page. `render` draws the app; it is called when there is something to draw. */
export const startApp = (render: () => void): void => {
  // before paint
  noteFailedStyles()
  leaveWithSession()
  applyAppearance()
  startZoomBlock()
  const screenCode = loadFirstScreen()
  openingState.held = screenCode !== null
  const data = startData(screenCode).finally(() => {
    openingState.held = false
  })
  // a screen that is drawn twice is late twice
  if (openingState.held) void atMost(SESSION_MS, data).then(render)
  else render()

  // a cover survives a reload
  if (document.documentElement.dataset['covered'] !== undefined)
    void loadCodeWithRetry(() => import('./shell/cover')).then((m) => m.startCoverListeners())

  // idle
  whenIdle(loadDisplayFont)
  whenIdle(
    () =>
      void loadCodeWithRetry(() => import('../data/hub/poll')).then((m) => m.pollWithoutSocket()),
  )
  whenIdle(
    () =>
      void loadCodeWithRetry(() => import('./service-worker')).then((m) =>
        m.registerServiceWorker(),
      ),
  )
}
