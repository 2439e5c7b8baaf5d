import { Suspense, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { SWRConfig } from 'swr'
import { useLocation } from 'wouter'
import { swrOptions } from '../data/cache'
import { session } from '../data/session'
import { dismissToast, toasts } from '../data/toasts'
import { Announcer } from '../ui/announcer'
import { ConfirmHost } from '../ui/confirm'
import { ToastStack } from '../ui/toast-stack'
import { Guard, Waiting } from './guard'
import { isPublic } from './nav'
import { PanelHost } from './panels'
import { Screens } from './routes'
import { Shell } from './shell'

const Toasts = () => {
  const list = useSnapshot(toasts)
  return <ToastStack toasts={list as never} onDismiss={(id) => dismissToast(String(id))} />
}

/** The page: guard, shell (none on public routes), the screen of the path, and what floats above. */
export const App = () => {
  const [path] = useLocation()
  const { phase } = useSnapshot(session)
  useEffect(() => window.scrollTo(0, 0), [path])
  const bare = isPublic(path)
  const screen = (
    <Suspense fallback={<Waiting text="Chargement…" />}>
      <Screens />
    </Suspense>
  )
  return (
    <SWRConfig value={swrOptions}>
      <Guard>{bare ? screen : <Shell>{screen}</Shell>}</Guard>
      {phase === 'signed-in' && !bare ? <PanelHost /> : null}
      <ConfirmHost />
      <Toasts />
      <Announcer />
    </SWRConfig>
  )
}
