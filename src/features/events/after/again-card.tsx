import { useState } from 'react'
import type { After } from '#contract/events/after'
import { dateLong } from '../../../lib/dates'
import { foldAccents, NBSP } from '../../../lib/text'
import { AccountAvatar } from '../../../parts/member/avatar'
import { Banner } from '../../../ui/feedback/banner'
import { Button } from '../../../ui/forms/button'
import { SearchField } from '../../../ui/forms/search-field'
import { IconCheck } from '../../../ui/icons/base'
import { Card } from '../../../ui/layout/card'
import styles from './after.module.css'

type Person = After['people'][number]
/** From this number of guests on, they can be searched. */
const MANY = 12

const Row = ({
  person,
  onChoose,
}: {
  person: Person
  onChoose: (person: Person, yes: boolean) => void
}) => (
  <li className={styles.row}>
    <AccountAvatar account={person} size={44} />
    <b>{person.account_handle}</b>
    <Button
      size="sm"
      aria-pressed={person.chosen}
      aria-label={`Revoir ${person.account_handle}`}
      variant={person.chosen ? 'primary' : 'quiet'}
      icon={person.chosen ? <IconCheck size={18} /> : undefined}
      onClick={() => onChoose(person, !person.chosen)}
    >
      {person.chosen ? 'Oui' : 'Revoir'}
    </Button>
  </li>
)

/** «On se revoit ?»: the other guests, and the member's own choices. */
export const AgainCard = ({
  after,
  onChoose,
}: {
  after: After
  onChoose: (person: Person, yes: boolean) => void
}) => {
  const [typed, setTyped] = useState('')
  const { people } = after
  const found = people.filter((p) =>
    foldAccents(p.account_handle).includes(foldAccents(typed.trim())),
  )
  return (
    <Card as="section" title={`On se revoit${NBSP}?`}>
      <p className={styles.text}>
        {`Choisissez qui vous aimeriez revoir. Personne n’en sait rien, sauf quelqu’un qui vous choisit aussi${NBSP}: vous devenez alors relations. Vos choix s’effacent le ${dateLong(after.until)}.`}
      </p>
      {after.is_hidden ? (
        <Banner tone="info">
          {`Vous étiez «${NBSP}Pseudo caché${NBSP}»${NBSP}: il n’y a ici que les organisateurs, et les autres invités ne vous voient pas.`}
        </Banner>
      ) : null}
      {people.length > MANY ? (
        <SearchField label="Rechercher un invité" value={typed} onChange={setTyped} />
      ) : null}
      {people.length === 0 ? (
        <p className={styles.quiet}>
          {after.is_hidden
            ? 'Il n’y a personne à choisir.'
            : 'Il n’y a personne à choisir, en dehors de vos relations.'}
        </p>
      ) : (
        <ul className={styles.rows}>
          {found.map((person) => (
            <Row key={person.account_id} person={person} onChoose={onChoose} />
          ))}
        </ul>
      )}
      {people.length > 0 && found.length === 0 ? (
        <p className={styles.quiet} role="status">
          Aucun invité de ce nom.
        </p>
      ) : null}
    </Card>
  )
}
