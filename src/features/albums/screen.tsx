import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { session } from '../../data/session/session'
import { PageHeader } from '../../ui/layout/page-header'
import { PublicPhotos } from './drive/public-photos'
import { Albums } from './view'
import styles from './albums.module.css'

/** /albums: the account's public photos and albums. */
export const AlbumsScreen = () => {
  const { accountId } = useSnapshot(session)
  const [, navigate] = useLocation()
  if (!accountId) return null
  return (
    <div className={styles.page}>
      <PageHeader
        title="Mes photos"
        onBack={() => navigate('/profile')}
        backLabel="Retour au profil"
      />
      <PublicPhotos accountId={accountId} />
      <Albums accountId={accountId} own />
    </div>
  )
}
