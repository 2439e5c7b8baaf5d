import { describe, expect, test } from 'vitest'
import { bandOf, ratingLabel } from '../../../../src/lib/bands'
import {
  feelingOf,
  globalFeeling,
  isCommentDirty,
  isFeelingDirty,
  withComment,
  withFeeling,
  type SavedFeelings,
} from '../../../../src/features/profile/private/notes-model'

const saved: SavedFeelings = {
  global_comment: 'Gentils',
  identity_feelings: {
    lea: { feeling: 70, comment: 'Drôle' },
    hugo: { feeling: null, comment: null },
  },
}

describe('private notes', () => {
  test('SOC-158 SOC-159: the rounded mean of the rated ones; empty when none is, and for a couple until both are', () => {
    expect(globalFeeling([40, 75])).toBe(58)
    expect(globalFeeling([0, 1])).toBe(1)
    expect(globalFeeling([0])).toBe(0)
    expect([
      globalFeeling([null]),
      globalFeeling([null, null]),
      globalFeeling([70, null]),
      globalFeeling([]),
    ]).toEqual([null, null, null, null])
  })
  test('dirty against the saved copy: another value, another text; not spaces, not null against nothing', () => {
    const lea = feelingOf(saved, 'lea')
    expect(isFeelingDirty(lea, { ...lea })).toBe(false)
    expect(isFeelingDirty(lea, { ...lea, comment: 'Drôle ' })).toBe(false)
    expect(isFeelingDirty(lea, { ...lea, feeling: 71 })).toBe(true)
    expect(isFeelingDirty(lea, { ...lea, comment: null })).toBe(true)
    // null is not rated, which is not 0
    expect(isFeelingDirty(feelingOf(saved, 'hugo'), { feeling: 0, comment: null })).toBe(true)
    expect(isFeelingDirty(feelingOf(saved, 'unknown'), { feeling: null, comment: '' })).toBe(false)
    expect([isCommentDirty('a', 'a '), isCommentDirty(null, ''), isCommentDirty('a', 'b')]).toEqual(
      [false, false, true],
    )
  })
  test('SOC-155: saving one identity sends the saved copy plus its change, nothing else', () => {
    expect(withFeeling(saved, 'hugo', { feeling: 40, comment: ' Calme ' })).toEqual({
      global_comment: 'Gentils',
      identity_feelings: {
        lea: { feeling: 70, comment: 'Drôle' },
        hugo: { feeling: 40, comment: 'Calme' },
      },
    })
    expect(saved.identity_feelings['hugo']).toEqual({ feeling: null, comment: null })
  })
  test('saving the global comment sends the saved copy plus the comment; an empty one is none', () => {
    expect(withComment(saved, 'Très bien')).toEqual({ ...saved, global_comment: 'Très bien' })
    expect(withComment(saved, '  ').global_comment).toBeNull()
  })
  test('SOC-160: bands of the global feeling end at 20, 40, 60 and 80', () => {
    expect([0, 20, 21, 40, 41, 60, 61, 80, 81, 100].map((v) => ratingLabel(v))).toEqual([
      'A priori non',
      'A priori non',
      'Moyen',
      'Moyen',
      'Correct',
      'Correct',
      'Bien',
      'Bien',
      'Excellent',
      'Excellent',
    ])
    expect(bandOf(null)).toBeNull()
  })
})
