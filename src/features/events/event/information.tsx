import { Suspense, useState } from 'react'
import type { Event } from '#contract/events/events'
import { lazyPart } from '../../../data/start/lazy-part'
import { dateTime } from '../../../lib/dates'
import { eventSpan } from '../../../lib/event-dates'
import { NBSP, formatNumber, plural } from '../../../lib/text'
import { Card } from '../../../ui/layout/card'
import { FactRow } from '../../../ui/layout/fact-row'
import { IconMap } from '../../../ui/icons/nav'
import { IconGroup } from '../../../ui/icons/people'
import { IconClock, IconEuro, IconLocate } from '../../../ui/icons/status'
import { breakdownText, peopleText, placeText } from '../state/labels'
import { isPublishable } from './publish'
import styles from './details.module.css'

const AddressViewsDialog = lazyPart(() =>
  import('../participants/address-views').then((m) => m.AddressViewsDialog),
)

/** http and https only; the server enforces it too. */
const safeLink = (url: string | null): string | null =>
  url && /^https?:\/\//i.test(url) ? url : null

/** «2 à valider · 3 en liste d’attente», for organizers; empty when none waits. */
const waitingText = (counts: Event['counts']): string =>
  counts
    ? [
        ...(counts.pending_approval
          ? [`${formatNumber(counts.pending_approval)}${NBSP}à valider`]
          : []),
        ...(counts.waitlist ? [`${formatNumber(counts.waitlist)}${NBSP}en liste d’attente`] : []),
        ...(counts.invited
          ? [plural(counts.invited, 'invitation sans réponse', 'invitations sans réponse')]
          : []),
      ].join(' · ')
    : ''

interface Props {
  readonly event: Event
  readonly onAddress?: (() => void) | undefined
}

const PreciseAddress = ({ event, onAddress }: Props) => {
  const precise = event.private_location
  if (!precise) return null
  const views = event.address_views ?? 0
  const acts = isPublishable(event)
  const broadcast = event.status === 'published' && (precise.is_public || precise.is_revealed)
  return (
    <FactRow
      icon={<IconLocate />}
      title={
        <>
          {precise.address} {broadcast ? null : <span className={styles.mark}>(non diffusée)</span>}
        </>
      }
      note={
        onAddress && (acts || views > 0) ? (
          <>
            {acts && event.reveal_at ? `Sera diffusée le ${dateTime(event.reveal_at)}. ` : null}
            {acts ? (
              <button type="button" className={styles.plain} onClick={onAddress}>
                {broadcast ? 'Arrêter la diffusion' : 'Diffuser l’adresse'}
              </button>
            ) : null}
            {acts && views > 0 ? ' · ' : null}
            {views > 0 ? <AddressViews event={event} /> : null}
          </>
        ) : undefined
      }
    />
  )
}

const PriceFact = ({ event }: { event: Event }) => {
  const link = safeLink(event.payment_url)
  return event.price || link ? (
    <FactRow
      icon={<IconEuro />}
      title="Participation aux frais"
      note={
        <>
          {event.price}
          {event.price && link ? <br /> : null}
          {link ? (
            <a className={styles.link} href={link} target="_blank" rel="noopener noreferrer">
              Payer en ligne
            </a>
          ) : null}
        </>
      }
    />
  ) : null
}

/** «Vue par 3 participants»: opens the list of who. */
const AddressViews = ({ event }: { event: Event }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.plain} onClick={() => setOpen(true)}>
        {`Vue par ${plural(event.address_views ?? 0, 'participant')}`}
      </button>
      <Suspense fallback={null}>
        {open ? <AddressViewsDialog eventId={event.id} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  )
}

/** When the viewer reads the precise address. */
const addressNote = (event: Event): string => {
  if (event.reveal_at) return `L’adresse exacte vous sera donnée le ${dateTime(event.reveal_at)}.`
  return event.user_participation_status === 'accepted'
    ? 'L’adresse exacte n’est pas encore diffusée.'
    : 'L’adresse exacte est donnée aux participants confirmés.'
}

/** Date, time, town, precise address, number of participants, price. */
export const Information = ({ event, onAddress }: Props) => {
  const [day, hours] = eventSpan(event.start_date, event.end_date)
  return (
    <Card as="section" title="Informations">
      <div className={styles.facts}>
        <FactRow icon={<IconClock />} title={day} note={hours} />
        <FactRow
          icon={<IconMap />}
          title={placeText(event)}
          note={
            !event.private_location && event.location && !event.is_organizer && !event.is_ended
              ? addressNote(event)
              : undefined
          }
        />
        <PreciseAddress event={event} onAddress={onAddress} />
        <FactRow
          icon={<IconGroup />}
          title={peopleText(event)}
          note={
            [
              breakdownText(event.breakdown),
              waitingText(event.counts),
              event.counts_persons ? 'un couple compte pour deux' : '',
            ]
              .filter(Boolean)
              .join(' · ') || undefined
          }
        />
        <PriceFact event={event} />
      </div>
    </Card>
  )
}
