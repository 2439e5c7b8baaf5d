import { useEffect, useState } from 'react'

/** True once `active` has lasted `ms` (200): what is quick shows no waiting state at all. */
export function useDelayedFlag(active: boolean, ms = 200): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!active) return
    const timer = setTimeout(() => setLate(true), ms)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [active, ms])
  return active && late
}
