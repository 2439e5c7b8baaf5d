import type { Gender } from '#contract/common'
import { session } from '../../data/session/state'

/** «Organisatrice» for a woman, «Organisateurs» for a couple. */
export const organizerWord = (
  genders: readonly (Gender | null | undefined)[],
  isCreator = true,
): string => {
  const isFeminine = genders.length > 0 && genders.every((g) => g === 'woman')
  const word = `rganisat${isFeminine ? 'rice' : 'eur'}${genders.length > 1 ? 's' : ''}`
  return isCreator ? `O${word}` : `Co-o${word}`
}
export const gendersOf = (people: readonly { readonly gender: Gender }[]): Gender[] =>
  people.map((p) => p.gender)
export const ownGenders = (): Gender[] => gendersOf(session.account?.identities ?? [])
