import type { Fixed, Ms } from './columns'

/** Where a member is not shown: a commune and a radius around its centre. */
export interface Zones {
  id: Fixed<string>
  account_id: Fixed<string>
  place_id: Fixed<string>
  city: Fixed<string>
  lat: Fixed<number>
  lng: Fixed<number>
  /** 0: the commune alone. */
  radius_km: number
  created_at: Fixed<Ms>
}
/** Relations that a zone does not hide. */
export interface ZoneExceptions {
  account_id: Fixed<string>
  with_account_id: Fixed<string>
}
/** Members in a zone of the account; computed (access/zones.ts). */
export interface ZonePairs {
  account_id: Fixed<string>
  with_account_id: Fixed<string>
}
/** View: pairs that a block, a zone or a parting separates, each in one direction. */
export interface Apart {
  account_id: Fixed<string>
  blocked_account_id: Fixed<string>
}
