import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { startRecovery, swrOptions } from '../data/cache'
import { startBack } from '../ui/back'
import { ConfirmHost } from '../ui/confirm'
import { PanelHost } from './panels'
import { startRealtime } from './realtime'
import { Shell } from './shell'

startBack()
startRecovery()
startRealtime()

/** What only a member needs: navigation, panels, the rooms that listen. Fetched once somebody is signed in. */
export const Inside = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={swrOptions}>
    <Shell>{children}</Shell>
    <PanelHost />
    <ConfirmHost />
  </SWRConfig>
)
