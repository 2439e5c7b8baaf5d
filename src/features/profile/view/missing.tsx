import { useState } from 'react'
import {
  CONTEXTS,
  COUPLE_PRACTICES,
  ORIENTATIONS,
  PRACTICES,
  type VisibleProfile,
} from '#contract/profile/data'
import { NBSP } from '../../../lib/text'
import { ProgressRing } from '../../../ui/feedback/progress-ring'
import { ListRow } from '../../../ui/layout/list-row'
import { Dialog } from '../../../ui/overlay/dialog'
import { firstNameOf, primaryFirst } from '../state/people'
import type { Profile } from '../state/api'
import type { EditTarget } from './view'
import styles from '../profile.module.css'

export type MissingTarget = EditTarget | 'photo'
interface Missing {
  readonly target: MissingTarget
  readonly title: string
  /** What is missing there, in words; empty when the title says it. */
  readonly parts: readonly string[]
}

const unrated = (map: object, keys: readonly string[]): boolean =>
  keys.every((key) => typeof (map as Record<string, unknown>)[key] !== 'number')

const missingOf = (person: VisibleProfile['person1']): string[] =>
  (
    [
      ['prénom', !firstNameOf(person)],
      ['âge', person.birthDate === null],
      ['taille', !person.taille],
      ['silhouette', !person.silhouette],
      ['origine', !person.origine],
      ['tabac', !person.smoker],
      ['quelques mots', !person.description],
      ['attirances', unrated(person, ORIENTATIONS)],
      ['pratiques', unrated(person.practices, PRACTICES)],
    ] as const
  ).flatMap(([word, missing]) => (missing ? [word] : []))

/** What the completion still waits for, card by card: the parts that the server counts. */
const missingParts = ({ account, data }: Profile): Missing[] => {
  const people = primaryFirst(account.identities).map((identity, i) => {
    const person = i === 0 ? data.person1 : data.person2
    return {
      target: i === 0 ? ('person1' as const) : ('person2' as const),
      title: (person && firstNameOf(person)) ?? identity.identity_handle,
      parts: person ? missingOf(person) : [],
    }
  })
  const card = (target: MissingTarget, title: string, missing: boolean): Missing[] =>
    missing ? [{ target, title, parts: [] }] : []
  return [
    ...card('photo', 'Photo de profil', !account.avatar_url),
    ...card('location', 'Ville', !data.location),
    ...card('description', 'Description', !data.description),
    ...people.filter(({ parts }) => parts.length > 0),
    ...card(
      'couple',
      'Pratiques du couple',
      data.person2 !== null && unrated(data.couplePractices, COUPLE_PRACTICES),
    ),
    ...card('contexts', 'Contextes appréciés', unrated(data.contextPractices, CONTEXTS)),
  ]
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The completion of the own profile; a click lists what is missing, each row leads to its card. */
export const Completion = ({
  profile,
  onPick,
}: {
  profile: Profile
  onPick: (target: MissingTarget) => void
}) => {
  const [open, setOpen] = useState(false)
  const missing = missingParts(profile)
  const ring = (
    <ProgressRing value={profile.completion / 100} label="Profil complété" size={52}>
      {profile.completion}
      {NBSP}%
    </ProgressRing>
  )
  if (missing.length === 0) return ring
  return (
    <>
      <button
        type="button"
        className={styles.completion}
        aria-label={`Profil complété à ${profile.completion}${NBSP}%${NBSP}: voir ce qui manque`}
        onClick={() => setOpen(true)}
      >
        {ring}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Ce qui manque à votre profil">
        <ul>
          {missing.map(({ target, title, parts }) => (
            <li key={target}>
              <ListRow
                title={title}
                subtitle={parts.length > 0 ? capital(parts.join(', ')) : 'À compléter'}
                onClick={() => {
                  setOpen(false)
                  onPick(target)
                }}
              />
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}
