import type { Feelings } from '#contract/notes'
import type { Row } from '../db/tables'

export const NO_NOTES: Feelings = {
  global_feeling: null,
  global_comment: null,
  identity_feelings: {},
}

export const presentNote = (row: Row<'notes'>): Feelings => ({
  global_feeling: row.global_feeling,
  global_comment: row.global_comment,
  identity_feelings: JSON.parse(row.identity_feelings) as Feelings['identity_feelings'],
})
