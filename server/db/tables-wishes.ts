import type { Fixed, Flag, Ms } from './columns'

/** What an identity would like with a relation; `ratings`: server/wishes. */
export interface Wishes {
  identity_id: Fixed<string>
  account_id: Fixed<string>
  with_account_id: Fixed<string>
  ratings: string
  is_open: Flag
  changed_at: Ms
}
