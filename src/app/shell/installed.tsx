import { lazy, Suspense, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { shownName } from '../../data/start/config'
import { askToInstall, dismissInstall, install } from '../../data/device/install'
import { removeOldFormDrafts } from '../../data/device/old-forms'
import { openPanel } from '../../data/state/panels'
import { session } from '../../data/session/session'
import { loadCodeWithRetry } from '../../data/start/load-code'
import { whenIdle } from '../../data/start/phases'
import { reportVisit } from '../../data/visits'
import { Banner } from '../../ui/feedback/banner'
import { IconDevice } from '../../ui/icons/settings'
import { startAppBadge } from '../app-badge'
import { startCoverListeners } from './cover'
import { startFindShortcut } from './find-shortcut'
import { NAV } from './nav'
import styles from './installed.module.css'

startCoverListeners()
startFindShortcut()
// an installed app is used without network
if (matchMedia('(display-mode: standalone)').matches)
  whenIdle(
    () =>
      void import('../../data/media/detector-files')
        .then((m) => m.fetchDetector())
        .catch(() => undefined),
  )
startAppBadge()
whenIdle(removeOldFormDrafts)
whenIdle(
  () =>
    void import('../../data/device/shared-photos')
      .then((m) => m.removeExpiredShared())
      .catch(() => undefined),
)

const RulesPanel = lazy(async () => ({
  default: (await loadCodeWithRetry(() => import('../../features/moderation/rules-panel')))
    .RulesPanel,
}))

/** What follows the first paint: changed community rules, then the offer to install. */
export const Installed = () => {
  const { rulesToAccept } = useSnapshot(session)
  const [path] = useLocation()
  useEffect(() => reportVisit(path), [path])
  return rulesToAccept === null ? (
    <InstallOffer />
  ) : (
    <Suspense fallback={null}>
      <RulesPanel />
    </Suspense>
  )
}

/**
 * Offers to install the app, until dismissed on this device: by a button, or on an iPhone through
 * the settings.
 */
const InstallOffer = () => {
  const { way, dismissed } = useSnapshot(install)
  const { mode, activeIdentityId } = useSnapshot(session)
  const [path] = useLocation()
  // only on the first screen of a tab: never over text being written or over the map's buttons
  const calm = NAV.some((entry) => entry.path === path && path !== '/radar')
  // after the identity has been chosen
  const known = mode === 'both' || activeIdentityId !== null
  if (!calm || !known || dismissed || (way !== 'offer' && way !== 'ios')) return null
  const tell = (): void => {
    dismissInstall()
    openPanel({ kind: 'settings', page: 'app' })
  }
  return (
    <div className={styles.banner}>
      <Banner
        tone="brass"
        icon={<IconDevice size={20} />}
        onDismiss={dismissInstall}
        action={
          way === 'offer'
            ? { label: 'Installer', onClick: () => void askToInstall() }
            : { label: 'Comment faire', onClick: tell }
        }
      >
        Gardez {shownName()} sur votre écran d’accueil.
      </Banner>
    </div>
  )
}
