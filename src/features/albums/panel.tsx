import { lazy, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { session } from '../../data/session'
import { Albums } from './view'

const Drive = lazy(async () => ({ default: (await import('./drive')).Drive }))

/** Albums of a member, inside a profile; one's own can be changed there too. */
export const AlbumsView = ({ accountId }: { accountId: string }) => {
  const { accountId: me } = useSnapshot(session)
  return <Albums key={accountId} accountId={accountId} own={accountId === me} />
}

/** The panel of one's own photos. */
export const DrivePanel = (props: { open: boolean; level: number; onClose: () => void }) => <Suspense fallback={null}><Drive {...props} /></Suspense>
