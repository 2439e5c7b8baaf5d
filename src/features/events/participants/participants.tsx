import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Event } from '#contract/events/events'
import { participantsCsv, type ParticipantRow } from '#contract/events/participants'
import { download } from '../../../data/device/download'
import { session } from '../../../data/session/session'
import { Button } from '../../../ui/forms/button'
import { Dialog } from '../../../ui/overlay/dialog'
import { ErrorState } from '../../../ui/feedback/error-state'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconDownload, IconFilter } from '../../../ui/icons/actions'
import { IconUserPlus } from '../../../ui/icons/people'
import { IconTicket } from '../../../ui/icons/status'
import { Segmented } from '../../../ui/forms/segmented'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import { refuse, useWork } from '../state/api'
import { usePeople } from './data'
import { PeopleList } from './list'
import {
  countFilters,
  countTitle,
  isWaiting,
  NO_FILTERS,
  shownPeople,
  type Filters,
  type Order,
  type SubTab,
} from './model'
import { PersonRow } from './row'
import { useTalk } from './talk'
import styles from './participants.module.css'

const FilterDialog = lazy(async () => ({
  default: (await import('./filter')).FilterDialog,
}))
const EditParticipant = lazy(async () => ({
  default: (await import('./edit-participant')).EditParticipant,
}))
const Invite = lazy(async () => ({ default: (await import('../invite/invite')).Invite }))
const Door = lazy(async () => ({ default: (await import('../check-in/check-in')).Door }))

type Open =
  | { readonly kind: 'filter' | 'invite' | 'door' }
  | { readonly kind: 'edit' | 'comment'; readonly row: ParticipantRow }
  | null
const ORDERS = [
  { value: 'date', label: 'Récents' },
  { value: 'alpha', label: 'A–Z' },
] as const satisfies readonly { value: Order; label: string }[]

/** A row with its React key. */
const keyed = (rows: readonly ParticipantRow[]) => rows.map((row) => ({ key: row.id, row }))

/** Second tab of an event: its participants and, for organizers, their decisions and notes. */
export const Participants = ({ event }: { event: Event }) => {
  const { accountId } = useSnapshot(session)
  const { data, error, mutate } = usePeople(event.id)
  const [filters, setFilters] = useState<Filters>(NO_FILTERS)
  const [tab, setTab] = useState<SubTab>('all')
  const [order, setOrder] = useState<Order>('date')
  const [open, setOpen] = useState<Open>(null)
  const { busy, run } = useWork()
  const { talk, dialog } = useTalk(event)
  const lead = event.is_organizer
  const rows = useMemo(
    () => keyed(shownPeople(data ?? [], { tab, filters, order }, lead)),
    [data, tab, filters, order, lead],
  )
  const active = countFilters(filters)
  const onEdit = useCallback((row: ParticipantRow) => setOpen({ kind: 'edit', row }), [])
  const onRead = useCallback((row: ParticipantRow) => setOpen({ kind: 'comment', row }), [])
  useEffect(() => {
    // sends arrivals recorded without network as soon as the tab is opened
    if (lead) void import('../check-in/book').then(({ doorBook }) => doorBook(event.id).flush())
  }, [lead, event.id])
  if (!data)
    return error ? (
      <ErrorState
        text="Impossible de charger les participants. Vérifiez votre connexion."
        onRetry={() => void mutate()}
      />
    ) : (
      <SkeletonRows count={6} />
    )

  const close = (): void => setOpen(null)
  const apply = (next: Filters): void => {
    setFilters(next)
    setTab(countFilters(next) > 0 ? 'waiting' : 'all')
  }
  const waiting = data.filter(isWaiting).length
  const tabs = [
    { value: 'all' as const, label: 'Tous' },
    active > 0
      ? { value: 'waiting' as const, label: 'Filtre' }
      : { value: 'waiting' as const, label: 'En attente', count: waiting || undefined },
  ]
  const save = () =>
    run(
      () => download(participantsCsv, { params: { id: event.id } }, 'participants.csv'),
      (e) => refuse(e, 'Impossible de télécharger le fichier. Vérifiez votre connexion.'),
    )
  return (
    <section className={styles.people} aria-label="Participants">
      <header className={styles.head}>
        <h2 className={styles.title}>{countTitle(data, lead)}</h2>
        {lead ? (
          <div className={styles.tools}>
            <Button icon={<IconTicket size={18} />} onClick={() => setOpen({ kind: 'door' })}>
              Entrées
            </Button>
            <Button icon={<IconDownload size={18} />} busy={busy} onClick={() => void save()}>
              Exporter (CSV)
            </Button>
            <Button
              variant="primary"
              icon={<IconUserPlus size={18} />}
              onClick={() => setOpen({ kind: 'invite' })}
            >
              Inviter
            </Button>
          </div>
        ) : null}
      </header>
      <div className={styles.bar}>
        {lead || active > 0 ? (
          <Segmented label="Participants montrés" options={tabs} value={tab} onChange={setTab} />
        ) : null}
        <Segmented label="Tri" options={ORDERS} value={order} onChange={setOrder} />
        <IconButton
          label="Filtrer"
          variant="soft"
          icon={<IconFilter size={20} />}
          badge={active || undefined}
          onClick={() => setOpen({ kind: 'filter' })}
        />
      </div>
      {rows.length === 0 ? (
        <p className={styles.empty} role="status">
          {active > 0 && tab === 'waiting' ? 'Aucun résultat pour ce filtre.' : 'Aucun participant'}
        </p>
      ) : (
        <PeopleList rows={rows} height={88} label="Participants">
          {({ row }) => (
            <PersonRow
              eventId={event.id}
              row={row}
              isOrganizer={lead}
              own={row.account_id === accountId}
              onTalk={talk}
              onEdit={onEdit}
              onRead={onRead}
            />
          )}
        </PeopleList>
      )}
      {dialog}
      {open?.kind === 'comment' ? (
        <Dialog
          open
          onClose={close}
          title="Commentaire de l’organisateur"
          size="sm"
          level={700}
          footer={
            <>
              <Button onClick={() => setOpen({ kind: 'edit', row: open.row })}>Modifier</Button>
              <Button variant="primary" onClick={close}>
                Fermer
              </Button>
            </>
          }
        >
          <p className={styles.small}>{open.row.account_handle}</p>
          <p className={styles.comment}>{open.row.organizer_comment}</p>
        </Dialog>
      ) : null}
      <Suspense fallback={null}>
        {open?.kind === 'filter' ? (
          <FilterDialog filters={filters} isOrganizer={lead} onApply={apply} onClose={close} />
        ) : null}
        {open?.kind === 'edit' ? (
          <EditParticipant eventId={event.id} row={open.row} onClose={close} />
        ) : null}
        {open?.kind === 'invite' ? <Invite event={event} onClose={close} /> : null}
        {open?.kind === 'door' ? <Door event={event} onClose={close} /> : null}
      </Suspense>
    </section>
  )
}
