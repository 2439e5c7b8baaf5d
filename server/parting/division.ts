import type { Row } from '../db/tables'

/** The leaver and the remaining person; `to` is null without a new account. */
export interface Division {
  readonly parting: Row<'partings'>
  readonly from: string
  readonly leaver: Row<'identities'>
  readonly stays: Row<'identities'>
  readonly to: { readonly accountId: string; readonly identityId: string } | null
  readonly now: number
}

/** Files of photos that both keep, by the photo that they were copied from; null: it has none. */
export type Copies = Map<string, Pick<Row<'media'>, 'id' | 'storage_key' | 'thumbnail_key'> | null>
