import { logout } from '#contract/session/session'
import { call } from '../http/api'
import { withLock } from '../device/locks'
import { storage } from '../device/storage'
import { clearMemberData } from './end'

const PATIENCE_MS = 4_000

/**
 * Notes a sign-out that the server has not confirmed: until then its cookie opens the session again
 * for anyone who uses the device, and no page can remove it.
 */
export const setLogoutPending = (isPending: boolean): void =>
  isPending ? storage.set('logout_pending', 'true') : storage.remove('logout_pending')

/**
 * Repeats a sign-out that the server has not confirmed. Await it before anyone can sign in: a later
 * reply would remove the cookie of the new session.
 */
export const finishPendingLogout = async (): Promise<void> => {
  if (storage.get('logout_pending') === undefined) return
  const signal = AbortSignal.timeout(PATIENCE_MS)
  // one tab at a time: the member may sign in once the first has finished, and the reply to another
  // would remove the cookie of that session
  const finish = async (): Promise<void> => {
    if (storage.get('logout_pending') === undefined) return
    // the page was closed during the sign-out, before it had removed the member's data
    if (storage.get('auth_token') !== undefined) clearMemberData('logout')
    await call(logout, {}, { signal }).then(
      () => setLogoutPending(false),
      () => undefined,
    )
  }
  // a suspended tab may hold the lock for long
  await withLock('pending-logout', finish, signal).catch(() => undefined)
}
