import { Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import { session } from '../../data/session/session'
import { lazyPart } from '../../data/start/lazy-part'
import { PageHeader } from '../../ui/layout/page-header'
import { TabPanel, Tabs } from '../../ui/layout/tabs'
import { useWayBack } from '../../parts/form/use-way-back'
import { Albums } from './view'
import styles from './albums.module.css'

const PublicPhotos = lazyPart(() => import('./drive/public-photos').then((m) => m.PublicPhotos))
const SharedAlbums = lazyPart(() => import('./shared/shared').then((m) => m.SharedAlbums))
const Requests = lazyPart(() => import('./requests/requests').then((m) => m.Requests))

const TABS = [
  { id: 'albums', label: 'Mes albums' },
  { id: 'public', label: 'Publiques' },
  { id: 'shared', label: 'Partagés avec moi' },
] as const
const BASE = 'my-photos'

/** /albums: the account's albums, its public photos, and what others opened to it. */
export const AlbumsScreen = () => {
  const { accountId } = useSnapshot(session)
  const back = useWayBack({ label: 'Retour au profil', go: '/profile' })
  const [tab, setTab] = useState<(typeof TABS)[number]['id']>('albums')
  if (!accountId) return null
  return (
    <div className={styles.page}>
      <PageHeader title="Mes photos" {...back}>
        <Tabs label="Mes photos" tabs={TABS} base={BASE} value={tab} onChange={setTab} />
      </PageHeader>
      <TabPanel base={BASE} id="albums" value={tab}>
        <Suspense fallback={null}>
          <Requests />
        </Suspense>
        <Albums accountId={accountId} own />
      </TabPanel>
      <Suspense fallback={null}>
        <TabPanel base={BASE} id="public" value={tab}>
          <PublicPhotos accountId={accountId} />
        </TabPanel>
        <TabPanel base={BASE} id="shared" value={tab}>
          <SharedAlbums />
        </TabPanel>
      </Suspense>
    </div>
  )
}
