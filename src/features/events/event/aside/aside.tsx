import { useState } from 'react'
import type { Event } from '#contract/events/events'
import { openPanel } from '../../../../data/state/panels'
import { AccountAvatar } from '../../../../parts/member/avatar'
import { TalkDialog } from '../../../../parts/member/talk-dialog'
import { Tag } from '../../../../ui/display/tag'
import { Button } from '../../../../ui/forms/button'
import { Card } from '../../../../ui/layout/card'
import { ListRow } from '../../../../ui/layout/list-row'
import { organizerBadge } from '../../state/organizer'
import { ContactButton } from '../contact'
import { ShareCard } from './share-card'
import styles from '../details.module.css'

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
              tag={<Tag tone="brass">{organizerBadge(o.identities, o.is_creator)}</Tag>}
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

/** Below the event’s own information: who organizes it, and its code. */
export const Aside = ({ event }: { event: Event }) => (
  <>
    <Organizers event={event} />
    {/* the code of an event that has ended admits no one */}
    {event.is_ended ? null : <ShareCard event={event} />}
  </>
)
