import { joinFr, plural, withQue } from '../../../lib/text'
import { Card } from '../../../ui/layout/card'
import type { Profile } from '../state/api'
import { useIncomingSharing } from './api'
import styles from './private.module.css'
import { isCouple } from '../../../lib/couple'

/** What a member shares with the viewer; nothing while it is not known. */
export const Incoming = ({ account }: Pick<Profile, 'account'>) => {
  const { data: shared } = useIncomingSharing(account.id)
  if (!shared) return null
  const albums = shared.sharedAlbumIds.length
  const opened = [
    ...(shared.shareNames ? [isCouple(account.identities) ? 'ses prénoms' : 'son prénom'] : []),
    ...(shared.shareEvents ? ['ses sorties'] : []),
    ...(shared.shareAllPrivateAlbums ? ['tous ses albums privés'] : []),
    ...(!shared.shareAllPrivateAlbums && albums > 0
      ? [plural(albums, 'album privé', 'albums privés')]
      : []),
  ]
  return (
    <Card as="section" title={`Ce ${withQue(account.account_handle)} partage avec vous`}>
      <p className={styles.prompt}>
        {opened.length > 0
          ? `Vous pouvez voir ${joinFr(opened)}.`
          : 'Rien de plus que son profil public.'}
      </p>
    </Card>
  )
}
