import { cssVars } from '../layout/css-vars'
import styles from './logo.module.css'

/** Side of the mark in px for each size name. */
const SIDES = { xs: 16, sm: 20, md: 26, lg: 32, xl: 40, '2xl': 56, '3xl': 72, '4xl': 96 } as const
export type LogoSize = keyof typeof SIDES

type LogoProps = {
  size?: LogoSize | undefined
  /** The name written beside the mark, in Fraunces: «Connivence». */
  wordmark?: string | undefined
  /** Accessible name; without it the mark is decoration (a word mark is read anyway). */
  label?: string | undefined
}

/** Two interlocked arcs, raspberry and brass. The same paths are in scripts/make-icons.mjs. */
export function Logo({ size = 'md', wordmark, label }: LogoProps) {
  const side = SIDES[size]
  const name = label
    ? ({ role: 'img', 'aria-label': label } as const)
    : ({ 'aria-hidden': true } as const)
  const mark = (
    <svg
      className={styles.mark}
      viewBox="0 0 32 32"
      width={side}
      height={side}
      focusable="false"
      {...name}
    >
      <path className={styles.raspberry} d="M12.4 7A9 9 0 1 0 21.2 16.9" />
      <path className={styles.brass} d="M12.7 14.6A7.8 7.8 0 1 1 23.2 23.3" />
    </svg>
  )
  if (!wordmark) return mark
  return (
    <span className={styles.logo} style={cssVars({ '--side': `${side}px` })}>
      {mark}
      <span>{wordmark}</span>
    </span>
  )
}
