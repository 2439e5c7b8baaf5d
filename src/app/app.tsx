import { Suspense, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { dismissToast, toasts } from '../data/state/toasts'
import { Announcer } from '../ui/feedback/announcer'
import { ToastStack } from '../ui/feedback/toast-stack'
import { Guard, Waiting } from './routes/guard'
import { isPublic } from './shell/nav'
import { Screens } from './routes/routes'
import { screen } from './routes/screen'

export const Inside = screen(() => import('./shell/inside').then((m) => m.Inside))

const Toasts = () => {
  const list = useSnapshot(toasts)
  return <ToastStack toasts={list} onDismiss={(id) => dismissToast(String(id))} />
}

/** The page: guard, shell (none on public routes), the screen of the route, toasts. */
export const App = () => {
  const [path] = useLocation()
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [path])
  const waiting = <Waiting text="Chargement…" />
  const page = (
    <Suspense fallback={waiting}>
      <Screens />
    </Suspense>
  )
  return (
    <>
      <Guard>
        {isPublic(path) ? (
          page
        ) : (
          <Suspense fallback={waiting}>
            <Inside>{page}</Inside>
          </Suspense>
        )}
      </Guard>
      <Toasts />
      <Announcer />
    </>
  )
}
