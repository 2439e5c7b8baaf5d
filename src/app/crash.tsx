import { Component, type ReactNode } from 'react'
import { forgetCached } from '../data/session-state'
import { storage } from '../data/storage'
import { ArtError } from '../ui/art/error'
import { Button } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import styles from './crash.module.css'

interface Props { children: ReactNode; reload?: () => void }

/** A render that fails reloads the page once a browser session; the second time it says so and offers two ways out. */
export class CrashScreen extends Component<Props, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = (): { failed: boolean } => ({ failed: true })

  override componentDidCatch(): void {
    if (storage.get('crash_reloaded')) return
    storage.set('crash_reloaded', 'true')
    ;(this.props.reload ?? (() => location.reload()))()
  }

  /** What the screen choked on may be an answer that is kept: it is asked again. */
  readonly again = (): void => {
    forgetCached()
    this.setState({ failed: false })
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
              <Button variant="primary" onClick={this.again}>Réessayer</Button>
              <Button href="/">Retour à l'accueil</Button>
            </div>
          }
        />
      </main>
    )
  }
}
