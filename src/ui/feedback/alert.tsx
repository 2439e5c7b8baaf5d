import styles from './alert.module.css'

/** What went wrong, announced as it appears; nothing while there is nothing to say. */
export const Alert = ({ id, children }: { id?: string; children: string | null | undefined }) =>
  children ? (
    <p id={id} className={styles.alert} role="alert">
      {children}
    </p>
  ) : null
