import type { ReactNode } from 'react'
import { PageHeader, type PageHeaderProps } from './page-header'
import styles from './page.module.css'

/** A page of one column: its header, then its parts, as far in as the title. */
export const Page = ({ children, ...header }: PageHeaderProps & { children: ReactNode }) => (
  <div className={styles.page}>
    <PageHeader {...header} />
    {children}
  </div>
)
