import type { Gender } from '#contract/common'

/** «Organisatrice» for a woman, «Organisateurs» for a couple. */
export const organizerLabel = (genders: readonly (Gender | null | undefined)[]): string =>
  `Organisat${genders[0] && genders.every((g) => g === 'woman') ? 'rice' : 'eur'}${genders[1] === undefined ? '' : 's'}`
