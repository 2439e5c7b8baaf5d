import { subscribeKey } from 'valtio/utils'
import { hubState } from './hub'

/**
 * Calls `fn` when the network or the live connection is back, to retry failed requests. Returns the
 * function that stops it.
 */
export const onReachable = (fn: () => void): (() => void) => {
  addEventListener('online', fn)
  const stop = subscribeKey(hubState, 'connection', (connection) => {
    if (connection === 'connected') fn()
  })
  return () => {
    removeEventListener('online', fn)
    stop()
  }
}
