import type { ParsedInput } from '#contract/route'
import type { setSharing } from '#contract/sharing'
import { flag, type Conn } from '../db/dialect'
import { newId } from '../tokens'
import { closeAlbumRequests, ownPrivateAlbums } from './queries'

export type SharingChange = ParsedInput<typeof setSharing>['body']
/** Albums that the change shares, whether they were shared before or not. */
export const sharedAlbumIdsOf = ({
  sharedAlbumIds = [],
  addedAlbumIds = [],
}: SharingChange): string[] => [...sharedAlbumIds, ...addedAlbumIds]

const writeFlags = async (
  trx: Conn,
  accountId: string,
  otherId: string,
  change: SharingChange,
  now: number,
): Promise<void> => {
  const named = {
    ...(change.shareNames === undefined ? {} : { share_names: flag(change.shareNames) }),
    ...(change.shareEvents === undefined ? {} : { share_events: flag(change.shareEvents) }),
    ...(change.shareAllPrivateAlbums === undefined
      ? {}
      : { share_all_albums: flag(change.shareAllPrivateAlbums) }),
    updated_at: now,
  }
  await trx
    .insertInto('sharings')
    .values({
      account_id: accountId,
      with_account_id: otherId,
      share_names: 0,
      share_events: 0,
      share_all_albums: 0,
      ...named,
    })
    .onConflict((c) => c.columns(['account_id', 'with_account_id']).doUpdateSet(named))
    .execute()
}

/** A share that the change does not name is left as it is, also one that has ended or was revoked. */
const writeShares = async (
  trx: Conn,
  accountId: string,
  otherId: string,
  change: SharingChange,
  now: number,
): Promise<void> => {
  const {
    shareAllPrivateAlbums,
    sharedAlbumIds,
    removedAlbumIds = [],
    addedAlbumEnds = {},
  } = change
  const endOf = (albumId: string): number | null => {
    const end = addedAlbumEnds[albumId]
    return end === undefined ? null : Date.parse(end)
  }
  const wanted = await ownPrivateAlbums(trx, accountId, sharedAlbumIdsOf(change))
  await closeAlbumRequests(trx, accountId, otherId, shareAllPrivateAlbums ? null : wanted)
  const shares = trx
    .deleteFrom('album_shares')
    .where('account_id', '=', accountId)
    .where('with_account_id', '=', otherId)
  if (sharedAlbumIds)
    await (wanted.length > 0 ? shares.where('album_id', 'not in', wanted) : shares).execute()
  if (removedAlbumIds.length > 0) await shares.where('album_id', 'in', removedAlbumIds).execute()
  if (wanted.length === 0) return
  await trx
    .insertInto('album_shares')
    .values(
      wanted.map((album_id) => ({
        id: newId(),
        album_id,
        account_id: accountId,
        with_account_id: otherId,
        expires_at: endOf(album_id),
        created_at: now,
      })),
    )
    // an expired share opens nothing: naming the album again renews it
    .onConflict((c) =>
      c
        .columns(['album_id', 'with_account_id'])
        .doUpdateSet((eb) => ({
          expires_at: eb.ref('excluded.expires_at'),
          // reminders count how long a share lasts from here
          created_at: now,
        }))
        .where('album_shares.expires_at', '<=', now),
    )
    .execute()
}

/** Writes a change of what one account shares with another, in the caller's transaction. */
export const writeSharing = async (
  trx: Conn,
  accountId: string,
  otherId: string,
  change: SharingChange,
  now: number,
): Promise<void> => {
  await writeFlags(trx, accountId, otherId, change, now)
  await writeShares(trx, accountId, otherId, change, now)
}
