import type { Feelings } from '#contract/notes'

export interface Feeling {
  readonly feeling: number | null
  readonly comment: string | null
}
export type SavedFeelings = Pick<Feelings, 'global_comment' | 'identity_feelings'>
const NONE: Feeling = { feeling: null, comment: null }

export const feelingOf = (saved: SavedFeelings, identityId: string): Feeling =>
  saved.identity_feelings[identityId] ?? NONE
const text = (value: string | null): string => value?.trim() ?? ''
export const isFeelingDirty = (saved: Feeling, draft: Feeling): boolean =>
  saved.feeling !== draft.feeling || text(saved.comment) !== text(draft.comment)
export const isCommentDirty = (saved: string | null, draft: string | null): boolean =>
  text(saved) !== text(draft)

/** The saved copy plus the change of one identity: nothing else that is being written goes along. */
export const withFeeling = (
  saved: SavedFeelings,
  identityId: string,
  draft: Feeling,
): SavedFeelings => ({
  global_comment: saved.global_comment,
  identity_feelings: {
    ...saved.identity_feelings,
    [identityId]: { feeling: draft.feeling, comment: text(draft.comment) || null },
  },
})
/** The saved copy plus the global comment. */
export const withComment = (saved: SavedFeelings, comment: string | null): SavedFeelings => ({
  global_comment: text(comment) || null,
  identity_feelings: { ...saved.identity_feelings },
})

/** Rounded mean of the rated identities; null when none is, or while one of a couple is not. */
export const globalFeeling = (feelings: readonly (number | null)[]): number | null => {
  const rated = feelings.filter((f): f is number => f !== null && f >= 0)
  if (rated.length === 0 || (feelings.length > 1 && rated.length < feelings.length)) return null
  return Math.round(rated.reduce((sum, f) => sum + f, 0) / rated.length)
}
