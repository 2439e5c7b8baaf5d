import { lazy, Suspense, type ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { startRecovery, swrOptions } from '../../data/http/cache'
import { startBack } from '../../ui/overlay/back'
import { ConfirmHost } from '../../ui/overlay/confirm'
import { whenIdle } from '../../data/start/phases'
import { PanelHost } from './panels'
import { startRealtime } from '../realtime'
import { Shell } from './shell'

startBack()
startRecovery()
startRealtime()

/** Badge of the icon, cover, offer to install: after the first paint. */
const Installed = lazy(async () => {
  await new Promise<void>(whenIdle)
  // a chunk that fails to load must not take the page down
  return {
    default: await import('./installed').then(
      (m) => m.Installed,
      () => () => null,
    ),
  }
})

/** Navigation, panels and realtime: loaded once a member is signed in. */
export const Inside = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={swrOptions}>
    <Shell>{children}</Shell>
    <PanelHost />
    <ConfirmHost />
    <Suspense fallback={null}>
      <Installed />
    </Suspense>
  </SWRConfig>
)
