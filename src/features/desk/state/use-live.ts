import { useEffect } from 'react'
import { onEvent, onResync } from '../../../data/hub/hub'
import { loadDesk } from './desk'
import { loadQueue } from './queue'

/** Reloads the queue and the own role when the server announces a change of either. */
export const useLive = (active: boolean): void => {
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
