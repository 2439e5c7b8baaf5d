import { subscribeKey } from 'valtio/utils'
import { hubState } from './hub'

/**
 * Calls `fn` when the network (with that event) or the live connection is back, to retry failed
 * requests. Returns the function that stops it.
 */
export const onReachable = (fn: (online?: Event) => void): (() => void) => {
  addEventListener('online', fn)
  const stop = subscribeKey(hubState, 'connection', (connection) => {
    if (connection === 'connected') fn()
  })
  return () => {
    removeEventListener('online', fn)
    stop()
  }
}
