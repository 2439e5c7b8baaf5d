import type { Album } from '#contract/albums/albums'
import { openPanel } from '../../../data/state/panels'
import { dateTime } from '../../../lib/dates'
import { Avatar } from '../../../ui/display/avatar'
import { Dialog } from '../../../ui/overlay/dialog'
import { ErrorState } from '../../../ui/feedback/error-state'
import { ListRow } from '../../../ui/layout/list-row'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import { useAccessLog } from '../state/api'

/** Accounts that opened a private album and when, newest first. */
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
      description={`Qui a ouvert «\u00a0${album.name}\u00a0» (une visite par jour et par membre).`}
      size="sm"
    >
      {!data && error ? (
        <ErrorState text="Impossible de charger cette liste." onRetry={() => void mutate()} />
      ) : null}
      {!data && !error ? <SkeletonRows count={3} /> : null}
      {data?.length === 0 ? <p className="quiet">Personne n’a encore ouvert cet album.</p> : null}
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
