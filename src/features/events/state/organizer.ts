import type { Gender } from '#contract/common'
import { session } from '../../../data/session/state'
import { organizerLabel } from '../../../parts/member/organizer-word'

type People = readonly { readonly gender: Gender }[]
const gendersOf = (people: People): Gender[] => people.map((p) => p.gender)
export const ownGenders = (): Gender[] => gendersOf(session.account?.identities ?? [])
/** «Organisatrice», «Co-organisateur». */
export const organizerBadge = (people: People, isCreator: boolean): string => {
  const word = organizerLabel(gendersOf(people))
  return isCreator ? word : `Co-${word.toLowerCase()}`
}
