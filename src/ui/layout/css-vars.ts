import type { CSSProperties } from 'react'

/** Custom properties as a React style (set through the CSSOM, so the strict policy on inline styles holds). */
export function cssVars(values: Record<`--${string}`, string | number | undefined>): CSSProperties {
  return values
}
