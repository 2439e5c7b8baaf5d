import styles from './spinner.module.css'

/** Something is under way. `size` in px (20); with `label` it is announced, the picture never is. */
export function Spinner({
  size = 20,
  label,
}: {
  size?: number | undefined
  label?: string | undefined
}) {
  const name = label ? ({ role: 'status', 'aria-label': label } as const) : null
  return (
    <span className={styles.spinner} {...name}>
      <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
        <circle cx="12" cy="12" r="9" />
        <path d="M12 3a9 9 0 0 1 9 9" />
      </svg>
    </span>
  )
}
