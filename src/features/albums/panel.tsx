import { Fragment, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { session } from '../../data/session/session'
import { lazyPart } from '../../data/start/lazy-part'
import { SeenPhotos } from './grid/seen-photos'
import { Albums } from './view'

const Drive = lazyPart(() => import('./drive/drive').then((m) => m.Drive))

/** Public photos and albums of a member, inside a profile; own albums can be edited there too. */
export const AlbumsView = ({
  accountId,
  albumId,
}: {
  accountId: string
  albumId?: string | undefined
}) => {
  const { accountId: me } = useSnapshot(session)
  const own = accountId === me
  const photos = own ? null : <SeenPhotos accountId={accountId} />
  const albums = <Albums accountId={accountId} albumId={albumId} own={own} />
  // requests come first
  return (
    <Fragment key={accountId}>
      {albumId ? albums : photos}
      {albumId ? photos : albums}
    </Fragment>
  )
}

/** The panel of the account's photos. */
export const DrivePanel = (props: { open: boolean; level: number; onClose: () => void }) => (
  <Suspense fallback={null}>
    <Drive {...props} />
  </Suspense>
)
