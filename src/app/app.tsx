import { Suspense, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { dismissToast, toasts } from '../data/toasts'
import { Announcer } from '../ui/announcer'
import { ToastStack } from '../ui/toast-stack'
import { Guard, Waiting } from './guard'
import { isPublic } from './nav'
import { Screens } from './routes'
import { screen } from './screen'

export const Inside = screen(() => import('./inside').then((m) => m.Inside))

const Toasts = () => {
  const list = useSnapshot(toasts)
  return <ToastStack toasts={list} onDismiss={(id) => dismissToast(String(id))} />
}

/** The page: guard, shell (none on public routes), the screen of the path, and what floats above. */
export const App = () => {
  const [path] = useLocation()
  useEffect(() => {
    // newer browsers answer a promise here, which an effect must not return
    void window.scrollTo(0, 0)
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
