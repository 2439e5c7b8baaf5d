import { logout } from '#contract/session/session'
import { call } from '../http/api'
import { storage } from '../device/storage'
import { clearMemberData } from './end'

const PATIENCE_MS = 4_000

/**
 * Whether the server has yet to hear of a sign-out: until then its cookie opens the session again for
 * whoever has the device, and no page can remove it.
 */
export const setLogoutOwed = (owed: boolean): void =>
  owed ? storage.set('logout_owed', 'true') : storage.remove('logout_owed')

/**
 * Makes up for a sign-out without network. Finish it before anyone can sign in: a later reply would remove
 * the cookie of the new session.
 */
export const settleOwedLogout = async (): Promise<void> => {
  if (storage.get('logout_owed') === undefined) return
  // the page was closed during the sign-out, before it had removed the member's data
  if (storage.get('auth_token') !== undefined) clearMemberData('logout')
  await call(logout, {}, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    () => setLogoutOwed(false),
    () => undefined,
  )
}
