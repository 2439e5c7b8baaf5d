import {
  checkAccount,
  logout as logoutRoute,
  me,
  type login,
  type User,
} from '#contract/session/session'
import type { Account } from '#contract/profile/profile'
import type { Reply } from '#contract/route'
import { ApiError, call, isTransientFailure } from '../http/api'
import { readMe } from './account-shape'
import { networkError, serverMessageOf } from '../http/api-error'
import { waitForEarlyRenewal } from '../start/prefetched'
import { resetBadges } from '../state/badges'
import { hubIfStarted, onHubEnded, onHubToken } from '../hub/hub'
import { sendSessionToHub, resetIdentity, restoreIdentity } from './identity'
import { startVisibilityReports } from '../start/page-life'
import { endSession, clearMemberData } from './end'
import { emitSession, forgetCached, session } from './state'
import { acceptToken } from './accept-token'
import { setLogoutPending, finishPendingLogout } from './pending-logout'
import { wipeOriginals } from '../device/originals'
import { claimDeviceDb } from '../device/device-db'
import { storage } from '../device/storage'
import { isTokenExpired } from './token'
import { delay } from '../../lib/delay'

export { actingIdentity, onSessionChange, session } from './state'
export { chooseBoth, chooseIdentity } from './identity'

const RETRY_MS = [400, 800, 1_600, 3_200] as const
const ME_RETRY_MS = 3_000
const ME_PATIENCE_MS = 4_000
const REFRESH_PATIENCE_MS = 20_000
const LOGOUT_PATIENCE_MS = 5_000
const PUSH_PATIENCE_MS = 3_000

/** Account changed: resets identity, both mode and caches of the previous one (CORE-079). */
const setAccount = (accountId: string | null): void => {
  const before = session.accountId ?? storage.get('account_id') ?? null
  session.accountId = accountId
  if (accountId === null) storage.remove('account_id')
  else {
    storage.set('account_id', accountId)
    claimDeviceDb(accountId)
  }
  if (before === accountId) return
  resetIdentity()
  resetBadges()
  forgetCached()
}

const applySession = (
  user: User | null,
  account: Account | null,
  accountId: string | null,
  hasAccount: boolean,
): void => {
  const before = session.accountId
  session.user = user
  session.account = hasAccount ? account : null
  session.hasAccount = hasAccount
  if (hasAccount) storage.set('hasAccount', 'true')
  else storage.remove('hasAccount')
  setAccount(hasAccount ? accountId : null)
  restoreIdentity(session.account?.identities.map((i) => i.id) ?? null)
  storage.set('session_active', 'true')
  session.phase = hasAccount ? 'signed-in' : 'no-account'
  session.ready = true
  sendSessionToHub()
  if (before !== session.accountId) emitSession('account')
}

/**
 * Whether the server has not responded: a captive portal or a proxy in front of it refuses without a
 * sentence, or returns a reply without the data.
 */
const isUnanswered = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  isTransientFailure(error) ||
  (error.status !== 401 && serverMessageOf(error) === null)
/** Whether the server has reported a failure. */
const isFailed = (error: unknown): boolean =>
  !isUnanswered(error) || (error instanceof ApiError && error.status >= 500)

/** Sessions that this page has begun. */
let begun = 0
/** Loads the user from the server and applies the response. Rejects with ApiError. */
const askMe = async (): Promise<void> => {
  const [before, askedIn] = [session.phase, begun]
  const [who, check] = await Promise.allSettled([call(me, {}), call(checkAccount, {})])
  // ended or replaced by another session during the request: the reply may be of another account
  if (session.token === null || askedIn !== begun) return
  if (before !== 'signed-out' && session.phase === 'signed-out') return
  if (who.status === 'rejected') throw who.reason
  const { user, account, deletesAt, rulesToAccept } = readMe(who.value)
  Object.assign(session, { deletesAt, rulesToAccept })
  // a failed check means no account (MSG-198), on this page: the device and the other tabs keep theirs
  if (account && check.status === 'rejected' && isFailed(check.reason)) {
    const shown = { user, account: null, hasAccount: false, phase: 'no-account', ready: true }
    Object.assign(session, shown)
    return
  }
  const hasAccount = check.status === 'fulfilled' ? check.value.hasAccount : account !== null
  applySession(user, account, account?.id ?? null, hasAccount)
}
/** Like askMe, but retries while the server does not answer. */
const askMeUntilAnswered = async (): Promise<void> => {
  while (session.token !== null) {
    try {
      return await askMe()
    } catch (error) {
      if (!isUnanswered(error)) throw error
      await delay(ME_RETRY_MS)
    }
  }
}
interface Known {
  user: User | null
  accountId: string | null
  hasAccount: boolean
}
/** Neither a black-hole network nor a hub that fails to start must block the start of the page. */
const rejectAfter = async (ms: number, error: Error): Promise<never> => {
  await delay(ms)
  throw error
}
/** Without a response, uses what is `known` for now; with nothing known, the start waits. */
const loadMe = async (known: Known | null): Promise<void> => {
  if (!known) return askMeUntilAnswered()
  try {
    await Promise.race([askMe(), rejectAfter(ME_PATIENCE_MS, networkError())])
  } catch (error) {
    if (!isUnanswered(error)) throw error
    applySession(known.user, null, known.accountId, known.hasAccount)
    // it has just failed
    void delay(ME_RETRY_MS)
      .then(askMeUntilAnswered)
      .catch(() => endSession('lost'))
  }
}

/**
 * One silent refresh. undefined: no response in time (`known`: the device has something to show
 * without it).
 */
const refreshSilently = async (
  failed: string | null,
  known: boolean,
): Promise<string | null | undefined> => {
  for (const ms of known ? [0] : [0, ...RETRY_MS]) {
    if (ms > 0) await delay(ms)
    try {
      const late = rejectAfter(REFRESH_PATIENCE_MS, new Error('No hub'))
      return (await Promise.race([hubIfStarted()?.refresh(failed), late])) ?? null
    } catch {
      // still no network
    }
  }
  return undefined
}

let isListening = false
const listenOnce = (): void => {
  if (isListening) return
  isListening = true
  onHubToken((token) => {
    if (session.phase !== 'signed-out') acceptToken(token)
  })
  onHubEnded((reason) => {
    // a suspended tab can receive this late: a session that was opened since must not be ended by it
    const stored = storage.get('auth_token')
    if (stored && stored !== session.token) followOtherTabs()
    else endSession(reason, true)
  })
  startVisibilityReports()
  let soon: ReturnType<typeof setTimeout> | undefined
  addEventListener('storage', (event) => {
    if (
      event.key !== null &&
      !/^(?:auth_token|account_id|session_active|active_identity_id|identity_)/.test(event.key)
    )
      return
    // another tab writes several keys in a row
    clearTimeout(soon)
    soon = setTimeout(followOtherTabs, 50)
  })
}

/** Follows another tab that signed in, signed out or chose an identity. */
const followOtherTabs = (): void => {
  if (session.phase === 'starting') return
  const token = storage.get('auth_token')
  const signedIn = session.phase !== 'signed-out'
  if (!token) {
    // of an account, only a sign-out removes `device_db`: an expired session keeps what was not sent
    if (signedIn && !storage.get('session_active'))
      endSession(storage.get('device_db') ? 'lost' : 'logout')
    return
  }
  if (!signedIn || (storage.get('account_id') ?? null) !== session.accountId) {
    forgetCached()
    resetBadges()
    session.accountId = null
    return void startSession()
  }
  if (token !== session.token) {
    session.token = token
    emitSession('token')
  }
  const acting = () => JSON.stringify([session.mode, session.activeIdentityId, session.identityIds])
  const before = acting()
  restoreIdentity(session.account?.identities.map((i) => i.id) ?? null)
  sendSessionToHub()
  if (before !== acting()) emitSession('identity')
}

/**
 * On load, after `startHub`. Uses a stored token (refreshed first if expired); without one but with
 * session_active, tries one silent refresh. Never rejects: every failure ends in `signed-out`.
 */
export const startSession = async (): Promise<void> => {
  listenOnce()
  begun += 1
  session.phase = 'starting'
  await finishPendingLogout()
  const isKnown = storage.get('auth_token') !== undefined && storage.get('hasAccount') !== undefined
  // a known member does not wait for a black-hole network
  const tried = await Promise.race([
    waitForEarlyRenewal(),
    ...(isKnown ? [delay(ME_PATIENCE_MS).then(() => false)] : []),
  ])
  const stored = storage.get('auth_token') ?? null
  session.token = stored
  const accountId = storage.get('account_id') ?? null
  const known =
    storage.get('hasAccount') && accountId ? { user: null, accountId, hasAccount: true } : null
  // where nothing is stored, only the server knows whether there is a session
  const mayHaveSession = storage.get('session_active') === 'true' || !storage.isPersistent()
  if (stored ? isTokenExpired(stored) : mayHaveSession) {
    const token =
      tried || !stored || !known
        ? await refreshSilently(stored, stored !== null && known !== null)
        : undefined
    if (token) acceptToken(token)
    else if (token === null && storage.isPersistent()) return clearMemberData('lost')
  }
  if (!session.token) {
    session.phase = 'signed-out'
    session.ready = true
    // a page that ended with its session may not have finished this
    void wipeOriginals()
    return
  }
  // the hub gets the session with its account (`applySession`): a token alone would end the
  // connection and the links of the other tabs
  try {
    await loadMe(known)
  } catch {
    // refused by the server: there is no session to keep
    endSession('lost')
  }
}

/**
 * After login or a confirmed e-mail. Rejects with ApiError when the server refuses the new session.
 */
export const openSession = async (opened: Reply<typeof login>): Promise<void> => {
  listenOnce()
  begun += 1
  storage.remove('session_lost')
  setLogoutPending(false)
  acceptToken(opened.token)
  try {
    await loadMe({ user: opened.user, accountId: opened.accountId, hasAccount: opened.hasAccount })
  } catch (error) {
    clearMemberData('lost')
    throw error
  }
}

/** Reloads the user: after onboarding, a new avatar, another name. Rejects with ApiError. */
export const reloadMe = askMe

/**
 * Ends the session on the server and in every tab, and removes everything of the member from this
 * device, even offline.
 */
export const logout = async (): Promise<void> => {
  // first: the page may be left as soon as the hub knows
  setLogoutPending(true)
  try {
    // while the session is still valid: unsubscribes this browser from push
    if (globalThis.Notification?.permission === 'granted')
      await Promise.race([
        import('../push/leave').then((p) => p.clearPushClient()).catch(() => undefined),
        delay(PUSH_PATIENCE_MS),
      ])
    const started = hubIfStarted()
    const isConfirmed = await Promise.race([
      started ? started.logout() : call(logoutRoute, {}).then(() => true),
      delay(LOGOUT_PATIENCE_MS).then(() => false),
    ])
    if (isConfirmed) setLogoutPending(false)
  } catch {
    // offline: the next start repeats it
  } finally {
    endSession('logout')
  }
}
