import { useState, type ReactNode } from 'react'
import { ApiError } from '../../../data/http/api'
import { openReport } from '../../../data/state/report-prompt'
import { serverMessageOf } from '../../../data/http/api-error'
import { lazyPart } from '../../../data/start/lazy-part'
import { useAsyncAction } from '../../../parts/form/use-async-action'
import { ArtEvents } from '../../../ui/art/events'
import { Button } from '../../../ui/forms/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { ErrorState } from '../../../ui/feedback/error-state'
import { joinWithCode } from '../list/code-dialog'
import { ContactButton, ContactDialog } from './contact'
import { isEventId, type EventAnswer, type ClosedReason } from '../state/keys'
import { EVENT_CANCELLED_TEXT, REFUSED_TEXT } from '../state/labels'
import { useParticipation } from './use-participation'
import styles from './view.module.css'

const WaitingRequest = lazyPart(() =>
  import('./answer/waiting-request').then((m) => m.WaitingRequest),
)

/** «Événement terminé» */
export const EndedDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    open
    onClose={onClose}
    title="Événement terminé"
    description="Cet événement est terminé."
    size="sm"
    level={700}
    footer={
      <Button variant="primary" data-autofocus="" onClick={onClose}>
        Fermer
      </Button>
    }
  />
)

/**
 * For members who declined, were refused or removed: they can come back where an invitation remains,
 * write to the organizers, or report.
 */
const LeftEvent = ({
  id,
  by,
  mayReturn,
  level,
}: ClosedReason & { by: 'declined' | 'refused' | 'cancelled'; level: 1 | 2 }) => {
  const { busy, participate } = useParticipation(id)
  const isRemoved = by === 'cancelled'
  const refused = by === 'refused' ? `${REFUSED_TEXT} ` : ''
  const end = mayReturn ? ', mais vous pouvez y revenir.' : '.'
  return (
    <EmptyState
      art={<ArtEvents />}
      level={level}
      title={isRemoved ? 'Votre participation a été annulée' : 'Vous n’y participez pas'}
      text={
        isRemoved
          ? EVENT_CANCELLED_TEXT
          : `${refused}La fiche est réservée aux personnes invitées${end}`
      }
      action={
        <div className={styles.left}>
          {mayReturn && !isRemoved ? (
            <Button block variant="primary" busy={busy !== null} onClick={() => void participate()}>
              Je participe
            </Button>
          ) : null}
          <ContactButton eventId={id} />
          <Button
            block
            variant="ghost"
            onClick={() => openReport({ kind: 'event', id, title: 'Signaler cette sortie' })}
          >
            Signaler cette sortie
          </Button>
        </div>
      }
    />
  )
}

interface Props {
  readonly reference: string
  readonly answer: Extract<EventAnswer, { kind: 'closed' }>
  /** Until the code and the data of what is shown have come. */
  readonly loading: ReactNode
  readonly shown: boolean
  readonly inPanel: boolean
  readonly onLeave: () => void
  readonly onOpened: () => void
}

const BY_INVITATION = 'Sur invitation'

/** The server validates a code only when it is used, where guesses are rate-limited. */
const CodeDialog = ({
  open,
  reference,
  onLeave,
  onOpened,
}: { readonly open: boolean } & Pick<Props, 'reference' | 'onLeave' | 'onOpened'>) => {
  const [error, setError] = useState<string>()
  const { busy, run } = useAsyncAction()
  const join = async (): Promise<void> => {
    if (
      await run(
        () => joinWithCode(reference.toLowerCase()),
        (e) =>
          setError(
            e instanceof ApiError && e.status === 404
              ? 'Aucune sortie publiée ne porte ce code.'
              : (serverMessageOf(e) ?? 'Impossible d’utiliser ce code. Vérifiez votre connexion.'),
          ),
      )
    )
      onOpened()
  }
  return (
    <Dialog
      open={open}
      onClose={onLeave}
      title={BY_INVITATION}
      size="sm"
      level={700}
      description={
        error ??
        'Cette adresse porte un code de partage. Celui d’une sortie sur invitation vous y invite.'
      }
      footer={
        <>
          <Button onClick={onLeave}>Fermer</Button>
          {error ? null : (
            <Button variant="primary" busy={busy} data-autofocus="" onClick={() => void join()}>
              Utiliser ce code
            </Button>
          )}
        </>
      }
    />
  )
}

/**
 * An event that the member may not read: its code invites them; without one, only the organizers
 * can help.
 */
export const ClosedEvent = ({
  reference,
  answer,
  loading,
  shown,
  inPanel,
  onLeave,
  onOpened,
}: Props) => {
  const level = inPanel ? 2 : 1
  if (answer.left)
    return answer.left.by === 'waits' ? (
      <WaitingRequest id={answer.left.id} level={level} loading={loading} />
    ) : (
      <LeftEvent {...answer.left} by={answer.left.by} level={level} />
    )
  if (answer.status === 404 && isEventId(reference))
    return (
      <ErrorState
        level={inPanel ? undefined : 1}
        title="Sortie introuvable"
        text="Elle n’existe pas ou n’est plus accessible."
        back={{ label: 'Retour aux sorties', onClick: onLeave }}
      />
    )
  // under the dialog: a page without a heading has no name
  const heading = inPanel ? null : <h1 className="visually-hidden">{BY_INVITATION}</h1>
  if (isEventId(reference))
    return (
      <>
        {heading}
        {shown ? (
          <ContactDialog
            eventId={reference}
            title={BY_INVITATION}
            text="Cette sortie est sur invitation. Vous pouvez contacter les organisateurs pour leur demander une place."
            onClose={onLeave}
          />
        ) : null}
      </>
    )
  return (
    <>
      {heading}
      <CodeDialog open={shown} reference={reference} onLeave={onLeave} onOpened={onOpened} />
    </>
  )
}
