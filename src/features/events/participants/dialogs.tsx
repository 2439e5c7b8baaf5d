import { Suspense } from 'react'
import type { Event } from '#contract/events/events'
import type { ParticipantRow } from '#contract/events/participants'
import { lazyPart } from '../../../data/start/lazy-part'
import { Button } from '../../../ui/forms/button'
import { Dialog } from '../../../ui/overlay/dialog'
import type { PeopleView } from './use-people-view'
import styles from './participants.module.css'

const FilterDialog = lazyPart(() => import('./filter').then((m) => m.FilterDialog))
const EditParticipant = lazyPart(() => import('./edit-participant').then((m) => m.EditParticipant))
const Invite = lazyPart(() => import('../invite/invite').then((m) => m.Invite))
const RepliesDialog = lazyPart(() => import('./replies').then((m) => m.RepliesDialog))
const CheckIn = lazyPart(() => import('../check-in/check-in').then((m) => m.CheckIn))

/** The dialog that is open over the list; null: none. */
export type OpenDialog =
  | { readonly kind: 'filter' | 'invite' | 'check-in' | 'answers' }
  | { readonly kind: 'edit' | 'comment'; readonly row: ParticipantRow }
  | null

const CommentDialog = ({
  row,
  onEdit,
  onClose,
}: {
  row: ParticipantRow
  onEdit: () => void
  onClose: () => void
}) => (
  <Dialog
    open
    onClose={onClose}
    title="Commentaire de l’organisateur"
    size="sm"
    level={700}
    footer={
      <>
        <Button onClick={onEdit}>Modifier</Button>
        <Button variant="primary" onClick={onClose}>
          Fermer
        </Button>
      </>
    }
  >
    <p className="quiet">{row.account_handle}</p>
    <p className={styles.comment}>{row.organizer_comment}</p>
  </Dialog>
)

export const ParticipantsDialogs = ({
  event,
  view,
  open,
  onOpen,
}: {
  event: Event
  view: PeopleView
  open: OpenDialog
  onOpen: (open: OpenDialog) => void
}) => {
  const close = (): void => onOpen(null)
  return (
    <>
      {open?.kind === 'comment' ? (
        <CommentDialog
          row={open.row}
          onEdit={() => onOpen({ kind: 'edit', row: open.row })}
          onClose={close}
        />
      ) : null}
      <Suspense fallback={null}>
        {open?.kind === 'filter' ? (
          <FilterDialog
            filters={view.filters}
            isOrganizer={event.is_organizer}
            isAsked={event.reconfirm_missing !== null}
            onApply={view.applyFilters}
            onClose={close}
          />
        ) : null}
        {open?.kind === 'edit' ? (
          <EditParticipant eventId={event.id} row={open.row} onClose={close} />
        ) : null}
        {open?.kind === 'invite' ? <Invite event={event} onClose={close} /> : null}
        {open?.kind === 'answers' ? <RepliesDialog event={event} onClose={close} /> : null}
        {open?.kind === 'check-in' ? <CheckIn event={event} onClose={close} /> : null}
      </Suspense>
    </>
  )
}
