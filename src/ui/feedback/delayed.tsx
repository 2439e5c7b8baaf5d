import type { ReactNode } from 'react'
import { useDelayedFlag } from './use-delayed-flag'

/** Shows its children only after `ms` (200): wrap skeletons and spinners in it. */
export function Delayed({ ms = 200, children }: { ms?: number | undefined; children: ReactNode }) {
  return useDelayedFlag(true, ms) ? children : null
}
