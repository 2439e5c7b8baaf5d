import { useCallback, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Event } from '#contract/events/events'
import { participantsCsv, type ParticipantRow } from '#contract/events/participants'
import { remindInvited } from '#contract/events/reminders'
import { download } from '../../../data/device/download'
import { call } from '../../../data/http/api'
import { session } from '../../../data/session/session'
import { toast, toastRefusal } from '../../../data/state/toasts'
import { useAsyncAction } from '../../../parts/form/use-async-action'
import { NBSP, plural } from '../../../lib/text'
import { Button } from '../../../ui/forms/button'
import { ErrorState } from '../../../ui/feedback/error-state'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconDownload, IconFilter } from '../../../ui/icons/actions'
import { IconChat } from '../../../ui/icons/nav'
import { IconUserPlus } from '../../../ui/icons/people'
import { IconBell } from '../../../ui/icons/settings'
import { IconTicket } from '../../../ui/icons/status'
import { Segmented } from '../../../ui/forms/segmented'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import { confirm } from '../../../ui/overlay/confirm'
import { refreshEvent } from '../state/keys'
import { usePeople } from './data'
import { ParticipantsDialogs, type OpenDialog } from './dialogs'
import { PeopleList } from './list'
import { countTitle, isWaiting, type SortOrder } from './model'
import { PersonRow } from './row'
import { useParticipantConversation } from './talk'
import { usePeopleView, type PeopleView } from './use-people-view'
import styles from './participants.module.css'

const ORDERS = [
  { value: 'date', label: 'Récents' },
  { value: 'alpha', label: 'A–Z' },
] as const satisfies readonly { value: SortOrder; label: string }[]

/** Once: the button goes with the reminder. */
const remindAll = async (eventId: string, count: number): Promise<void> => {
  const yes = await confirm({
    title: `Relancer ${plural(count, 'invitation', 'invitations')} sans réponse${NBSP}?`,
    message: 'Une seule fois par personne, par une actualité discrète.',
    confirmLabel: 'Relancer',
  })
  if (!yes) return
  try {
    const { reminded } = await call(remindInvited, { params: { id: eventId } })
    toast(
      reminded > 0
        ? `${plural(reminded, 'invitation relancée', 'invitations relancées')}.`
        : 'Tout le monde a répondu, ou a déjà été relancé.',
      { kind: 'success' },
    )
  } catch (error) {
    toastRefusal(error, 'La relance n’est pas partie. Vérifiez votre connexion.')
  }
  await refreshEvent(eventId)
}

const OrganizerTools = ({
  event: { id: eventId, questions, counts },
  onOpen,
}: {
  event: Event
  onOpen: (open: OpenDialog) => void
}) => {
  const { busy, run } = useAsyncAction()
  const toRemind = counts?.to_remind ?? 0
  const exportCsv = () =>
    run(
      () => download(participantsCsv, { params: { id: eventId } }, 'participants.csv'),
      'Impossible de télécharger le fichier. Vérifiez votre connexion.',
    )
  return (
    <div className={styles.tools}>
      <Button icon={<IconTicket size={18} />} onClick={() => onOpen({ kind: 'check-in' })}>
        Entrées
      </Button>
      {toRemind > 0 ? (
        <Button icon={<IconBell size={18} />} onClick={() => void remindAll(eventId, toRemind)}>
          Relancer
        </Button>
      ) : null}
      {questions.length > 0 ? (
        <Button icon={<IconChat size={18} />} onClick={() => onOpen({ kind: 'answers' })}>
          Réponses
        </Button>
      ) : null}
      <Button icon={<IconDownload size={18} />} busy={busy} onClick={() => void exportCsv()}>
        Exporter (CSV)
      </Button>
      <Button
        variant="primary"
        icon={<IconUserPlus size={18} />}
        onClick={() => onOpen({ kind: 'invite' })}
      >
        Inviter
      </Button>
    </div>
  )
}

const ViewBar = ({
  view: { tab, setTab, order, setOrder, active },
  waiting,
  isOrganizer,
  onFilter,
}: {
  view: PeopleView
  /** Number of participants waiting for a decision or a place. */
  waiting: number
  isOrganizer: boolean
  onFilter: () => void
}) => {
  const tabs = [
    { value: 'all' as const, label: 'Tous' },
    active > 0
      ? { value: 'waiting' as const, label: 'Filtre' }
      : { value: 'waiting' as const, label: 'En attente', count: waiting || undefined },
  ]
  return (
    <div className={styles.bar}>
      {isOrganizer || active > 0 ? (
        <Segmented label="Participants montrés" options={tabs} value={tab} onChange={setTab} />
      ) : null}
      <Segmented label="Tri" options={ORDERS} value={order} onChange={setOrder} />
      <IconButton
        label="Filtrer"
        variant="soft"
        icon={<IconFilter size={20} />}
        badge={active || undefined}
        onClick={onFilter}
      />
    </div>
  )
}

const nobody = ({ tab, active }: PeopleView): string => {
  if (tab === 'all') return 'Aucun participant'
  return active > 0 ? 'Aucun résultat pour ce filtre.' : 'Personne n’est en attente.'
}

/** Second tab of an event: its participants and, for organizers, their decisions and notes. */
export const Participants = ({ event }: { event: Event }) => {
  const { accountId } = useSnapshot(session)
  const { data, error, mutate } = usePeople(event.id)
  const isOrganizer = event.is_organizer
  const view = usePeopleView(data, isOrganizer)
  const [open, setOpen] = useState<OpenDialog>(null)
  const { talk, dialog } = useParticipantConversation(event)
  const onEdit = useCallback((row: ParticipantRow) => setOpen({ kind: 'edit', row }), [])
  const onRead = useCallback((row: ParticipantRow) => setOpen({ kind: 'comment', row }), [])
  useEffect(() => {
    // sends arrivals recorded without network as soon as the tab is opened
    if (isOrganizer)
      void import('../check-in/book')
        .then(({ openCheckInBook }) => openCheckInBook(event).flush())
        .catch(() => undefined)
  }, [isOrganizer, event])
  if (!data)
    return error ? (
      <ErrorState
        text="Impossible de charger les participants. Vérifiez votre connexion."
        onRetry={() => void mutate()}
      />
    ) : (
      <SkeletonRows count={6} />
    )
  return (
    <section className={styles.people} aria-label="Participants">
      <header className={styles.head}>
        <h2 className={styles.title}>{countTitle(event, data, isOrganizer)}</h2>
        {isOrganizer ? <OrganizerTools event={event} onOpen={setOpen} /> : null}
      </header>
      <ViewBar
        view={view}
        waiting={data.filter(isWaiting).length}
        isOrganizer={isOrganizer}
        onFilter={() => setOpen({ kind: 'filter' })}
      />
      {view.rows.length === 0 ? (
        <p className={styles.empty} role="status">
          {nobody(view)}
        </p>
      ) : (
        <PeopleList rows={view.rows} height={88} label="Participants">
          {({ row }) => (
            <PersonRow
              eventId={event.id}
              row={row}
              isOrganizer={isOrganizer}
              own={row.account_id === accountId}
              onTalk={talk}
              onEdit={onEdit}
              onRead={onRead}
            />
          )}
        </PeopleList>
      )}
      {dialog}
      <ParticipantsDialogs event={event} view={view} open={open} onOpen={setOpen} />
    </section>
  )
}
