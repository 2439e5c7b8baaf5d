import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { ANSWER_MAX, type Participation } from '#contract/events/balance'
import type { Event } from '#contract/events/events'
import { session } from '../../../data/session/session'
import { NBSP } from '../../../lib/text'
import { Banner } from '../../../ui/feedback/banner'
import { Segmented } from '../../../ui/forms/segmented'
import { TextArea } from '../../../ui/forms/text-area'
import { Dialog } from '../../../ui/overlay/dialog'
import { DialogActions } from '../../../ui/overlay/dialog-actions'
import { isKindFull, placeKindOf, placesText } from '../state/balance'
import { Acceptances, RulesText, useActingIdentities } from './house-rules'
import styles from './house-rules.module.css'

interface Props {
  readonly event: Event
  readonly open: boolean
  /** «Je participe», or what the place allows. */
  readonly label: string
  readonly busy: boolean
  readonly onSend: (said: Participation) => void
  readonly onClose: () => void
}
const BOTH = 'both'

/** The identities that come, the acceptances and the answers, as chosen and typed. */
const useJoinForm = (event: Event) => {
  const { account } = useSnapshot(session)
  const people = account?.identities ?? []
  const isCouple = people.length > 1
  const [who, setWho] = useState<string>(event.coming_identity_id ?? BOTH)
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(event.own_answers.map((a) => [a.question_id, a.text])),
  )
  const coming = isCouple && who !== BOTH ? people.filter((p) => p.id === who) : people
  // those who come and act here; the other one accepts before the address is shown
  const asked = useActingIdentities()
    .filter((p) => coming.some((c) => c.id === p.id))
    .filter((p) => !event.rules_accepted_by.includes(p.id))
  const said: Participation = {
    ...(isCouple ? { identity_id: who === BOTH ? null : who } : {}),
    ...(event.rules
      ? { rules_version: event.rules.version, accepted_by: asked.map((p) => p.id) }
      : {}),
    answers: event.questions.map((q) => ({ question_id: q.id, text: typed[q.id] ?? '' })),
  }
  return {
    choices: isCouple
      ? [
          { value: BOTH, label: 'Tous les deux' },
          ...people.map((p) => ({ value: p.id, label: p.firstname ?? p.identity_handle })),
        ]
      : null,
    who,
    setWho,
    places: event.places_by_kind.find((p) => p.kind === placeKindOf(coming)),
    asked,
    ticked,
    setTicked,
    typed,
    setTyped,
    isReady: event.rules === null || asked.every((p) => ticked.includes(p.id)),
    said,
  }
}

const Questions = ({
  event,
  typed,
  onType,
}: {
  event: Event
  typed: Readonly<Record<string, string>>
  onType: (typed: Readonly<Record<string, string>>) => void
}) =>
  event.questions.length > 0 ? (
    <>
      {event.questions.map((q) => (
        <TextArea
          key={q.id}
          label={q.text}
          required={false}
          value={typed[q.id] ?? ''}
          onChange={(text) => onType({ ...typed, [q.id]: text })}
          maxLength={ANSWER_MAX}
          minHeight={64}
        />
      ))}
      <p className="quiet">
        Vos réponses ne sont lues que des organisateurs, et effacées une semaine après la sortie.
      </p>
    </>
  ) : null

/** What the organizers want to know or to have accepted before a request for a place. */
export const JoinDialog = ({ event, open, label, busy, onSend, onClose }: Props) => {
  const join = useJoinForm(event)
  const { places } = join
  return (
    <Dialog
      open={open}
      busy={busy}
      onClose={onClose}
      title="Votre venue"
      level={700}
      footer={
        <DialogActions
          onCancel={onClose}
          busy={busy}
          disabled={!join.isReady}
          onClick={() => onSend(join.said)}
        >
          {label}
        </DialogActions>
      }
    >
      <div className={styles.fields}>
        {join.choices ? (
          <Segmented
            label={`Qui vient${NBSP}?`}
            labelShown
            block
            options={join.choices}
            value={join.who}
            onChange={join.setWho}
          />
        ) : null}
        {places && isKindFull(event, places.kind) && !isOwnPlace(event, join.who) ? (
          <Banner tone="warn">{placesText(places, event.has_waitlist)}</Banner>
        ) : null}
        {event.rules ? (
          <>
            <RulesText text={event.rules.text} />
            <Acceptances people={join.asked} ticked={join.ticked} onTick={join.setTicked} />
          </>
        ) : null}
        <Questions event={event} typed={join.typed} onType={join.setTyped} />
      </div>
    </Dialog>
  )
}

/** The place that the member already has. */
const isOwnPlace = (event: Event, who: string): boolean =>
  event.user_participation_status === 'accepted' && (event.coming_identity_id ?? BOTH) === who
