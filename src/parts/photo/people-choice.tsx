import { useSnapshot } from 'valtio'
import { AGREEMENT_TEXTS } from '#contract/profile/agreement-texts'
import {
  BOTH,
  peopleChoiceFor,
  choosePeople,
  NOBODY,
  OTHERS,
  peopleChoices,
  type PeoplePlace,
} from '../../data/media/people'
import { session } from '../../data/session/state'
import { NBSP, withDe } from '../../lib/text'
import { Segmented } from '../../ui/forms/segmented'
import styles from './people-choice.module.css'
import { useNaming } from './use-naming'

const NAME_MAX = 14
const short = (name: string): string =>
  name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 1)}…` : name

/** The persons on the photos that are added here: one line, for couples only. */
export const PeopleLine = ({ place, label }: { place: PeoplePlace; label?: string }) => {
  const { account, activeIdentityId } = useSnapshot(session)
  const choice = peopleChoiceFor(place, useSnapshot(peopleChoices).byPlace[place])
  const { asked, agrees } = useNaming(choice ?? NOBODY)
  if (!account || choice === undefined) return null
  return (
    <div className={styles.choice} data-no-swipe>
      <div className={styles.line}>
        <Segmented
          label={`${label ?? 'Qui est sur la photo'}${NBSP}?`}
          labelShown
          options={[
            ...account.identities.map((i) => ({
              value: i.id,
              label: i.id === activeIdentityId ? 'Moi' : short(i.firstname ?? i.identity_handle),
            })),
            { value: BOTH, label: 'Nous deux' },
            { value: NOBODY, label: 'Personne' },
            { value: OTHERS, label: 'D’autres' },
          ]}
          value={choice}
          onChange={(value) => choosePeople(place, value)}
        />
      </div>
      {asked.length > 0 ? (
        <p className="quiet">
          Visible par d’autres après l’accord{' '}
          {asked.map((i) => withDe(i.firstname ?? i.identity_handle)).join(' et ')}.
        </p>
      ) : null}
      {agrees ? <p className="quiet">{AGREEMENT_TEXTS.adding.text}</p> : null}
    </div>
  )
}
