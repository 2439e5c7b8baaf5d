/** A band of the scale 0 to 100; its colour is the CSS variable `--band-{band}`. */
type Band = 1 | 2 | 3 | 4 | 5

export const NOT_RATED = 'Non noté'

/** One word for each band, lowest first. */
export type BandWords = readonly [string, string, string, string, string]
const FEELING_WORDS: BandWords = ['A priori non', 'Moyen', 'Correct', 'Bien', 'Excellent']

/** The band of a rating: 20, 40, 60 and 80 belong to the lower one; null (not rated, which is not 0) has none. */
export function bandOf(value: number | null): Band | null {
  if (value === null) return null
  if (value <= 20) return 1
  if (value <= 40) return 2
  if (value <= 60) return 3
  return value <= 80 ? 4 : 5
}

/** The word of a rating: one of `words`, or «Non noté». */
export function ratingLabel(value: number | null, words: BandWords = FEELING_WORDS): string {
  const band = bandOf(value)
  return band === null ? NOT_RATED : words[(band - 1) as 0 | 1 | 2 | 3 | 4]
}
