import { Button } from '../../ui/forms/button'
import { CHOOSE_FILTER_TEXT, NameHome } from './empty-list'
import styles from './radar.module.css'

interface Props {
  readonly failed: boolean
  readonly partial: boolean
  readonly isEmpty: boolean
  /** The member has not given a commune. */
  readonly isHomeless: boolean
  /** Neither events nor relations are chosen. */
  readonly isFiltered: boolean
  readonly onRetry: () => void
  readonly onShowAll: () => void
}
/** The line over the map: not up to date, too many points for one reply, or no point in view. */
export const MapNote = ({
  failed,
  partial,
  isEmpty,
  isHomeless,
  isFiltered,
  onRetry,
  onShowAll,
}: Props) => {
  if (failed)
    return (
      <p className={styles.note} role="status">
        La carte n’est pas à jour.{' '}
        <Button size="sm" variant="ghost" onClick={onRetry}>
          Réessayer
        </Button>
      </p>
    )
  if (partial)
    return (
      <p className={styles.note} role="status">
        Approchez-vous pour tout voir.
      </p>
    )
  if (isEmpty && isFiltered)
    return (
      <p className={styles.note} role="status">
        {CHOOSE_FILTER_TEXT}
      </p>
    )
  return isEmpty ? (
    <p className={styles.note}>
      Rien ici.{' '}
      <Button size="sm" variant="ghost" onClick={onShowAll}>
        Tout voir
      </Button>
      {isHomeless ? <NameHome size="sm" variant="ghost" /> : null}
    </p>
  ) : null
}
