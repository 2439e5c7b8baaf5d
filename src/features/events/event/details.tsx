import { Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import type { Event } from '#contract/events/events'
import { RIDE_HOURS } from '#contract/events/rides'
import { HOUR_MS } from '#contract/limits'
import { closeAll } from '../../../data/state/panels'
import { lazyPart } from '../../../data/start/lazy-part'
import { dateLong } from '../../../lib/dates'
import { linkify } from '../../../lib/linkify'
import { Button } from '../../../ui/forms/button'
import { IconChat, IconEvents } from '../../../ui/icons/nav'
import { Tag } from '../../../ui/display/tag'
import type { EventDialog } from './event-menu'
import { Information } from './information'
import { placesText } from '../state/balance'
import { isFull } from '../../../lib/places'
import { breakdownText, confirmedText } from '../state/labels'
import { ParticipationNotes } from './participation-notes'
import styles from './details.module.css'

const ParticipantFaces = lazyPart(() => import('./faces').then((m) => m.ParticipantFaces))
const IcsDialog = lazyPart(() => import('../list/ics-dialog').then((m) => m.IcsDialog))

const AddressCard = lazyPart(() => import('./address-card').then((m) => m.AddressCard))
const Aside = lazyPart(() => import('./aside/aside').then((m) => m.Aside))
const HouseRules = lazyPart(() => import('./house-rules').then((m) => m.HouseRules))
const Rides = lazyPart(() => import('../rides/rides').then((m) => m.Rides))
const Notices = lazyPart(() => import('./notices').then((m) => m.Notices))
const OwnComing = lazyPart(() => import('./own-coming').then((m) => m.OwnComing))

/** Takes part, or waits for it, in an event that is open. */
const isComing = (event: Event): boolean =>
  event.status === 'published' &&
  !event.is_ended &&
  !event.is_organizer &&
  ['accepted', 'pending_approval', 'waitlist'].includes(event.user_participation_status ?? '')

/** Whether offers of seats are shown: to organizers and the confirmed, until a day after the end. */
const hasRides = (event: Event): boolean =>
  event.status === 'published' &&
  (event.is_organizer || event.user_participation_status === 'accepted') &&
  Date.parse(event.end_date ?? event.start_date) + RIDE_HOURS * HOUR_MS > Date.now()

const RulesAndRides = ({ event }: { event: Event }) => (
  <Suspense fallback={null}>
    {event.rules ? <HouseRules event={event} /> : null}
    {hasRides(event) ? <Rides event={event} /> : null}
  </Suspense>
)

const PlacesByKind = ({ event }: { event: Event }) =>
  event.places_by_kind.length > 0 && !event.is_ended ? (
    <ul className={styles.kinds} aria-label="Places par genre">
      {event.places_by_kind.map((p) => (
        <li key={p.kind}>{placesText(p, event.has_waitlist)}</li>
      ))}
    </ul>
  ) : null

/** «14 confirmés / 16», with some of their faces; opens the list of participants. */
const Attending = ({ event, onPeople }: { event: Event; onPeople: () => void }) => (
  <button type="button" className={styles.attending} onClick={onPeople}>
    {event.participant_count > 0 ? (
      <Suspense fallback={null}>
        <ParticipantFaces eventId={event.id} />
      </Suspense>
    ) : null}
    <span className={styles.attendingText}>
      <b>{confirmedText(event)}</b>
      <small>{breakdownText(event.breakdown)}</small>
    </span>
    {isFull(event) ? <Tag tone="brass">Complet</Tag> : null}
  </button>
)

/** Whether there is something that the member should know first. */
const hasNotices = (event: Event): boolean =>
  event.status === 'cancelled' ||
  [event.offer_until, event.after_until, event.reconfirm_hours].some(Boolean)

const isPast = (date: string): boolean => Date.parse(date) <= Date.now()

/** The way to the discussion, and when it closes. */
const Discussion = ({ event, conversation }: { event: Event; conversation: string }) => {
  const [, navigate] = useLocation()
  const until = event.talk_until
  return (
    <>
      <Button
        icon={<IconChat size={20} />}
        onClick={() => void closeAll().then(() => navigate(`/conversations/${conversation}`))}
      >
        Ouvrir la discussion
      </Button>
      {until ? (
        <p className={styles.note}>
          {isPast(until)
            ? 'La discussion est fermée, ses photos sont effacées.'
            : `La discussion ferme le ${dateLong(until)}, et ses photos sont effacées.`}
        </p>
      ) : null}
    </>
  )
}

/** First tab of an event: its information and the member's actions. */
export const EventDetails = ({
  event,
  onAsk,
  onPeople,
}: {
  event: Event
  onAsk: (dialog: EventDialog) => void
  onPeople: () => void
}) => {
  const [ics, setIcs] = useState(false)
  const conversation = event.conversation_id
  const told =
    event.private_location !== null &&
    (event.address_state === 'public' || event.address_state === 'revealed')
  return (
    <div className={styles.details}>
      <div className={styles.main}>
        {hasNotices(event) ? (
          <Suspense fallback={null}>
            <Notices event={event} onPeople={onPeople} />
          </Suspense>
        ) : null}
        <ParticipationNotes event={event} />
        <Information
          event={event}
          onAddress={event.is_organizer ? () => onAsk('address') : undefined}
        />
        <Attending event={event} onPeople={onPeople} />
        <PlacesByKind event={event} />
        {isComing(event) ? (
          <Suspense fallback={null}>
            <OwnComing event={event} />
          </Suspense>
        ) : null}
        {told && event.private_location ? (
          <Suspense fallback={null}>
            <AddressCard event={event} location={event.private_location} />
          </Suspense>
        ) : null}
        <RulesAndRides event={event} />
        <section className={styles.description} aria-label="Description">
          {event.description ? (
            event.description.split(/\n{2,}/).map((text, i) => <p key={i}>{linkify(text)}</p>)
          ) : (
            <p className={styles.quiet}>Aucune description fournie</p>
          )}
        </section>
      </div>
      <div className={styles.aside}>
        <div className={styles.acts}>
          {conversation ? <Discussion event={event} conversation={conversation} /> : null}
          {event.status === 'draft' || event.is_ended ? null : (
            <Button icon={<IconEvents size={20} />} onClick={() => setIcs(true)}>
              Ajouter à mon agenda
            </Button>
          )}
        </div>
        <Suspense fallback={null}>
          <Aside event={event} />
        </Suspense>
      </div>
      <Suspense fallback={null}>
        {ics ? <IcsDialog event={event} onClose={() => setIcs(false)} /> : null}
      </Suspense>
    </div>
  )
}
