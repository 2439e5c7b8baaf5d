import { Component, type ReactNode } from 'react'
import { forgetCached } from '../data/session/state'
import { storage } from '../data/device/storage'
import { BUILD_DATE, latestBuild } from '../data/start/version'
import { ArtError } from '../ui/art/error'
import { Button } from '../ui/forms/button'
import { EmptyState } from '../ui/feedback/empty-state'
import { renewFailedScreens } from '../data/start/lazy-with-preload'
import styles from './crash.module.css'
import { isMissingChunk } from '../data/start/missing-chunk'

interface Props {
  children: ReactNode
  reload?: () => void
}

/** A chunk of an older version no longer exists: loads the newest page, once per build and online only. */
const loadNewestPage = async (): Promise<void> => {
  if (storage.get('chunk_reloaded') === BUILD_DATE) return
  await latestBuild()
  storage.set('chunk_reloaded', BUILD_DATE)
  await (await import('./service-worker')).reloadIntoNewVersion()
}

/**
 * A failed render reloads the page once per browser session, as does a screen whose code is missing
 * once per build; the second time it shows an error with two ways out.
 */
export class CrashScreen extends Component<Props, { failed: boolean; missing: boolean }> {
  override state = { failed: false, missing: false }
  static getDerivedStateFromError = (error: unknown): { failed: boolean; missing: boolean } => ({
    failed: true,
    missing: isMissingChunk(error),
  })

  override componentDidCatch(error: unknown): void {
    // without storage this would reload for ever
    if (!storage.isPersistent('tab')) return
    if (isMissingChunk(error)) return void loadNewestPage().catch(() => undefined)
    if (storage.get('crash_reloaded')) return
    storage.set('crash_reloaded', 'true')
    ;(this.props.reload ?? (() => location.reload()))()
  }

  /** The render may have failed on a cached response: loads it again. */
  readonly again = (): void => {
    forgetCached()
    // only a new page can load a chunk that failed
    if (this.state.missing) location.reload()
    else this.setState({ failed: false })
  }

  /** Without network, a load would lose the app: the page before this one is still there. */
  readonly back = (): void => {
    const show = (): void => {
      renewFailedScreens()
      this.setState({ failed: false })
    }
    addEventListener('popstate', show, { once: true })
    history.back()
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    const isAway = this.state.missing && !navigator.onLine
    return (
      <main className={styles.crash}>
        <EmptyState
          art={<ArtError />}
          level={1}
          title={isAway ? 'Pas de connexion' : 'Une erreur est survenue'}
          text={
            isAway
              ? 'Cette page s’ouvrira au retour du réseau.'
              : 'Désolé, quelque chose s’est mal passé.'
          }
          action={
            <div className={styles.actions}>
              <Button variant="primary" onClick={isAway ? this.back : this.again}>
                {isAway ? 'Revenir' : 'Réessayer'}
              </Button>
              {isAway ? null : (
                <Button href="/" target="_self">
                  Retour à l’accueil
                </Button>
              )}
            </div>
          }
        />
      </main>
    )
  }
}
