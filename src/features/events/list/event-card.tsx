import type { EventItem } from '#contract/events/events'
import { openPanel } from '../../../data/state/panels'
import { eventWhen } from '../../../lib/event-dates'
import { eventGradientOf } from '../state/ground'
import { isFull } from '../../../lib/places'
import { NBSP } from '../../../lib/text'
import { organizerLabel } from '../../../parts/member/organizer-word'
import { ownGenders } from '../state/organizer'
import { useSignedUrl } from '../../../data/media/media-urls'
import { NamedAvatar } from '../../../parts/member/avatar'
import { SignedImage } from '../../../parts/photo/signed-image'
import { IconGroup } from '../../../ui/icons/people'
import { IconEvents, IconMap } from '../../../ui/icons/nav'
import { IconClock } from '../../../ui/icons/status'
import { Pill } from '../../../ui/display/pill'
import { Tag } from '../../../ui/display/tag'
import {
  countText,
  peopleText,
  placeText,
  eventStateLabel,
  statusTone,
  ownStatusLabel,
} from '../state/labels'
import styles from './card.module.css'

/** The face of a participant. Without a name it has no initials: a closed picture leaves nothing. */
const Face = ({ avatar }: { avatar: string }) => {
  const { state } = useSignedUrl(avatar, { variant: 'thumbnail', retries: 3 })
  return state === 'error' ? null : (
    <NamedAvatar name="" avatar={avatar} size={26} ring="surface-1" />
  )
}

/** The banner of an event, or its default colours. Space is reserved for it. */
export const EventBanner = ({
  event,
  variant = 'thumbnail',
  className,
}: {
  event: Pick<EventItem, 'title' | 'banner_image_url'>
  variant?: 'thumbnail' | 'full'
  className?: string | undefined
}) => {
  if (event.banner_image_url)
    return (
      <SignedImage
        media={{ id: event.banner_image_url, blurhash: null }}
        variant={variant}
        alt=""
        className={className}
      />
    )
  const { from, to } = eventGradientOf(event.title)
  return (
    <span
      className={className}
      style={{ background: `linear-gradient(135deg, ${from}, ${to})` }}
      data-drawn=""
    >
      <IconEvents size={32} />
    </span>
  )
}

interface Props {
  readonly event: EventItem
  /** Called on a plain click; by default the event opens in its panel. */
  readonly onOpen?: ((event: EventItem) => void) | undefined
  /** «Nous aussi !» when the viewer participates too (events of another member). */
  readonly ribbon?: boolean | undefined
}

/** One event of a list: banner, date, title, town, count, status, organizer. */
export const EventCard = ({ event, onOpen, ribbon }: Props) => {
  const status = event.viewer_participant_status
  const state = eventStateLabel(event)
  const also = ribbon && (status === 'organizer' || status === 'accepted')
  return (
    <article className={styles.card} data-past={event.is_ended || undefined}>
      <div className={styles.banner}>
        <EventBanner event={event} className={styles.picture} />
        {also ? <span className={styles.ribbon}>Nous aussi&nbsp;!</span> : null}
      </div>
      <div className={styles.text}>
        <p className={styles.pills}>
          {status ? (
            <Pill tone={statusTone(status)}>{ownStatusLabel(event, status, ownGenders())}</Pill>
          ) : null}
          {state ? (
            <Tag tone={event.status === 'cancelled' ? 'bad' : 'neutral'}>{state}</Tag>
          ) : null}
        </p>
        <h3 className={styles.title}>
          <a
            href={`/events/${event.id}`}
            className={styles.link}
            onClick={(e) => {
              if (e.metaKey || e.ctrlKey || e.shiftKey || e.button !== 0) return
              e.preventDefault()
              if (onOpen) onOpen(event)
              else openPanel({ kind: 'event', id: event.id })
            }}
          >
            {event.title}
          </a>
        </h3>
        <p className={styles.fact}>
          <IconClock size={16} />
          <span>{eventWhen(event.start_date)}</span>
        </p>
        <p className={styles.fact}>
          <IconMap size={16} />
          <span>{placeText(event)}</span>
        </p>
        <p className={styles.fact}>
          <IconGroup size={16} />
          <span aria-hidden="true">{countText(event)}</span>
          <span className="visually-hidden">{peopleText(event)}</span>
          {isFull(event) && !event.is_ended ? <Tag tone="brass">Complet</Tag> : null}
          <span className={styles.faces} aria-hidden="true">
            {event.faces?.map((avatar_url) => (
              <Face key={avatar_url} avatar={avatar_url} />
            ))}
          </span>
        </p>
        <p className={styles.by}>
          {`${organizerLabel(event.creator_genders)}${NBSP}: `}
          <b>{event.creator_handle}</b>
        </p>
      </div>
    </article>
  )
}
