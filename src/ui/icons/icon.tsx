import type { ReactNode } from 'react'
import styles from './icon.module.css'

export type IconProps = {
  /** Side in px; 22 when not given. */
  size?: number | undefined
  /** Accessible name; without it the icon is decoration. */
  label?: string | undefined
}

/** The frame of every icon: 24 units, stroke 1.75, round ends, colour of the text around it. */
export function Icon({ size = 22, label, children }: IconProps & { children: ReactNode }) {
  const name = label
    ? ({ role: 'img', 'aria-label': label } as const)
    : ({ 'aria-hidden': true } as const)
  return (
    <svg
      className={styles.icon}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      focusable="false"
      {...name}
    >
      {children}
    </svg>
  )
}

/** Makes an icon of lines. A part that begins with a relative move is the first one. */
/* @__NO_SIDE_EFFECTS__ */
export function createStrokeIcon(...parts: readonly string[]) {
  const d = parts.join('')
  return function StrokeIcon(props: IconProps) {
    return (
      <Icon {...props}>
        <path d={d} />
      </Icon>
    )
  }
}

/* @__NO_SIDE_EFFECTS__ */
export const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`

/** With round corners of radius `r`. */
/* @__NO_SIDE_EFFECTS__ */
export const rect = (x: number, y: number, width: number, height: number, r: number): string => {
  const corner = (dx: number, dy: number): string => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  const [w, h] = [width - 2 * r, height - 2 * r]
  return `M${x + r} ${y}h${w}${corner(r, r)}v${h}${corner(-r, r)}h${-w}${corner(-r, -r)}v${-h}${corner(r, -r)}Z`
}
