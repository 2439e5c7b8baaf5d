import { subscribeKey } from 'valtio/utils'
import { session } from '../session/state'
import { hubState, resync } from './hub'

/** As often as the heartbeat of an open page. */
export const POLL_MS = 20_000

/**
 * While the socket is not connected (a proxy that refuses WebSocket, too many sockets), a visible
 * page fetches what changed at this interval. No request is sent while it is hidden, without network,
 * or once the socket is connected. Returns the function that stops it.
 */
export const pollWithoutSocket = (): (() => void) => {
  let timer: ReturnType<typeof setInterval> | undefined
  const poll = (): void => {
    if (document.visibilityState === 'visible' && navigator.onLine && session.phase === 'signed-in')
      resync()
  }
  const follow = (): void => {
    const isNeeded = hubState.connection !== 'connected'
    if (isNeeded === (timer !== undefined)) return
    clearInterval(timer)
    timer = isNeeded ? setInterval(poll, POLL_MS) : undefined
  }
  const stop = subscribeKey(hubState, 'connection', follow, true)
  follow()
  return () => {
    stop()
    clearInterval(timer)
  }
}
