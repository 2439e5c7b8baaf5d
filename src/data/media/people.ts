import { proxy } from 'valtio'
import type { People } from '#contract/profile/people'
import { storage } from '../device/storage'
import { onForget, session } from '../session/state'

/** Where a photo is added; the last choice of each is offered first. */
export type PeoplePlace = 'message' | 'album' | 'public' | 'avatar' | 'banner' | 'group'
/** The id of an identity, or one of these. */
export type PeopleChoice = string
export const BOTH = 'both'
export const NOBODY = 'nobody'
export const OTHERS = 'others'

const chosen = proxy<{ byPlace: Partial<Record<PeoplePlace, PeopleChoice>> }>({ byPlace: {} })
export const peopleChoices = chosen
onForget(() => {
  chosen.byPlace = {}
})

const isKnown = (choice: string): boolean =>
  [BOTH, NOBODY, OTHERS].includes(choice) ||
  (session.account?.identities.some((i) => i.id === choice) ?? false)

/** The choice for photos that are added there now; undefined for a single person, who has none. */
export const peopleChoiceFor = (
  place: PeoplePlace,
  here: PeopleChoice | undefined = chosen.byPlace[place],
): PeopleChoice | undefined => {
  if ((session.account?.identities.length ?? 0) < 2) return undefined
  const known = here ?? storage.get(`people:${place}`)
  if (known !== undefined && isKnown(known)) return known
  return session.activeIdentityId ?? BOTH
}
export const choosePeople = (place: PeoplePlace, choice: PeopleChoice): void => {
  chosen.byPlace[place] = choice
  storage.set(`people:${place}`, choice)
}

/** The choice as the server takes it. */
export const peopleInput = (choice: PeopleChoice): { people: People; shows: string[] } => {
  if (choice === NOBODY || choice === OTHERS) return { people: choice, shows: [] }
  const ids = choice === BOTH ? (session.account?.identities.map((i) => i.id) ?? []) : [choice]
  return { people: 'named', shows: ids }
}
/** The same as form fields of an upload. */
export const peopleFields = (choice: PeopleChoice): { people: string; shows: string } => {
  const { people, shows } = peopleInput(choice)
  return { people, shows: JSON.stringify(shows) }
}
