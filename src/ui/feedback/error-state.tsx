import { ArtError } from '../art/error'
import { Button } from '../forms/button'
import { EmptyState } from './empty-state'
import { IconRefresh } from '../icons/actions'

type ErrorStateProps = {
  title?: string | undefined
  /** What happened, what is kept, what to do. */
  text: string
  onRetry?: (() => void) | undefined
  retryLabel?: string | undefined
  busy?: boolean | undefined
  /** The way out. */
  back?: { label: string; onClick: () => void } | undefined
  /** 1: the whole page; 3: below another heading, as a part of it. */
  level?: 1 | 3 | undefined
  /** No network rather than a fault; by default what the browser says. */
  offline?: boolean | undefined
}

/** Something did not load: said in words, with «Réessayer». */
export function ErrorState({
  title,
  text,
  onRetry,
  retryLabel = 'Réessayer',
  busy,
  back,
  level,
  offline = !navigator.onLine,
}: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        level={level}
        art={<ArtError />}
        title={title ?? (offline ? 'Pas de connexion' : 'Le chargement a échoué')}
        text={text}
        action={
          onRetry || back ? (
            <>
              {onRetry ? (
                <Button icon={<IconRefresh />} busy={busy} onClick={onRetry}>
                  {retryLabel}
                </Button>
              ) : null}
              {back ? (
                <Button variant={onRetry ? 'ghost' : 'quiet'} onClick={back.onClick}>
                  {back.label}
                </Button>
              ) : null}
            </>
          ) : null
        }
      />
    </div>
  )
}
