import { ORIENTATIONS, PRACTICES, type VisibleProfile } from '#contract/profile/data'
import type { Identity } from '#contract/profile/profile'
import { NBSP } from '../../../lib/text'
import { NamedAvatar } from '../../../parts/member/avatar'
import { GENDER_LABEL, GenderIcon } from '../../../parts/member/identity-icons'
import { Chip } from '../../../ui/forms/chip'
import { firstNameOf } from '../state/people'
import { heightText } from '../edit/height'
import {
  ORIENTATION_LABEL,
  ORIGINE_LABEL,
  practiceLabels,
  SILHOUETTE_LABEL,
  SMOKER_LABEL,
  TASTE_WORDS,
} from '../../../parts/member/trait-labels'
import { genderedTrait } from '../state/labels'
import { hasRatings, Ratings } from './ratings'
import { Empty, Section } from './section'
import styles from '../profile.module.css'

type Person = VisibleProfile['person1']
type Face = Readonly<
  Pick<Identity, 'id' | 'identity_handle' | 'gender' | 'avatar_url' | 'firstname'>
>

/** Facts of a person in the order of the form; a missing one has its placeholder. */
const factsOf = (
  p: Person,
  gender: Face['gender'],
): { key: string; text: string | null; missing: string }[] => [
  { key: 'age', text: p.age === null ? null : `${p.age}${NBSP}ans`, missing: 'Âge' },
  { key: 'taille', text: heightText(p.taille), missing: 'Taille' },
  {
    key: 'silhouette',
    text: p.silhouette && genderedTrait(SILHOUETTE_LABEL[p.silhouette], gender),
    missing: 'Silhouette',
  },
  {
    key: 'origine',
    text: p.origine && genderedTrait(ORIGINE_LABEL[p.origine], gender),
    missing: 'Origine',
  },
  {
    key: 'smoker',
    text: p.smoker && genderedTrait(SMOKER_LABEL[p.smoker], gender),
    missing: 'Tabac',
  },
]

const Who = ({
  identity,
  own,
  couple,
  first,
}: {
  identity: Face
  own: boolean
  couple: boolean
  first: string | null
}) => (
  <div className={styles.face}>
    {couple ? (
      <NamedAvatar name={identity.identity_handle} avatar={identity.avatar_url} size={44} />
    ) : null}
    <p>
      <span className={styles.gender}>
        <GenderIcon gender={identity.gender} /> {GENDER_LABEL[identity.gender]}
      </span>
      {own ? (
        <span className="quiet">
          Les autres lisent{NBSP}: {identity.identity_handle}
        </span>
      ) : first ? (
        <span className="quiet">{identity.identity_handle}</span>
      ) : null}
    </p>
  </div>
)

/** One person of a profile. Its owner sees what is missing, and the name that others see. */
export const PersonCard = ({
  part,
  person,
  identity,
  own,
  couple,
  onEdit,
}: {
  part: string
  person: Person
  identity: Face
  own: boolean
  couple: boolean
  onEdit?: (() => void) | undefined
}) => {
  const first = firstNameOf(person) ?? identity.firstname
  const orientation = {
    keys: ORIENTATIONS,
    labels: ORIENTATION_LABEL,
    values: person,
    comments: person.comments,
  }
  const practices = {
    keys: PRACTICES,
    labels: practiceLabels(couple),
    words: TASTE_WORDS,
    values: person.practices,
    comments: person.comments,
  }
  return (
    <Section title={first ?? identity.identity_handle} part={part} onEdit={onEdit}>
      <div className={styles.person}>
        <Who identity={identity} own={own} couple={couple} first={first} />
        <ul className={styles.chips} aria-label="En bref">
          {factsOf(person, identity.gender).map(({ key, text, missing }) =>
            text ? (
              <li key={key}>
                <Chip>{text}</Chip>
              </li>
            ) : own ? (
              <li key={key} className={styles.missing}>
                {missing}
                {NBSP}: à compléter
              </li>
            ) : null,
          )}
        </ul>
        {person.description ? (
          <p className={styles.text}>{person.description}</p>
        ) : own ? (
          <Empty>Quelques mots sur {first ?? identity.identity_handle}…</Empty>
        ) : null}
        {own || hasRatings(orientation) ? (
          <>
            <h3 className={styles.minor}>Attirances</h3>
            <Ratings {...orientation} words={TASTE_WORDS} onRate={onEdit} />
          </>
        ) : null}
        {own || hasRatings(practices) ? (
          <>
            <h3 className={styles.minor}>Pratiques</h3>
            <Ratings {...practices} onRate={onEdit} />
          </>
        ) : null}
      </div>
    </Section>
  )
}
