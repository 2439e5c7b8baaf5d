import type { Evidence } from '#contract/staff/evidence'
import { dateTime } from '../../../lib/dates'
import { NBSP, plural } from '../../../lib/text'
import { cx } from '../../../lib/cx'
import { reasonLabel, REASONS } from '../../../parts/member/report-reasons'
import { choiceLabel, fieldName, ratingText } from './fields'
import { EvidencePhotos } from './photo'
import styles from './case.module.css'

type Json = Readonly<Record<string, unknown>>
const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const list = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter((one) => isJson(one)) : []

const photosWord = (value: unknown): string | null =>
  typeof value === 'number' && value > 0 ? plural(value, 'photo') : null

const WHO: Readonly<Record<string, string>> = {
  author: 'Membre signalé',
  reporter: 'Auteur du signalement',
  other: 'Autre membre',
  system: 'Connivence',
}

const Message = ({ payload }: { payload: Json }) => {
  const around = list(payload['context'])
  const shown = around.length > 0 ? around : [{ ...payload, who: 'author', reported: true }]
  return (
    <ol className={styles.thread}>
      {shown.map((one: Json, at) => (
        <li
          key={at}
          className={cx(styles.bubble, one['reported'] === true && styles.reported)}
          data-who={text(one['who'])}
        >
          <span className={styles.quiet}>
            {WHO[text(one['who'])] ?? 'Autre membre'}
            {one['reported'] === true && text(payload['writtenBy'])
              ? ` (${text(payload['writtenBy'])})`
              : ''}
            {one['reported'] === true ? ` · message signalé` : ''} · {dateTime(text(one['at']))}
          </span>
          {text(one['text']) ? <p className={styles.words}>{text(one['text'])}</p> : null}
          {photosWord(one['photos']) ? (
            <span className={styles.quiet}>{photosWord(one['photos'])}</span>
          ) : null}
        </li>
      ))}
    </ol>
  )
}

/** A place by its address: coordinates are of no use to a reader. */
const placeOf = (value: Json): string | null =>
  typeof value['formatted_address'] === 'string' ? value['formatted_address'] : null
const DATE = /^\d{4}-\d\d-\d\dT/
const plain = (name: string, value: unknown): string => {
  if (typeof value === 'string')
    return choiceLabel(name, value) ?? (DATE.test(value) ? dateTime(value) : value)
  if (typeof value === 'boolean') return value ? 'oui' : 'non'
  return typeof value === 'number' ? ratingText(name, value) : ''
}
const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isJson(value) && Object.values(value).every(isEmpty))

/** Any data as names and values: the form of a profile is free. */
const Facts = ({ of, couple = false }: { of: Json; couple?: boolean }) => (
  <dl className={styles.facts}>
    {Object.entries(of)
      .filter(([, value]) => !isEmpty(value))
      .map(([name, value]) => (
        <div key={name}>
          <dt>{fieldName(name, couple)}</dt>
          <dd className={styles.words}>
            <Value name={name} value={value} couple={couple} />
          </dd>
        </div>
      ))}
  </dl>
)
const Value = ({ name, value, couple }: { name: string; value: unknown; couple: boolean }) => {
  if (isJson(value)) return placeOf(value) ?? <Facts of={value} couple={couple} />
  if (!Array.isArray(value)) return plain(name, value)
  return value.every((one) => !isJson(one)) ? (
    value.map((one) => plain(name, one)).join(', ')
  ) : (
    <ul>
      {value.map((one: unknown, at) => (
        <li key={at}>
          <Value name={name} value={one} couple={couple} />
        </li>
      ))}
    </ul>
  )
}

/** What a member wrote themselves comes first; ratings and choices are unfolded. */
const written = (of: Json): Json =>
  Object.fromEntries(
    Object.entries(of).flatMap(([name, value]) => {
      if (/^person[12]$/.test(name)) return isJson(value) ? [[name, written(value)]] : []
      return /^(age|location|description|comments|coupleComments|contextComments)$/.test(name)
        ? [[name, value]]
        : []
    }),
  )

export const Profile = ({ payload }: { payload: Json }) => {
  const profile = isJson(payload['profile']) ? payload['profile'] : {}
  const couple = list(payload['identities']).length > 1
  return (
    <>
      <Facts
        couple={couple}
        of={{
          handle: payload['handle'],
          identities: list(payload['identities']).map((one) => text(one['handle'])),
          ...written(profile),
        }}
      />
      {isEmpty(profile) ? null : (
        <details>
          <summary className={styles.quiet}>Toutes les réponses du profil</summary>
          <Facts of={profile} couple={couple} />
        </details>
      )}
    </>
  )
}

const Notice = ({ payload }: { payload: Json }) => {
  const reason = REASONS.find((one) => one.value === payload['reason'])
  return <Facts of={{ ...payload, reason: reason ? reasonLabel(reason.value) : undefined }} />
}

const PLACES: Readonly<Record<string, string>> = {
  profile: 'sur le profil',
  public_album: 'dans un album public',
  private_album: 'dans un album privé',
}
const PhotoFacts = ({ payload }: { payload: Json }) =>
  text(payload['at']) ? (
    <p className={styles.quiet}>
      Envoyée le {dateTime(text(payload['at']))}
      {PLACES[text(payload['place'])] ? `, ${PLACES[text(payload['place'])]}` : ''}
    </p>
  ) : null

const TITLES = {
  message: 'Message',
  photo: 'Photo',
  profile: 'Profil',
  event: 'Sortie',
  request: 'Mot d’une demande d’album',
  notice: 'Avis reçu de l’extérieur',
  counts: 'Relevé du serveur',
  application: 'Ce que la personne écrit',
  comment: 'Commentaire',
  verification: 'Photo prise pour la vérification',
} as const satisfies Record<Evidence['kind'], string>

const titleOf = (kind: Evidence['kind'], version: number | null): string =>
  version === null ? TITLES[kind] : `${TITLES[kind]}, version${NBSP}${version}`

const Content = ({ kind, payload }: { kind: Evidence['kind']; payload: Json }) => {
  if (kind === 'message') return <Message payload={payload} />
  if (kind === 'profile') return <Profile payload={payload} />
  if (kind === 'notice') return <Notice payload={payload} />
  if (kind === 'photo') return <PhotoFacts payload={payload} />
  // an event's access rules are kept only to restore it
  return <Facts of={{ ...payload, entry: undefined }} />
}

/** What was frozen when it was reported. */
export const EvidenceCard = ({
  evidence,
  version,
  onChanged,
}: {
  evidence: Evidence
  /** Which of several copies of one thing; null when there is one. */
  version: number | null
  onChanged: () => void
}) => (
  <section className={styles.card} aria-label={titleOf(evidence.kind, version)}>
    <h3 className={styles.cardTitle}>
      {titleOf(evidence.kind, version)}
      <small className={styles.quiet}>copie du {dateTime(evidence.capturedAt)}</small>
    </h3>
    {evidence.payload ? (
      <Content kind={evidence.kind} payload={evidence.payload} />
    ) : (
      <p
        className={styles.quiet}
      >{`Cette copie a été détruite${NBSP}: on ne la garde pas plus longtemps.`}</p>
    )}
    {evidence.photosLeftOut > 0 ? (
      <p className={styles.quiet}>
        {plural(evidence.photosLeftOut, 'photo n’a pas été gardée', 'photos n’ont pas été gardées')}
        {NBSP}: ce dossier n’a plus de place.
      </p>
    ) : null}
    <EvidencePhotos evidence={evidence} onChanged={onChanged} />
  </section>
)
