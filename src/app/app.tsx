import { Suspense, useEffect, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { Redirect, useLocation } from 'wouter'
import { session } from '../data/session/session'
import { dismissToast, toasts } from '../data/state/toasts'
import { Announcer } from '../ui/feedback/announcer'
import { ToastStack } from '../ui/feedback/toast-stack'
import { Guard, Waiting } from './routes/guard'
import { isDeskPath, isPublicPath } from './shell/nav'
import { Screens } from './routes/routes'
import { lazyScreen } from './routes/screen'

export const Inside = lazyScreen(() => import('./shell/inside').then((m) => m.Inside))
const Desk = lazyScreen(() => import('../features/desk/screen').then((m) => m.DeskScreen))

const Toasts = () => {
  const list = useSnapshot(toasts)
  return <ToastStack toasts={list} onDismiss={dismissToast} />
}

/** What /desk is for whoever is not staff: the page of any unknown address. */
const NoDesk = ({ children }: { children: ReactNode }) =>
  useSnapshot(session).phase === 'no-account' ? <Redirect to="/onboarding" replace /> : children

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
  const inside = <Inside>{page}</Inside>
  return (
    <>
      <Guard>
        {isPublicPath(path) ? (
          page
        ) : (
          <Suspense fallback={waiting}>
            {isDeskPath(path) ? <Desk missing={<NoDesk>{inside}</NoDesk>} /> : inside}
          </Suspense>
        )}
      </Guard>
      <Toasts />
      <Announcer />
    </>
  )
}
