import type { ReactNode, Ref } from 'react'
import { IconButton } from '../forms/icon-button'
import { IconBack } from '../icons/nav'
import styles from './page-header.module.css'

export type PageHeaderProps = {
  title: ReactNode
  subtitle?: ReactNode
  onBack?: (() => void) | undefined
  backLabel?: string | undefined
  actions?: ReactNode
  /** The h1, to focus when the route changes. */
  titleRef?: Ref<HTMLHeadingElement> | undefined
  /** Under the title: search, tabs. */
  children?: ReactNode
}

/** The title of a page (the one h1), its way back and its actions. */
export function PageHeader({
  title,
  subtitle,
  onBack,
  backLabel = 'Retour',
  actions,
  titleRef,
  children,
}: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.line}>
        {onBack ? (
          <IconButton
            label={backLabel}
            icon={<IconBack />}
            className={styles.back}
            onClick={onBack}
          />
        ) : null}
        <div className={styles.titles}>
          <h1 ref={titleRef} tabIndex={-1} className={styles.title}>
            {title}
          </h1>
          {subtitle ? <p className={styles.subtitle}>{subtitle}</p> : null}
        </div>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
      {children}
    </header>
  )
}
