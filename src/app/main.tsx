import '../styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { applyAppearance, startZoomBlock } from '../data/device/appearance'
import { firstPaint } from '../data/start/first-paint'
import { storage } from '../data/device/storage'
import { BUILD_DATE } from '../data/start/version'
import { loadDisplayFont } from '../styles/load-display-font'
import { App } from './app'
import { CrashScreen } from './crash'
import { opening } from './opening'
import { startApp } from './start'

// a piece of an older version is gone from the server: the newest page, once, where the server answers at all
addEventListener('vite:preloadError', () => {
  if (storage.get('chunk_reloaded') === BUILD_DATE) return
  void fetch('/version.json', { cache: 'no-store' })
    .then(async (answer) => {
      if (!answer.ok) return
      storage.set('chunk_reloaded', BUILD_DATE)
      await (await import('./service-worker')).reloadIntoNewVersion()
    })
    .catch(() => undefined)
})
applyAppearance()
startZoomBlock()
const found = startApp()
const root = document.getElementById('root')
const draw = (): void => {
  if (root)
    createRoot(root).render(
      <StrictMode>
        <CrashScreen>
          <App />
        </CrashScreen>
      </StrictMode>,
    )
}
/** Until then the words of the page itself stand there, ms. */
const FOUND_MS = 1_000
// a member's first screen is drawn when it is known: a screen that only says so would be drawn, and thrown away, before it
if (opening.held)
  void Promise.race([found, new Promise((resolve) => setTimeout(resolve, FOUND_MS))])
    .catch(() => undefined)
    .then(draw)
else draw()
/** The service worker fetches the whole shell: not beside what the first screen waits for, ms. */
const WORKER_AFTER_MS = 1_500
// its letters change the style of the whole page, which the first screen would wait for
void firstPaint().then(loadDisplayFont)
requestAnimationFrame(() =>
  setTimeout(() => {
    setTimeout(
      () =>
        void import('./service-worker')
          .then((m) => m.registerServiceWorker())
          .catch(() => undefined),
      WORKER_AFTER_MS,
    )
    // covered before a reload: it stays so
    if (document.documentElement.dataset['covered'] !== undefined)
      void import('./shell/cover').then((m) => m.startCover())
  }),
)
