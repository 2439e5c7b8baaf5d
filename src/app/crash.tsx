import { Component, type ReactNode } from 'react'
import { forgetCached } from '../data/session/state'
import { storage } from '../data/device/storage'
import { ArtError } from '../ui/art/error'
import { Button } from '../ui/forms/button'
import { EmptyState } from '../ui/feedback/empty-state'
import styles from './crash.module.css'

interface Props {
  children: ReactNode
  reload?: () => void
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported|module script|preload/i.test(error.message)

/** A render that fails reloads the page once a browser session; the second time it says so and offers two ways out. */
export class CrashScreen extends Component<Props, { failed: boolean; missing: boolean }> {
  override state = { failed: false, missing: false }
  static getDerivedStateFromError = (error: unknown): { failed: boolean; missing: boolean } => ({
    failed: true,
    missing: isMissing(error),
  })

  override componentDidCatch(error: unknown): void {
    // a missing piece has its own reload (main.tsx)
    if (storage.get('crash_reloaded') || isMissing(error)) return
    storage.set('crash_reloaded', 'true')
    ;(this.props.reload ?? (() => location.reload()))()
  }

  /** What the screen choked on may be an answer that is kept: it is asked again. */
  readonly again = (): void => {
    forgetCached()
    // a piece that could not be had is only asked for again by a new page
    if (this.state.missing) location.reload()
    else this.setState({ failed: false })
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <main className={styles.crash}>
        <EmptyState
          art={<ArtError />}
          level={1}
          title="Une erreur est survenue"
          text="Désolé, quelque chose s'est mal passé."
          action={
            <div className={styles.actions}>
              <Button variant="primary" onClick={this.again}>
                Réessayer
              </Button>
              <Button href="/">Retour à l'accueil</Button>
            </div>
          }
        />
      </main>
    )
  }
}
