import type { ReactNode } from 'react'
import { useDelay } from './use-delay'

/** Shows its children only after `ms` (200): wrap skeletons and spinners in it. */
export function Delayed({ ms = 200, children }: { ms?: number | undefined; children: ReactNode }) {
  return useDelay(true, ms) ? children : null
}
