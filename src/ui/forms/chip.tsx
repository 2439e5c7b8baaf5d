import type { ReactNode } from 'react'
import { cx } from '../../lib/cx'
import { IconClose } from '../icons/base'
import styles from './chip.module.css'

type ChipProps = {
  icon?: ReactNode
  /** With `onClick`: a toggle (filter) that is on or off. */
  selected?: boolean | undefined
  onClick?: (() => void) | undefined
  /** A cross that takes the chip away, named by `removeLabel` («Retirer Nora»). */
  onRemove?: (() => void) | undefined
  removeLabel?: string | undefined
  children: ReactNode
}

/** A fact («Non-fumeur»), a choice or a removable item. */
export function Chip({
  icon,
  selected,
  onClick,
  onRemove,
  removeLabel = 'Retirer',
  children,
}: ChipProps) {
  const inside = (
    <>
      {icon}
      <span className={styles.text}>{children}</span>
    </>
  )
  return (
    <span className={cx(styles.chip, selected && styles.selected, onClick && styles.active)}>
      {onClick ? (
        <button type="button" className={styles.main} aria-pressed={selected} onClick={onClick}>
          {inside}
        </button>
      ) : (
        <span className={styles.main}>{inside}</span>
      )}
      {onRemove ? (
        <button type="button" className={styles.remove} aria-label={removeLabel} onClick={onRemove}>
          <IconClose size={15} />
        </button>
      ) : null}
    </span>
  )
}
