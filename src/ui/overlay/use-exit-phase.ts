import { useLayoutEffect, useState, type RefObject } from 'react'

export type Phase = 'closed' | 'open' | 'closing'

/** Longest wait for an exit animation, in ms: an animation does not advance in a hidden tab. */
const PATIENCE = 500

/**
 * Keeps something mounted until its exit animation has ended: style the element by its phase
 * (`data-phase="closing"`), render nothing when «closed». Without animation it closes at once.
 */
export function useExitPhase(open: boolean, element: RefObject<HTMLElement | null>): Phase {
  const [phase, setPhase] = useState<Phase>(open ? 'open' : 'closed')
  if (open && phase !== 'open') setPhase('open')
  if (!open && phase === 'open') setPhase('closing')
  useLayoutEffect(() => {
    if (phase !== 'closing') return
    let current = true
    const end = (): void => {
      if (current) setPhase('closed')
    }
    const running = element.current?.getAnimations?.() ?? []
    void Promise.allSettled(running.map((animation) => animation.finished)).then(end)
    const timer = setTimeout(end, PATIENCE)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [phase, element])
  return phase
}
