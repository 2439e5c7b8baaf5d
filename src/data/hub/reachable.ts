import { subscribeKey } from 'valtio/utils'
import { hubState } from './hub'

/** Calls `fn` when the network comes back, and when the live connection stands (again): what failed can be asked again. Answers the way to stop. */
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
