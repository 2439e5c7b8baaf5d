import { lazy, Suspense, type ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { startRecovery, swrOptions } from '../../data/http/cache'
import { startBack } from '../../ui/overlay/back'
import { ConfirmHost } from '../../ui/overlay/confirm'
import { PanelHost } from './panels'
import { startRealtime } from '../realtime'
import { Shell } from './shell'

startBack()
startRecovery()
startRealtime()

const INSTALLED_MS = 400
/** Badge of the icon, quick cover, offer to install: once the first screen stands. */
const Installed = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, INSTALLED_MS))
  // a piece that cannot be had must not take the page down
  return {
    default: await import('./installed').then(
      (m) => m.Installed,
      () => () => null,
    ),
  }
})

/** What only a member needs: navigation, panels, the rooms that listen. Fetched once somebody is signed in. */
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
