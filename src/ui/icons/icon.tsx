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

/** Makes an icon of one path. */
export function stroke(d: string) {
  return function StrokeIcon(props: IconProps) {
    return (
      <Icon {...props}>
        <path d={d} />
      </Icon>
    )
  }
}
