import { useSnapshot } from 'valtio'
import { appName } from '../data/config'
import { askToInstall, dismissInstall, install } from '../data/install'
import { openPanel } from '../data/panels'
import { Banner } from '../ui/banner'
import { IconDevice } from '../ui/icons/settings'
import { startAppBadge } from './app-badge'
import { startCover } from './cover'
import styles from './installed.module.css'

startCover()
startAppBadge()

/** Once on a device, until it is closed: the app can be installed, here by one button, on an iPhone as the settings tell. */
export const Installed = () => {
  const { way, dismissed } = useSnapshot(install)
  if (dismissed || (way !== 'offer' && way !== 'ios')) return null
  const tell = (): void => {
    dismissInstall()
    openPanel({ kind: 'settings' })
  }
  return (
    <div className={styles.banner}>
      <Banner
        tone="brass" icon={<IconDevice size={20} />} onDismiss={dismissInstall}
        action={way === 'offer' ? { label: 'Installer', onClick: () => void askToInstall() } : { label: 'Comment faire', onClick: tell }}
      >
        Gardez {appName()} sur votre écran d’accueil.
      </Banner>
    </div>
  )
}
