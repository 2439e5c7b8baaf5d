import { useId } from 'react'
import { cssVars } from './css-vars'
import styles from './logo.module.css'

/** Side of the mark in px for each size name. */
const SIDES = { xs: 16, sm: 20, md: 26, lg: 32, xl: 40, '2xl': 56, '3xl': 72, '4xl': 96 } as const
export type LogoSize = keyof typeof SIDES

export type LogoProps = {
  size?: LogoSize | undefined
  /** The name written beside the mark, in Fraunces: «Connivence». */
  wordmark?: string | undefined
  /** Accessible name; without it the mark is decoration (a word mark is read anyway). */
  label?: string | undefined
}

const RASPBERRY = 'M22.8 11.8A10.2 10.2 0 1 0 22.8 20.2'
const BRASS = 'M15.1 11.5A7 7 0 1 1 15.1 20.5'

/** Two arcs that hold one another, raspberry and brass: each passes once over and once under the other. */
export function Logo({ size = 'md', wordmark, label }: LogoProps) {
  const id = useId()
  const side = SIDES[size]
  const name = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const)
  // where one passes under, the other one cuts a gap: brass over at the top, raspberry over at the bottom
  const mark = (
    <svg className={styles.mark} viewBox="0 0 32 32" width={side} height={side} focusable="false" {...name}>
      <mask id={`${id}-r`} maskUnits="userSpaceOnUse" x="0" y="0" width="32" height="32"><path className={styles.keep} d="M0 0h32v32H0z" /><path className={styles.cut} d="M15.1 11.5A7 7 0 0 1 25.4 11" /></mask>
      <mask id={`${id}-b`} maskUnits="userSpaceOnUse" x="0" y="0" width="32" height="32"><path className={styles.keep} d="M0 0h32v32H0z" /><path className={styles.cut} d="M15.50 26A10.20 10.20 0 0 0 22.80 20.200" /></mask>
      <path className={styles.raspberry} mask={`url(#${id}-r)`} d={RASPBERRY} />
      <path className={styles.brass} mask={`url(#${id}-b)`} d={BRASS} />
    </svg>
  )
  if (!wordmark) return mark
  return <span className={styles.logo} style={cssVars({ '--side': `${side}px` })}>{mark}<span>{wordmark}</span></span>
}
