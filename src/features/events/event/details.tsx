import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import type { Event } from '#contract/events/events'
import { closeAll, openPanel } from '../../../data/state/panels'
import { dateTime } from '../../../lib/dates'
import { NBSP } from '../../../lib/text'
import { AccountAvatar } from '../../../parts/member/avatar'
import { TalkDialog } from '../../../parts/member/talk-dialog'
import { Banner } from '../../../ui/feedback/banner'
import { Button } from '../../../ui/forms/button'
import { Card } from '../../../ui/layout/card'
import { IconChat, IconEvents } from '../../../ui/icons/nav'
import { IconQr } from '../../../ui/icons/status'
import { ListRow } from '../../../ui/layout/list-row'
import { Tag } from '../../../ui/display/tag'
import { AddressCard } from './address-card'
import { ContactButton } from './contact'
import { EventBanner } from '../list/event-card'
import type { EventDialog } from './event-menu'
import { Information } from './information'
import { ShareCard } from './share-card'
import { Subscription } from './subscription'
import styles from './details.module.css'

const EntryDialog = lazy(async () => ({ default: (await import('./entry-dialog')).EntryDialog }))
const IcsDialog = lazy(async () => ({ default: (await import('../list/ics-dialog')).IcsDialog }))

const Organizers = ({ event }: { event: Event }) => {
  const [talking, setTalking] = useState(false)
  return (
    <Card as="section" title="Organisation">
      <ul className={styles.people}>
        {event.organizers.map((o) => (
          <li key={o.account_id}>
            <ListRow
              leading={<AccountAvatar account={o} size={40} />}
              title={o.account_handle}
              tag={<Tag tone="brass">{o.is_creator ? 'Organisateur' : 'Co-organisateur'}</Tag>}
              onClick={() => openPanel({ kind: 'profile', id: o.account_id })}
            />
          </li>
        ))}
      </ul>
      {event.is_creator ? null : event.is_organizer ? (
        <>
          <Button block onClick={() => setTalking(true)}>
            Parler aux organisateurs
          </Button>
          <TalkDialog
            handle={event.creator_handle}
            open={talking}
            onClose={() => setTalking(false)}
          />
        </>
      ) : (
        <ContactButton eventId={event.id} />
      )}
    </Card>
  )
}

/** First tab of an event: its information and the member's actions. */
export const Fiche = ({ event, onAsk }: { event: Event; onAsk: (dialog: EventDialog) => void }) => {
  const [dialog, setDialog] = useState<'entry' | 'ics' | null>(null)
  const [, navigate] = useLocation()
  const confirmed = event.user_participation_status === 'accepted' || event.is_organizer
  const conversation = event.conversation_id
  const told =
    event.private_location !== null &&
    (event.address_state === 'public' || event.address_state === 'revealed')
  return (
    <div className={styles.fiche}>
      <div className={styles.main}>
        <div className={styles.hero}>
          <EventBanner event={event} variant="full" className={styles.banner} />
        </div>
        {event.status === 'cancelled' ? (
          <Banner tone="bad">Les organisateurs ont annulé cette sortie.</Banner>
        ) : null}
        {event.offer_until ? (
          <Banner tone="ok">{`Une place s’est libérée${NBSP}: elle vous est gardée jusqu’au ${dateTime(event.offer_until)}. Pressez «${NBSP}Je participe${NBSP}» pour l’accepter.`}</Banner>
        ) : null}
        <div className={styles.onPhone}>
          <Subscription event={event} />
        </div>
        <Information
          event={event}
          onAddress={event.is_organizer ? () => onAsk('address') : undefined}
        />
        {told && event.private_location ? <AddressCard location={event.private_location} /> : null}
        <section className={styles.description} aria-label="Description">
          {event.description ? (
            event.description.split(/\n{2,}/).map((text, i) => <p key={i}>{text}</p>)
          ) : (
            <p className={styles.quiet}>Aucune description fournie</p>
          )}
        </section>
      </div>
      <div className={styles.aside}>
        <div className={styles.onDesktop}>
          <Subscription event={event} />
        </div>
        <div className={styles.acts}>
          {conversation ? (
            <Button
              icon={<IconChat size={20} />}
              onClick={() => void closeAll().then(() => navigate(`/conversations/${conversation}`))}
            >
              Ouvrir la discussion
            </Button>
          ) : null}
          {confirmed && event.status === 'published' && !event.is_ended && !event.is_organizer ? (
            <Button icon={<IconQr size={20} />} onClick={() => setDialog('entry')}>
              Mon entrée
            </Button>
          ) : null}
          {event.status === 'draft' ? null : (
            <Button icon={<IconEvents size={20} />} onClick={() => setDialog('ics')}>
              Ajouter à mon agenda
            </Button>
          )}
        </div>
        <Organizers event={event} />
        <ShareCard event={event} />
      </div>
      <Suspense fallback={null}>
        {dialog === 'entry' ? <EntryDialog event={event} onClose={() => setDialog(null)} /> : null}
        {dialog === 'ics' ? <IcsDialog event={event} onClose={() => setDialog(null)} /> : null}
      </Suspense>
    </div>
  )
}
