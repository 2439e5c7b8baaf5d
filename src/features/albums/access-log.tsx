import type { Album } from '#contract/albums'
import { openPanel } from '../../data/panels'
import { dateTime } from '../../lib/dates'
import { Avatar } from '../../ui/avatar'
import { Dialog } from '../../ui/dialog'
import { ErrorState } from '../../ui/error-state'
import { ListRow } from '../../ui/list-row'
import { SkeletonRows } from '../../ui/skeleton-rows'
import { useAccessLog } from './api'
import styles from './albums.module.css'

/** Who opened a private album and when, newest first. */
export const AccessLog = ({ album, onClose }: { album: Album; onClose: () => void }) => {
  const { data, error, mutate } = useAccessLog(album.accountId, album.id)
  const visit = (id: string): void => {
    onClose()
    openPanel({ kind: 'profile', id })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Vu par"
      description={`Les membres qui ont ouvert « ${album.name} », un par jour.`}
      size="sm"
    >
      {!data && error ? (
        <ErrorState text="Impossible de charger cette liste." onRetry={() => void mutate()} />
      ) : null}
      {!data && !error ? <SkeletonRows count={3} /> : null}
      {data?.length === 0 ? (
        <p className={styles.quiet}>Personne n’a encore ouvert cet album.</p>
      ) : null}
      {data?.map((a) => (
        <ListRow
          key={`${a.account_id}${a.at}`}
          leading={<Avatar name={a.handle} size={40} />}
          title={a.handle}
          subtitle={dateTime(a.at)}
          onClick={() => visit(a.account_id)}
        />
      ))}
    </Dialog>
  )
}
