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

/** Two arcs that hold one another, raspberry and brass: each passes once over and once under the other. */
export function Logo({ size = 'md', wordmark, label }: LogoProps) {
  const side = SIDES[size]
  const name = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const)
  const mark = (
    <svg className={styles.mark} viewBox="0 0 32 32" width={side} height={side} focusable="false" {...name}>
      <path className={styles.rasp} d="M20.6 6.6a10.6 10.6 0 1 0 0 18.8" />
      <path className={styles.gap} d="M17.2 20.9a6.4 6.4 0 1 0 0-9.8" />
      <path className={styles.brass} d="M17.2 20.9a6.4 6.4 0 1 0 0-9.8" />
    </svg>
  )
  if (!wordmark) return mark
  return <span className={styles.logo} style={cssVars({ '--side': `${side}px` })}>{mark}<span>{wordmark}</span></span>
}
