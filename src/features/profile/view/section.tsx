import type { MouseEvent, ReactNode } from 'react'
import { Card } from '../../../ui/layout/card'
import { cx } from '../../../lib/cx'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconEdit } from '../../../ui/icons/actions'
import styles from '../profile.module.css'

/**
 * One part of a profile, by its name `part`. For its owner a click anywhere on it (or its pencil,
 * for keys) opens it for editing.
 */
export const Section = ({
  title,
  part,
  onEdit,
  children,
}: {
  title: string
  part: string
  onEdit?: (() => void) | undefined
  children: ReactNode
}) => {
  const onClick = (event: MouseEvent): void => {
    // links inside go where they say; a text that was just selected is no click
    if ((event.target as Element).closest('a, button') || String(getSelection() ?? '') !== '')
      return
    onEdit?.()
  }
  return (
    // the pencil is the same action for keys and screen readers
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      onClick={onEdit ? onClick : undefined}
      className={cx(onEdit && styles.editable)}
      data-part={part}
    >
      <Card
        as="section"
        title={title}
        actions={
          onEdit ? (
            <IconButton
              label={`Modifier\u00a0: ${title}`}
              icon={<IconEdit size={18} />}
              onClick={onEdit}
            />
          ) : undefined
        }
      >
        {children}
      </Card>
    </div>
  )
}

/** What is not said yet: shown to the owner only. */
export const Empty = ({ children }: { children: ReactNode }) => (
  <p className={styles.placeholder}>{children}</p>
)
