import { Suspense, useState } from 'react'
import type { Event } from '#contract/events/events'
import { eventLine } from '../../../lib/event-dates'
import { useTitleOf } from '../../../data/state/page-title'
import { lazyPart } from '../../../data/start/lazy-part'
import { NBSP } from '../../../lib/text'
import { LoadFailure } from '../../../parts/form/load-failure'
import { IconButton } from '../../../ui/forms/icon-button'
import { IconClose } from '../../../ui/icons/base'
import { IconMore } from '../../../ui/icons/actions'
import { IconBack } from '../../../ui/icons/nav'
import { Menu } from '../../../ui/overlay/menu'
import { Delayed } from '../../../ui/feedback/delayed'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden'
import { TabPanel, Tabs } from '../../../ui/layout/tabs'
import { Pill } from '../../../ui/display/pill'
import { Tag } from '../../../ui/display/tag'
import { useEvent } from '../state/api'
import { ActBar } from './act-bar'
import { EventBanner } from '../list/event-card'
import { EventDialogs, useEventMenu } from './event-menu'
import { EventDetails } from './details'
import { organizerLabel } from '../../../parts/member/organizer-word'
import { ownGenders } from '../state/organizer'
import { eventStateLabel, statusTone, ownStatusLabel } from '../state/labels'
import styles from './view.module.css'

const KeptEventView = lazyPart(() => import('../offline/kept-view').then((m) => m.KeptEventView))
const ClosedEvent = lazyPart(() => import('./closed').then((m) => m.ClosedEvent))
const Participants = lazyPart(() =>
  import('../participants/participants').then((m) => m.Participants),
)

export type EventTab = 'details' | 'participants'
interface Props {
  /** Id or code. */
  readonly reference: string
  readonly tab: EventTab
  readonly onTab: (tab: EventTab) => void
  readonly onClose: () => void
  /** In a panel: a cross on wide screens. As a page: an arrow and an h1. */
  readonly inPanel: boolean
}

/** The member's status, the state of the event and who organizes it. */
const Statuses = ({ event }: { event: Event }) => {
  const status = event.user_participation_status
  const state = eventStateLabel(event)
  return (
    <p className={styles.pills}>
      {status ? (
        <Pill tone={statusTone(status)}>{ownStatusLabel(event, status, ownGenders())}</Pill>
      ) : null}
      {state ? <Tag tone={event.status === 'cancelled' ? 'bad' : 'neutral'}>{state}</Tag> : null}
      {event.is_creator ? null : (
        <Pill tone="ok">{`${organizerLabel(event.creator_genders)}${NBSP}: ${event.creator_handle}`}</Pill>
      )}
    </p>
  )
}

const Opened = ({
  event,
  tab,
  onTab,
  onClose,
  inPanel,
}: Omit<Props, 'reference'> & { event: Event }) => {
  const { items, dialog, open, close } = useEventMenu(event)
  const base = `event-${event.id}`
  const Title = inPanel ? 'h2' : 'h1'
  const name = tab === 'details' ? event.title : `${event.title} · Participants`
  useTitleOf(null, inPanel ? null : name)
  return (
    <div className={styles.view} data-page={inPanel ? undefined : ''}>
      <div className={styles.floating}>
        <IconButton
          label={inPanel ? 'Fermer' : 'Retour'}
          icon={inPanel ? <IconClose /> : <IconBack />}
          variant="over"
          onClick={onClose}
        />
        {items.length > 0 ? (
          <Menu
            label="Actions de la sortie"
            align="end"
            items={items}
            trigger={(p) => (
              <IconButton label="Actions de la sortie" icon={<IconMore />} variant="over" {...p} />
            )}
          />
        ) : null}
      </div>
      <header>
        <div className={styles.hero}>
          <EventBanner event={event} variant="full" className={styles.banner} />
        </div>
        <div className={styles.titles}>
          <Statuses event={event} />
          <Title className={styles.title}>{event.title}</Title>
          <p className={styles.when}>{eventLine(event.start_date, event.end_date)}</p>
        </div>
      </header>
      <div className={styles.tabs}>
        <Tabs
          label={event.title}
          base={base}
          value={tab}
          onChange={onTab}
          tabs={[
            { id: 'details', label: 'Fiche' },
            { id: 'participants', label: 'Participants', note: event.participant_count },
          ]}
        />
      </div>
      <div className={styles.body}>
        <TabPanel base={base} id="details" value={tab}>
          <EventDetails event={event} onAsk={open} onPeople={() => onTab('participants')} />
        </TabPanel>
        <TabPanel base={base} id="participants" value={tab}>
          <Suspense fallback={<SkeletonRows count={6} />}>
            <Participants event={event} />
          </Suspense>
        </TabPanel>
      </div>
      {tab === 'details' ? <ActBar event={event} /> : null}
      <EventDialogs event={event} dialog={dialog} onClose={close} />
    </div>
  )
}

/** In place of an event: its banner, title and tabs. */
const EventSkeleton = () => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> takes no blocks
  <div role="status">
    <div className={styles.hero} />
    <Delayed>
      <VisuallyHidden>Chargement…</VisuallyHidden>
      <div className={styles.titles}>
        <div className={styles.pills}>
          <Skeleton w={92} h={26} />
        </div>
        <div className={styles.title}>
          <Skeleton w="62%" h="1.15em" />
        </div>
        <div className={styles.when}>
          <Skeleton w="46%" />
        </div>
      </div>
      <div className={styles.tabs}>
        <div className={styles.soon}>
          <Skeleton w={156} h={18} />
        </div>
      </div>
      <div className={styles.body}>
        <Skeleton h={320} />
      </div>
    </Delayed>
  </div>
)

/** In place of the sentence and the button that stand for a closed event. */
const ClosedSkeleton = () => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> takes no blocks
  <div className={styles.closing} role="status">
    <Delayed>
      <VisuallyHidden>Chargement…</VisuallyHidden>
      <Skeleton w={120} h={96} />
      <Skeleton w="70%" h="1.4em" />
      <Skeleton />
      <Skeleton w="62%" />
      <Skeleton h={44} />
    </Delayed>
  </div>
)

/** An event with its two tabs, or the reason why it cannot be shown. */
export const EventView = ({ reference, ...props }: Props) => {
  const { answer, error, reload } = useEvent(reference)
  const [left, setLeft] = useState(false)
  if (answer?.kind === 'open') return <Opened event={answer.event} {...props} />
  const closeButton = (variant?: 'over') => (
    <IconButton
      label={props.inPanel ? 'Fermer' : 'Retour'}
      icon={props.inPanel ? <IconClose /> : <IconBack />}
      variant={variant}
      onClick={props.onClose}
    />
  )
  const close = <header className={styles.header}>{closeButton()}</header>
  // the page keeps a heading while the code of what takes its place arrives
  const heading = props.inPanel ? null : <h1 className="visually-hidden">Sortie</h1>
  const loading = (
    <>
      {heading}
      <ClosedSkeleton />
    </>
  )
  if (answer)
    return (
      <div className={styles.view}>
        {close}
        <Suspense fallback={loading}>
          <ClosedEvent
            reference={reference}
            answer={answer}
            loading={loading}
            shown={!left}
            inPanel={props.inPanel}
            onLeave={() => {
              setLeft(true)
              props.onClose()
            }}
            onOpened={reload}
          />
        </Suspense>
      </div>
    )
  if (!error)
    return (
      <div className={styles.view}>
        {heading}
        <div className={styles.floating}>{closeButton('over')}</div>
        <EventSkeleton />
      </div>
    )
  return (
    <div className={styles.view}>
      {close}
      <Suspense fallback={loading}>
        <KeptEventView
          reference={reference}
          level={props.inPanel ? 2 : 1}
          loading={loading}
          otherwise={
            <LoadFailure
              failure={error}
              level={props.inPanel ? undefined : 1}
              title="Sortie introuvable"
              titleElse="Sortie indisponible"
              gone="Cette sortie n’existe pas, ou n’existe plus."
              offline="Impossible de charger cette sortie. Vérifiez votre connexion."
              onRetry={reload}
            />
          }
        />
      </Suspense>
    </div>
  )
}
