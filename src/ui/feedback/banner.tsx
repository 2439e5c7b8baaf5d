import type { ReactNode } from 'react'
import { Button } from '../forms/button'
import { IconButton } from '../forms/icon-button'
import { IconClose } from '../icons/base'
import type { Tone } from './tone'
import styles from './banner.module.css'

type BannerProps = {
  tone?: Tone | undefined
  icon?: ReactNode
  action?: { label: string; onClick: () => void; busy?: boolean | undefined } | undefined
  onDismiss?: (() => void) | undefined
  children: ReactNode
}

/** A line across the top of a screen: connection lost, a new version, a missing permission. Announced politely. */
export function Banner({ tone = 'neutral', icon, action, onDismiss, children }: BannerProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> takes no blocks
    <div className={styles.banner} data-tone={tone} role="status">
      {icon}
      <div className={styles.text}>{children}</div>
      {action ? (
        <Button size="sm" busy={action.busy} className={styles.action} onClick={action.onClick}>
          {action.label}
        </Button>
      ) : null}
      {onDismiss ? (
        <IconButton label="Fermer" icon={<IconClose size={18} />} size="sm" onClick={onDismiss} />
      ) : null}
    </div>
  )
}
