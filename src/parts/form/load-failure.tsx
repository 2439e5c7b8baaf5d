import { useLocation } from 'wouter'
import { failureOf, type Failure } from '../../data/http/api-error'
import { NBSP } from '../../lib/text'
import { ErrorState } from '../../ui/feedback/error-state'

interface Props {
  /** The failure, or the error of the call. */
  readonly failure: Failure | Error
  /** «Sortie introuvable», with the reason when it was deleted. */
  readonly title: string
  readonly gone: string
  /** Said when there is no network, or when the server fails; the title too when it is another one. */
  readonly offline?: string | undefined
  readonly titleElse?: string | undefined
  readonly onRetry: () => void
  /** 1: it is the whole page. */
  readonly level?: 1 | undefined
  /** The way out of the page; none in a panel, which has its own. */
  readonly back?: { readonly label: string; readonly path: string } | undefined
}

/** A page that cannot be shown: deleted, no network, or a server failure, with a way to go on. */
export const LoadFailure = ({
  failure,
  title,
  gone,
  offline,
  titleElse,
  level,
  onRetry,
  back,
}: Props) => {
  const [, navigate] = useLocation()
  const kind = typeof failure === 'string' ? failure : failureOf(failure)
  const out = back ? { label: back.label, onClick: () => navigate(back.path) } : undefined
  if (kind === 'gone') return <ErrorState level={level} title={title} text={gone} back={out} />
  return (
    <ErrorState
      level={level}
      title={titleElse}
      offline={kind === 'offline'}
      onRetry={onRetry}
      back={out}
      text={
        kind === 'server'
          ? 'Le service ne répond pas pour le moment. Réessayez dans un instant.'
          : (offline ?? `Vérifiez votre réseau${NBSP}: tout se chargera à son retour.`)
      }
    />
  )
}
