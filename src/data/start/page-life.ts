import { presenceOffline } from '#contract/presence'
import { call } from '../http/api'
import { hubIfStarted, hubState, tabId } from '../hub/hub'
import { session } from '../session/state'

/** Leaving a page fires both `beforeunload` and `pagehide`. */
const ONE_DEPARTURE_MS = 1_000

/**
 * Reports the page's visibility to the hub. The hub sends «offline» for its tabs; the last tab
 * takes the hub with it and therefore sends it itself, in a call that outlives the page (MSG-134).
 */
export const startVisibilityReports = (): void => {
  let leftAt = Number.NEGATIVE_INFINITY
  const show = (): void =>
    void hubIfStarted()?.setVisible(tabId, document.visibilityState !== 'hidden', Date.now())

  document.addEventListener('visibilitychange', show)
  addEventListener('pageshow', (event) => {
    if (event.persisted) show()
  })
  addEventListener('online', () => {
    if (hubState.connection !== 'connected') void hubIfStarted()?.reconnect()
  })
  const leave = (): void => {
    if (
      hubState.tabs > 1 ||
      session.phase !== 'signed-in' ||
      Date.now() - leftAt < ONE_DEPARTURE_MS
    )
      return
    leftAt = Date.now()
    call(presenceOffline, { body: { sessionId: tabId } }, { keepalive: true }).catch(
      () => undefined,
    )
  }
  addEventListener('beforeunload', leave)
  addEventListener('pagehide', leave)
  show()
}
