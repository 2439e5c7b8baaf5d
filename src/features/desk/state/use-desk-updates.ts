import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { onEvent, onResync } from '../../../data/hub/hub'
import { session } from '../../../data/session/state'
import { loadDesk } from './desk'
import { loadQueue } from './queue'

/** Without an account there is no channel: the role is requested at this interval, ms. */
const ROLE_MS = 1000
/** Claims, new cases and the counter: every third time. */
const QUEUE_EVERY = 3

const usePolling = (active: boolean): void => {
  useEffect(() => {
    if (!active) return undefined
    let round = 0
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return
      round += 1
      void loadDesk()
      if (round % QUEUE_EVERY === 0) void loadQueue()
    }, ROLE_MS)
    return () => clearInterval(timer)
  }, [active])
}

/** Reloads the queue and the own role when the server announces a change of either. */
export const useDeskUpdates = (active: boolean): void => {
  const { accountId } = useSnapshot(session)
  usePolling(active && accountId === null)
  useEffect(() => {
    if (!active) return undefined
    const reload = (): void => {
      void loadDesk()
      void loadQueue()
    }
    const stops = [
      onEvent((event) => {
        if (event.name === 'account.desk.changed') reload()
      }),
      onResync(reload),
    ]
    return () => stops.forEach((stop) => stop())
  }, [active])
}
