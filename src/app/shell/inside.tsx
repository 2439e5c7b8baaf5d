import { lazy, Suspense, type ReactNode } from 'react'
import { startBackHandling } from '../../ui/overlay/back'
import { ConfirmHost } from '../../ui/overlay/confirm'
import { loadCodeWithRetry } from '../../data/start/load-code'
import { whenIdle } from '../../data/start/phases'
import { FaceGateHost } from '../../parts/blur/face-gate-host'
import { PanelHost } from './panels'
import { startRealtime } from '../realtime'
import { Shell } from './shell'

startBackHandling()
startRealtime()
// every screen but the first reads through swr: there before one is opened
whenIdle(
  () =>
    void loadCodeWithRetry(() => import('../../data/http/cache')).then((cache) =>
      cache.startRecovery(),
    ),
)

/** Badge of the icon, cover, offer to install: after the first paint. */
const Installed = lazy(async () => {
  await new Promise<void>(whenIdle)
  return { default: (await loadCodeWithRetry(() => import('./installed'))).Installed }
})

/** Navigation, panels and realtime: loaded once a member is signed in. */
export const Inside = ({ children }: { children: ReactNode }) => (
  <>
    <Shell>{children}</Shell>
    <PanelHost />
    <FaceGateHost />
    <ConfirmHost />
    <Suspense fallback={null}>
      <Installed />
    </Suspense>
  </>
)
