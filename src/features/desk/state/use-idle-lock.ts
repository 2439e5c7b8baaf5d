import { useEffect } from 'react'
import { DESK_IDLE_S } from '#contract/staff/measures'
import { lockDeskSession } from './desk'

const CHECK_MS = 30_000

/**
 * Locks the desk after a time without input: the requests of an open queue would keep it
 * open on the server.
 */
export const useIdleLock = (active: boolean): void => {
  useEffect(() => {
    if (!active) return undefined
    let used = Date.now()
    const touch = (): void => {
      used = Date.now()
    }
    const events = ['pointerdown', 'keydown', 'wheel'] as const
    for (const name of events) addEventListener(name, touch, { passive: true })
    const timer = setInterval(() => {
      if (Date.now() - used >= DESK_IDLE_S * 1000)
        void lockDeskSession('idle').catch(() => undefined)
    }, CHECK_MS)
    return () => {
      for (const name of events) removeEventListener(name, touch)
      clearInterval(timer)
    }
  }, [active])
}
