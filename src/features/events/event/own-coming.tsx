import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Event } from '#contract/events/events'
import { session } from '../../../data/session/session'
import { Button } from '../../../ui/forms/button'
import { Card } from '../../../ui/layout/card'
import { JoinDialog } from './join-dialog'
import { useParticipation } from './use-participation'
import styles from './house-rules.module.css'

/** The persons of a couple who come, and the member's own answers; both can be changed. */
export const OwnComing = ({ event }: { event: Event }) => {
  const { account } = useSnapshot(session)
  const [open, setOpen] = useState(false)
  const { busy, participate } = useParticipation(event.id)
  const people = account?.identities ?? []
  const alone = people.find((p) => p.id === event.coming_identity_id)
  const isCouple = people.length > 1
  if (!isCouple && event.questions.length === 0) return null
  return (
    <Card
      as="section"
      title="Votre venue"
      actions={
        <Button size="sm" onClick={() => setOpen(true)}>
          Modifier
        </Button>
      }
    >
      <div className={styles.fields}>
        {isCouple ? (
          <p className={styles.text}>
            {alone
              ? `${alone.firstname ?? alone.identity_handle} vient sans l’autre moitié du couple.`
              : 'Vous venez à deux.'}
          </p>
        ) : null}
        {event.questions.length > 0 ? (
          <dl className={styles.answers}>
            {event.questions.map((q) => (
              <div key={q.id}>
                <dt>{q.text}</dt>
                <dd>
                  {event.own_answers.find((a) => a.question_id === q.id)?.text ?? 'Sans réponse'}
                </dd>
              </div>
            ))}
          </dl>
        ) : null}
      </div>
      {open ? (
        <JoinDialog
          event={event}
          open
          label="Enregistrer"
          busy={busy !== null}
          onSend={(said) => void participate(said).then((done) => done && setOpen(false))}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Card>
  )
}
