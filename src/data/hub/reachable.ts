import { subscribeKey } from 'valtio/utils'
import { hubState } from './hub'

/**
 * Calls `fn` when the network or the live connection is back, to retry failed requests. Returns the
 * function that stops it.
 */
export const onReachable = (fn: (back: 'network' | 'connection') => void): (() => void) => {
  const onOnline = (): void => fn('network')
  addEventListener('online', onOnline)
  const stop = subscribeKey(hubState, 'connection', (connection) => {
    if (connection === 'connected') fn('connection')
  })
  return () => {
    removeEventListener('online', onOnline)
    stop()
  }
}
