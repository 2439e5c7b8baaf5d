import type { Event } from '#contract/events/events'
import { eventDay, eventHours } from '../../../lib/event-dates'
import { NBSP, number, plural } from '../../../lib/text'
import { Card } from '../../../ui/layout/card'
import { FactRow } from '../../../ui/layout/fact-row'
import { IconMap } from '../../../ui/icons/nav'
import { IconGroup } from '../../../ui/icons/people'
import { IconClock, IconEuro, IconLocate } from '../../../ui/icons/status'
import { breakdownText, peopleText, placeText } from '../state/labels'
import styles from './details.module.css'

/** http and https only; the server enforces it too. */
const safeLink = (url: string | null): string | null =>
  url && /^https?:\/\//i.test(url) ? url : null

/** Date, time, town, precise address, number of participants, price. */
export const Information = ({
  event,
  onAddress,
}: {
  event: Event
  onAddress?: (() => void) | undefined
}) => {
  const link = safeLink(event.payment_url)
  const precise = event.private_location
  const broadcast =
    event.status === 'published' && precise !== null && (precise.is_public || precise.is_revealed)
  const people = breakdownText(event.breakdown)
  const waiting = event.counts
    ? [
        ...(event.counts.pending_approval
          ? [`${number(event.counts.pending_approval)}${NBSP}à valider`]
          : []),
        ...(event.counts.waitlist
          ? [`${number(event.counts.waitlist)}${NBSP}en liste d’attente`]
          : []),
        ...(event.counts.invited
          ? [plural(event.counts.invited, 'invitation sans réponse', 'invitations sans réponse')]
          : []),
      ].join(' · ')
    : ''
  return (
    <Card as="section" title="Informations">
      <div className={styles.facts}>
        <FactRow
          icon={<IconClock />}
          title={eventDay(event.start_date)}
          note={eventHours(event.start_date, event.end_date)}
        />
        <FactRow
          icon={<IconMap />}
          title={placeText(event)}
          note={
            !precise && event.location && !event.is_organizer
              ? 'L’adresse exacte est donnée aux participants confirmés.'
              : undefined
          }
        />
        {precise ? (
          <FactRow
            icon={<IconLocate />}
            title={
              <>
                {precise.address}{' '}
                {broadcast ? null : <span className={styles.mark}>(non diffusée)</span>}
              </>
            }
            note={
              onAddress ? (
                <button type="button" className={styles.plain} onClick={onAddress}>
                  {broadcast ? 'Arrêter la diffusion' : "Diffuser l'adresse"}
                </button>
              ) : undefined
            }
          />
        ) : null}
        <FactRow
          icon={<IconGroup />}
          title={peopleText(event)}
          note={
            [people, waiting, event.counts_persons ? 'un couple compte pour deux' : '']
              .filter(Boolean)
              .join(' · ') || undefined
          }
        />
        {event.price || link ? (
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
        ) : null}
      </div>
    </Card>
  )
}
