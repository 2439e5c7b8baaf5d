import { Link } from 'wouter'
import { CONTEXTS, COUPLE_PRACTICES } from '#contract/profile/data'
import { cityName } from '../../../lib/city'
import { FactRow } from '../../../ui/layout/fact-row'
import { IconMap } from '../../../ui/icons/nav'
import type { Profile } from '../state/api'
import { ProfileFooter } from './footer'
import { isCouple } from '../../../lib/couple'
import { primaryFirst } from '../state/people'
import { contextLabels, COUPLE_LABEL, TASTE_WORDS } from '../../../parts/member/trait-labels'
import { PersonCard } from './person-card'
import { hasRatings, Ratings } from './ratings'
import { Empty, Section } from './section'
import styles from '../profile.module.css'

/** The card that is edited. */
export type EditTarget = 'location' | 'description' | 'person1' | 'person2' | 'couple' | 'contexts'

const ratingsOf = (data: Profile['data'], couple: boolean) => ({
  couplePractices: {
    keys: COUPLE_PRACTICES,
    labels: COUPLE_LABEL,
    words: TASTE_WORDS,
    values: data.couplePractices,
    comments: data.coupleComments,
  },
  contexts: {
    keys: CONTEXTS,
    labels: contextLabels(couple),
    words: TASTE_WORDS,
    values: data.contextPractices,
    comments: data.contextComments,
  },
})

const CityRow = ({
  location,
  onGo,
}: {
  location: NonNullable<Profile['data']['location']>
  onGo: (() => void) | undefined
}) => (
  <FactRow
    icon={<IconMap />}
    title={cityName(location)}
    note={
      <Link
        className={styles.link}
        href={`/radar?lat=${location.lat}&lng=${location.lng}`}
        onClick={onGo}
      >
        Voir sur la carte
      </Link>
    }
  />
)

const People = ({
  profile,
  onEdit,
}: {
  profile: Profile
  onEdit: ((target: EditTarget) => void) | undefined
}) => {
  const { account, data } = profile
  const couple = isCouple(account.identities)
  const [first, second] = primaryFirst(account.identities)
  return (
    <div className={styles.people}>
      {first ? (
        <PersonCard
          part="person1"
          person={data.person1}
          identity={first}
          own={onEdit !== undefined}
          couple={couple}
          onEdit={onEdit && (() => onEdit('person1'))}
        />
      ) : null}
      {couple && second && data.person2 ? (
        <PersonCard
          part="person2"
          person={data.person2}
          identity={second}
          own={onEdit !== undefined}
          couple
          onEdit={onEdit && (() => onEdit('person2'))}
        />
      ) : null}
    </div>
  )
}

/**
 * What a profile says. Visitors see what is filled; the owner (`onEdit`) everything. `onGo` closes
 * what covers the page before the map opens.
 */
export const ProfileView = ({
  profile,
  onEdit,
  onGo,
}: {
  profile: Profile
  onEdit?: (target: EditTarget) => void
  onGo?: () => void
}) => {
  const { account, data } = profile
  const own = onEdit !== undefined
  const couple = isCouple(account.identities)
  const edit = (target: EditTarget): (() => void) | undefined =>
    onEdit ? () => onEdit(target) : undefined
  const { couplePractices, contexts } = ratingsOf(data, couple)
  const { location } = data
  const bare =
    !own &&
    !location &&
    !data.description &&
    !hasRatings(contexts) &&
    !(couple && hasRatings(couplePractices))
  const city = location ? <CityRow location={location} onGo={onGo} /> : null
  return (
    <div className={styles.view}>
      {own ? (
        <Section title="Ville" part="location" onEdit={edit('location')}>
          {city ?? <Empty>Votre ville, jamais plus précise que la commune.</Empty>}
        </Section>
      ) : (
        city
      )}
      {own ? (
        <Section title="Description" part="description" onEdit={edit('description')}>
          {data.description ? (
            <p className={styles.text}>{data.description}</p>
          ) : (
            <Empty>Présentez-vous en quelques lignes.</Empty>
          )}
        </Section>
      ) : data.description ? (
        <p className={styles.text}>{data.description}</p>
      ) : null}
      <People profile={profile} onEdit={onEdit} />
      {couple && (own || hasRatings(couplePractices)) ? (
        <Section title="Pratiques du couple" part="couple" onEdit={edit('couple')}>
          <Ratings {...couplePractices} onRate={edit('couple')} />
        </Section>
      ) : null}
      {own || hasRatings(contexts) ? (
        <Section title="Contextes appréciés" part="contexts" onEdit={edit('contexts')}>
          <Ratings {...contexts} onRate={edit('contexts')} />
        </Section>
      ) : null}
      {bare ? (
        <p className="quiet">{account.account_handle} n’en dit pas plus pour le moment.</p>
      ) : null}
      <ProfileFooter account={account} />
    </div>
  )
}
