import { Suspense, useDeferredValue, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation, useSearch } from 'wouter'
import type { EventItem } from '#contract/events/events'
import { session } from '../../data/session/session'
import { openPanel } from '../../data/state/panels'
import { lazyPart } from '../../data/start/lazy-part'
import { whenIdle } from '../../data/start/phases'
import { ArtEvents } from '../../ui/art/events'
import { Button } from '../../ui/forms/button'
import { Chip } from '../../ui/forms/chip'
import { EmptyState } from '../../ui/feedback/empty-state'
import { ErrorState } from '../../ui/feedback/error-state'
import { IconGrid, IconList, IconMore, IconPlus } from '../../ui/icons/actions'
import { IconEvents } from '../../ui/icons/nav'
import { IconVerified } from '../../ui/icons/people'
import { IconTicket } from '../../ui/icons/status'
import { Menu } from '../../ui/overlay/menu'
import { IconButton } from '../../ui/forms/icon-button'
import { PageHeader } from '../../ui/layout/page-header'
import { SearchField } from '../../ui/forms/search-field'
import { Segmented } from '../../ui/forms/segmented'
import { useEventList, useSearchText } from './state/api'
import { EventList } from './list/list'
import { SkeletonForm } from './form/skeleton-form'
import { SkeletonCards } from './list/skeleton-cards'
import { SkeletonMonth } from './list/skeleton-month'
import { lastChoice, type EventListView } from './state/last-choice'
import type { EventListName } from './state/keys'
import styles from './events.module.css'
import { isCouple } from '../../lib/couple'

const MonthView = lazyPart(() => import('./list/month-view').then((m) => m.MonthView))
const CalendarFeed = lazyPart(() => import('./list/calendar-feed').then((m) => m.CalendarFeed))
const CodeDialog = lazyPart(() => import('./list/code-dialog').then((m) => m.CodeDialog))
const WaitingRequests = lazyPart(() =>
  import('./event/answer/waiting-request').then((m) => m.WaitingRequests),
)
const FirstSteps = lazyPart(() => import('../../parts/form/first-steps').then((m) => m.FirstSteps))
const FormScreen = lazyPart(() => import('./form-screen').then((m) => m.EventFormScreen))

// a card pressed on a slow network would open nothing for seconds
whenIdle(() => void import('./panel').catch(() => undefined))

const KeptEventList = lazyPart(() => import('./offline/kept-view').then((m) => m.KeptEventList))

const EMPTY = {
  invitations: [
    'Aucune invitation pour le moment',
    'Les sorties où l’on vous invite apparaîtront ici.',
  ],
  calendar: [
    'Votre calendrier est libre',
    'Les sorties que vous organisez et celles où vous allez apparaîtront ici.',
  ],
} as const satisfies Record<EventListName, readonly [string, string]>

const useListChoice = () => {
  const [which, setWhich] = useState<EventListName>(lastChoice.which)
  const [view, setView] = useState<EventListView>(lastChoice.view)
  const [verified, setVerified] = useState(lastChoice.verified)
  useEffect(() => {
    Object.assign(lastChoice, { which, view, verified })
  }, [which, view, verified])
  return { which, setWhich, view, setView, verified, setVerified }
}
type ListChoice = ReturnType<typeof useListChoice>
type ListDialog = 'feed' | 'code'

const HeaderActions = ({ onDialog }: { onDialog: (dialog: ListDialog) => void }) => (
  <>
    <Button variant="primary" href="/events/new" icon={<IconPlus size={20} />}>
      Créer une sortie
    </Button>
    <Menu
      label="Autres actions"
      align="end"
      trigger={(p) => <IconButton label="Autres actions" icon={<IconMore />} {...p} />}
      items={[
        {
          label: 'J’ai un code de partage',
          icon: <IconTicket size={20} />,
          onSelect: () => onDialog('code'),
        },
        {
          label: 'S’abonner à mon agenda',
          icon: <IconEvents size={20} />,
          onSelect: () => onDialog('feed'),
        },
      ]}
    />
  </>
)

const ListFilters = ({
  choice: { which, setWhich, view, setView, verified, setVerified },
  typed,
  onTyped,
  searching,
}: {
  choice: ListChoice
  typed: string
  onTyped: (typed: string) => void
  searching: boolean
}) => (
  <div className={styles.filters}>
    <Segmented
      label="Sorties montrées"
      value={which}
      onChange={setWhich}
      block
      options={[
        { value: 'invitations', label: 'Invitations' },
        { value: 'calendar', label: 'Mon calendrier' },
      ]}
    />
    <div className={styles.search}>
      <SearchField
        label="Rechercher une sortie"
        placeholder="Rechercher"
        value={typed}
        onChange={onTyped}
        busy={searching}
      />
    </div>
    <Segmented
      label="Présentation"
      value={view}
      onChange={setView}
      options={[
        { value: 'list', label: 'Liste', icon: <IconList size={18} /> },
        { value: 'month', label: 'Mois', icon: <IconGrid size={18} /> },
      ]}
    />
    {which === 'invitations' ? (
      <div className={styles.verified}>
        <Chip icon={<IconVerified />} selected={verified} onClick={() => setVerified(!verified)}>
          Organisateurs vérifiés
        </Chip>
      </div>
    ) : null}
  </div>
)

const NoEvents = ({ which, onCode }: { which: EventListName; onCode: () => void }) => {
  const [, navigate] = useLocation()
  return (
    <EmptyState
      art={<ArtEvents />}
      title={EMPTY[which][0]}
      text={EMPTY[which][1]}
      action={
        which === 'calendar' ? (
          <Button variant="primary" onClick={() => navigate('/events/new')}>
            Créer une sortie
          </Button>
        ) : (
          <>
            <Button onClick={onCode}>J’ai un code de partage</Button>
            <Suspense fallback={null}>
              <FirstSteps />
            </Suspense>
          </>
        )
      }
    />
  )
}

/** Nothing matches. `verified`: among the invitations of verified organizers. */
const NothingFound = ({
  typed,
  verified,
  onAll,
}: {
  typed: boolean
  verified: boolean
  onAll: () => void
}) => (
  <div className={styles.nothing}>
    <p role="status">
      Aucune {verified ? 'invitation d’un organisateur vérifié' : 'sortie'}
      {typed ? ' ne correspond' : ' pour le moment'}.
    </p>
    {verified ? <Button onClick={onAll}>Montrer tous les organisateurs</Button> : null}
  </div>
)

const FoundEvents = ({
  events,
  typed,
  verified,
  which,
  choice: { view, setVerified },
  onCode,
}: {
  events: readonly EventItem[]
  typed: boolean
  verified: boolean
  which: EventListName
  choice: ListChoice
  onCode: () => void
}) => (
  <>
    {(typed || verified) && events.length === 0 ? (
      <NothingFound typed={typed} verified={verified} onAll={() => setVerified(false)} />
    ) : null}
    {!typed && !verified && events.length === 0 && view === 'list' ? (
      <NoEvents which={which} onCode={onCode} />
    ) : null}
    {view === 'list' && events.length > 0 ? <EventList events={events} /> : null}
    {view === 'month' ? (
      <Suspense fallback={<SkeletonMonth />}>
        <MonthView events={events} />
      </Suspense>
    ) : null}
  </>
)

const Lists = () => {
  const choice = useListChoice()
  const couple = isCouple(useSnapshot(session).account?.identities)
  const [typed, setTyped] = useState('')
  const [dialog, setDialog] = useState<ListDialog | null>(null)
  const q = useSearchText(typed)
  // the tap is drawn before the cards of the other list
  const which = useDeferredValue(choice.which)
  const verified = choice.verified && which === 'invitations'
  const { data, error, isLoading, mutate } = useEventList(which, q, verified)
  const close = (): void => setDialog(null)
  return (
    <section className={styles.page} aria-label="Sorties">
      <PageHeader title="Sorties" actions={<HeaderActions onDialog={setDialog} />}>
        <ListFilters
          choice={choice}
          typed={typed}
          onTyped={setTyped}
          searching={isLoading && data !== undefined}
        />
      </PageHeader>
      {couple ? (
        <div className={styles.requests}>
          <Suspense fallback={null}>
            <WaitingRequests />
          </Suspense>
        </div>
      ) : null}
      {!data && !error && choice.view === 'month' ? <SkeletonMonth /> : null}
      {!data && !error && choice.view === 'list' ? (
        <div className={styles.lists}>
          <SkeletonCards count={6} month />
        </div>
      ) : null}
      {!data && error ? (
        <>
          <Suspense fallback={null}>
            <KeptEventList />
          </Suspense>
          <ErrorState
            text="Impossible de charger vos sorties. Vérifiez votre connexion."
            onRetry={() => void mutate()}
          />
        </>
      ) : null}
      {data ? (
        <FoundEvents
          events={data}
          typed={q !== ''}
          verified={verified}
          which={which}
          choice={choice}
          onCode={() => setDialog('code')}
        />
      ) : null}
      <Suspense fallback={null}>
        {dialog === 'feed' ? <CalendarFeed onClose={close} /> : null}
        {dialog === 'code' ? (
          <CodeDialog
            onClose={close}
            onFound={(id) => {
              close()
              openPanel({ kind: 'event', id })
            }}
          />
        ) : null}
      </Suspense>
    </section>
  )
}

/** /events, and /events?eventId={id}&editEvent={id}, which shows that event's form. */
export const EventsScreen = () => {
  const edited = new URLSearchParams(useSearch()).get('editEvent')
  return edited ? (
    <Suspense fallback={<SkeletonForm />}>
      <FormScreen key={edited} id={edited} />
    </Suspense>
  ) : (
    <Lists />
  )
}
