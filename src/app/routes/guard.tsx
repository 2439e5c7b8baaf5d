import { Suspense, useEffect, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { session } from '../../data/session/session'
import { routeKey, storage } from '../../data/device/storage'
import { lazyPage } from '../../data/start/lazy-part'
import { Delayed } from '../../ui/feedback/delayed'
import { Spinner } from '../../ui/feedback/spinner'
import styles from './guard.module.css'
import { isDeskPath, isPublicPath, isPublicForMembers } from '../shell/nav'
import { openingState } from '../opening'
import { loginPath, safeRedirect } from './redirect'

const Deleting = lazyPage(() =>
  import('../../features/session/deleting-screen').then((m) => m.DeletingScreen),
)
const Suspended = lazyPage(() =>
  import('../../features/moderation/suspended-screen').then((m) => m.SuspendedScreen),
)

const Age = lazyPage(() => import('../../features/session/age-screen').then((m) => m.AgeScreen))

const here = (): string => location.pathname + location.search + location.hash

/** Placeholder while the session is being determined. */
export const Waiting = ({ text = 'Initialisation…' }: { text?: string }) => (
  <div className={styles.waiting} role="status">
    <Spinner size={28} />
    <p>{text}</p>
  </div>
)

/**
 * Where a member lands after login: the redirect parameter, else the last route of this account,
 * else the conversations.
 */
const landing = (accountId: string | null, search: string): string =>
  safeRedirect(new URLSearchParams(search).get('redirect')) ??
  safeRedirect(accountId ? storage.get(routeKey(accountId)) : null) ??
  '/conversations'

/** What to do for a path and a session state: show the screen or redirect. */
export const decideRoute = (
  path: string,
  phase: 'starting' | 'signed-out' | 'no-account' | 'signed-in',
): 'wait' | 'show' | 'login' | 'onboarding' | 'land' => {
  if (phase === 'starting') return 'wait'
  const open = isPublicPath(path)
  if (phase === 'signed-out') return open && path !== '/onboarding' ? 'show' : 'login'
  if (phase === 'no-account')
    return path === '/onboarding' || isDeskPath(path) || (open && isPublicForMembers(path))
      ? 'show'
      : 'onboarding'
  return !open || (isPublicForMembers(path) && path !== '/onboarding') ? 'show' : 'land'
}

/** Guards private routes, and remembers and restores the last route of the account. */
export const Guard = ({ children }: { children: ReactNode }) => {
  const { phase, accountId, deletesAt, suspended, ageRequired } = useSnapshot(session)
  const [path, navigate] = useLocation()
  const { held } = useSnapshot(openingState)
  const decision = held ? 'wait' : decideRoute(path, phase)
  const isSignedIn = phase === 'signed-in' || phase === 'no-account'
  // a provider leads back to /age
  const asksAge =
    isSignedIn &&
    (path === '/age' || (ageRequired && (!isPublicPath(path) || path === '/onboarding')))
  useEffect(() => {
    if (asksAge) return
    if (decision === 'login') navigate(loginPath(here()), { replace: true })
    if (decision === 'onboarding') navigate('/onboarding', { replace: true })
    if (decision === 'land') navigate(landing(accountId, location.search), { replace: true })
    const isKept = !isPublicPath(path) && !isDeskPath(path)
    if (decision === 'show' && phase === 'signed-in' && accountId && isKept)
      storage.set(routeKey(accountId), here())
  }, [asksAge, decision, path, phase, accountId, navigate])
  if (asksAge)
    return (
      <Suspense fallback={<Waiting text="Chargement…" />}>
        <Age />
      </Suspense>
    )
  const isShut = suspended && !isPublicPath(path) && !isDeskPath(path)
  if (phase === 'signed-in' && (deletesAt || isShut))
    return (
      <Suspense fallback={<Waiting text="Chargement…" />}>
        {isShut ? <Suspended /> : <Deleting />}
      </Suspense>
    )
  if (decision === 'wait') return <Waiting />
  if (decision !== 'show')
    return (
      <Delayed>
        <Waiting text="Chargement…" />
      </Delayed>
    )
  return children
}
